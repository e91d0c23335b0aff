import { formatLocal } from '#web/lib/format-time.ts'

/** The moment of the numbers above it, by the server's clock. */
export function Moment({ asOf }: { asOf: number }) {
  return <p className="text-right text-13 text-muted tabular-nums">As of {formatLocal(asOf)}</p>
}
