import type { AppContext } from '#app/app-context.ts'
import type { ClaimControls } from '#domain/claim-controls.ts'

/** How long another server's change may go unnoticed: claims are too many to ask the store for each. */
const REREAD_AFTER_MS = 1_000

/** Reads the controls that are in force, again once a second. */
export interface ClaimControlsInForce {
  /** Throws StoreUnavailableError. */
  read(): Promise<ClaimControls>
  /** Has the next read ask the store. */
  forget(): void
}

/** The controls of the configuration file. */
export function configuredControls({
  claimsOpenAtMs,
  claimsCloseAtMs,
}: AppContext['settings']): ClaimControls {
  return { claimsOpenAtMs, claimsCloseAtMs, isPaused: false, pauseMessage: null, banner: null }
}

/** The store's controls, or the configuration's as long as nobody has changed them. */
export function createClaimControlsInForce(
  settings: AppContext['settings'],
  store: Pick<AppContext['store']['claimControls'], 'find'>,
  clock: { monotonicMs(): number },
): ClaimControlsInForce {
  let known: { controls: Promise<ClaimControls>; untilMs: number } | null = null

  async function ask(): Promise<ClaimControls> {
    return (await store.find()) ?? configuredControls(settings)
  }

  return {
    read() {
      const nowMs = clock.monotonicMs()
      if (known && nowMs < known.untilMs) return known.controls
      const controls = ask()
      const asked = { controls, untilMs: nowMs + REREAD_AFTER_MS }
      known = asked
      controls.catch(() => {
        if (known === asked) known = null
      })
      return controls
    },
    forget() {
      known = null
    },
  }
}
