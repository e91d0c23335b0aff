import type { AppContext } from '#app/app-context.ts'
import { toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import type { ClaimBanner, ClaimControls } from '#domain/claim-controls.ts'
import { configuredControls } from './claim-controls-in-force.ts'
import { areClaimsAccepted } from './claim-window.ts'

/** Describes the controls in force, and what follows from them now. Times are epoch seconds. */
export async function readClaimControls(app: AppContext) {
  return describeControls(await app.claimControls.read(), app.now())
}

/** Begins or ends a pause, for all servers within a second. What claimants were told ends with it. */
export function pauseClaims(
  app: AppContext,
  { paused, message }: { paused: boolean; message?: string | undefined },
) {
  return change(app, { isPaused: paused, pauseMessage: paused ? (message ?? null) : null })
}

/** Changes the window, for all servers within a second. */
export function changeClaimWindow(
  app: AppContext,
  { opensAt, closesAt }: { opensAt: number | null; closesAt: number | null },
) {
  return change(app, { claimsOpenAtMs: toMs(opensAt), claimsCloseAtMs: toMs(closesAt) })
}

/** Changes the announcement above the claim page. */
export function changeBanner(app: AppContext, banner: ClaimBanner | null) {
  return change(app, { banner })
}

async function change(app: AppContext, changed: Partial<ClaimControls>) {
  const { store, settings, claimControls, now } = app
  await store.claimControls.change(configuredControls(settings), changed, {
    atMs: now(),
    action: 'change_claim_controls',
    subject: 'claims',
    detail: JSON.stringify(changed),
  })
  claimControls.forget()
  return readClaimControls(app)
}

export function describeControls(controls: ClaimControls, nowMs: number) {
  const { claimsOpenAtMs, claimsCloseAtMs, isPaused, pauseMessage, banner } = controls
  return {
    claimsOpenAt: toEpochSecondsOrNull(claimsOpenAtMs),
    claimsCloseAt: toEpochSecondsOrNull(claimsCloseAtMs),
    paused: isPaused,
    pauseMessage,
    banner,
    claimsOpen: areClaimsAccepted(controls, nowMs),
  }
}

function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000
}
