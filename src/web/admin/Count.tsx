import { Fact } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'

/** A fact whose value is a count. */
export function Count({ name, count }: { name: string; count: number }) {
  return (
    <Fact name={name}>
      <span className="font-mono tabular-nums">{groupThousands(count)}</span>
    </Fact>
  )
}
