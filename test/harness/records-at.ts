import { readRows } from './alter-store.ts'

/** The least and the most that a number was in a stretch of time. */
export interface Bounds {
  least: bigint
  most: bigint
}

/** What the records said in a stretch of time, by the times that they bear themselves. */
export interface RecordsThen {
  claims: Bounds
  sent: Bounds
  queued: Bounds
  paid: Bounds
  inFlight: Bounds
  failed: Bounds
  /** Of all runs, in base units. */
  sentBaseUnits: Bounds
}

interface Event {
  atMs: number
  by: bigint
}

/** Reads what the records of an SQLite store said from one moment to another; of one run's payments where it is given. */
export function recordsAt(file: string, fromMs: number, toMs: number, runId: number | null): RecordsThen {
  const events = (query: string): Event[] =>
    readRows<{ atMs: number; by: string | number }>(file, query).map(({ atMs, by }) => ({
      atMs,
      by: BigInt(by),
    }))
  const bounds = (...of: Event[][]) => boundsOf(of.flat(), fromMs, toMs)
  const ofRun = runId === null ? '' : ` and attempt.run_id = ${runId}`
  const carried = `from attempt join attempt_transfer on attempt_transfer.attempt_id = attempt.id where true${ofRun}`
  const claims = events('select submitted_at_ms as atMs, 1 as by from claim')
  const sent = events("select settled_at_ms as atMs, 1 as by from claim where status = 'sent'")
  const signed = events(`select journaled_at_ms as atMs, 1 as by ${carried}`)
  const ended = events(
    `select coalesce(held_at_ms, resolved_at_ms) as atMs, 1 as by ${carried} and coalesce(held_at_ms, resolved_at_ms) is not null`,
  )
  const paid = events(`select attempt.resolved_at_ms as atMs, 1 as by ${carried} and attempt.state = 'paid'`)
  const failed = events(
    `select at_ms as atMs, 1 as by from transfer_failure where ${runId === null ? 'true' : `run_id = ${runId}`}`,
  )
  const sums = events("select settled_at_ms as atMs, base_units as by from transfer where state = 'paid'")
  return {
    claims: bounds(claims),
    sent: bounds(sent),
    queued: bounds(claims, negative(sent)),
    paid: bounds(paid),
    inFlight: bounds(signed, negative(ended)),
    failed: bounds(failed),
    sentBaseUnits: bounds(sums),
  }
}

const negative = (events: Event[]) => events.map(({ atMs, by }) => ({ atMs, by: -by }))

/** What rises counts for the most as soon as it may have been, for the least only once it was for certain; what falls, the other way round. */
function boundsOf(events: readonly Event[], fromMs: number, toMs: number): Bounds {
  const sum = (isCounted: (event: Event) => boolean) =>
    events.filter(isCounted).reduce((total, { by }) => total + by, 0n)
  return {
    least: sum(({ atMs, by }) => atMs <= (by > 0n ? fromMs : toMs)),
    most: sum(({ atMs, by }) => atMs <= (by > 0n ? toMs : fromMs)),
  }
}
