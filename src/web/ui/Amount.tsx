import { groupThousands } from './group-thousands.ts'

/** An exact amount with thousands separators, its unit beside it in a lighter weight. */
export function Amount({ value, unit }: { value: string; unit?: string }) {
  return (
    <span className="font-mono tabular-nums [overflow-wrap:anywhere]">
      {groupThousands(value)}
      {unit && <span className="font-sans font-normal text-muted"> {unit}</span>}
    </span>
  )
}
