import type { AppContext } from '#app/app-context.ts'
import { toEpochSecondsOrNull } from '#app/epoch-seconds.ts'
import type { ClaimBanner, ClaimControls } from '#domain/claim-controls.ts'
import { areClaimsAccepted } from './claim-window.ts'

/** The controls as the API has them. Times are epoch seconds. */
export interface DescribedControls {
  claimsOpenAt: number | null
  claimsCloseAt: number | null
  paused: boolean
  banner: ClaimBanner | null
}

/** Describes the controls in force, and what follows from them now. */
export async function describeClaimControls(app: AppContext) {
  const controls = await app.claimControls.read()
  return { ...describe(controls), claimsOpen: areClaimsAccepted(controls, app.now()) }
}

/** Replaces the controls, for all servers within a second, and records that. */
export async function changeClaimControls(app: AppContext, described: DescribedControls) {
  const { store, claimControls, now } = app
  const controls: ClaimControls = {
    claimsOpenAtMs: toMs(described.claimsOpenAt),
    claimsCloseAtMs: toMs(described.claimsCloseAt),
    isPaused: described.paused,
    banner: described.banner,
  }
  await store.claimControls.save(controls, {
    atMs: now(),
    action: 'change_claim_controls',
    subject: 'claims',
    detail: JSON.stringify(describe(controls)),
  })
  claimControls.forget()
  return describeClaimControls(app)
}

function describe({ claimsOpenAtMs, claimsCloseAtMs, isPaused, banner }: ClaimControls): DescribedControls {
  return {
    claimsOpenAt: toEpochSecondsOrNull(claimsOpenAtMs),
    claimsCloseAt: toEpochSecondsOrNull(claimsCloseAtMs),
    paused: isPaused,
    banner,
  }
}

function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000
}
