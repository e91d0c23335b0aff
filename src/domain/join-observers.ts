import type { Observe, PortalEvent } from './portal-event.ts'

/** Tells each observer of every event. One that throws changes nothing: neither for what is observed nor for the others. */
export function joinObservers(observers: readonly Observe[], onFault: (error: unknown) => void): Observe {
  return (event: PortalEvent) => {
    for (const observe of observers) {
      try {
        observe(event)
      } catch (error) {
        tellFault(onFault, error)
      }
    }
  }
}

function tellFault(onFault: (error: unknown) => void, error: unknown): void {
  try {
    onFault(error)
  } catch {
    // Nobody is left to be told.
  }
}
