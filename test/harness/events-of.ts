import type { PortalEvent } from '#domain/portal-event.ts'

/** A line of the log that tells of an event. */
export type EventLine<E extends PortalEvent['event'] = PortalEvent['event']> = Extract<
  PortalEvent,
  { event: E }
> & { requestId?: string; level: number }

/** Reads the lines of the log that tell of some events, in their order. */
export function eventsOf<E extends PortalEvent['event']>(
  logLines: readonly string[],
  ...events: E[]
): EventLine<E>[] {
  return logLines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event !== undefined && (events.length === 0 || events.includes(event)))
}
