import type { ClaimControlsResponse } from '#api-schema/portal.ts'
import type { AppContext } from '#app/app-context.ts'
import { toEpochSecondsOrNull } from '#app/reply-values.ts'
import type { ClaimBanner, ClaimControls } from '#domain/claim-controls.ts'

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
    detail: describeChange(changed),
  })
  claimControls.forget()
  return readClaimControls(app)
}

/** Says in words what an operator changed, for the record. Times are in UTC. */
function describeChange(changed: Partial<ClaimControls>): string {
  const { claimsOpenAtMs, claimsCloseAtMs, isPaused, pauseMessage, banner } = changed
  if (isPaused !== undefined) return isPaused ? `paused: ${pauseMessage ?? 'no message'}` : 'accepted again'
  if (banner !== undefined) return banner ? `banner (${banner.severity}): ${banner.text}` : 'no banner'
  const from = claimsOpenAtMs ? `from ${new Date(claimsOpenAtMs).toISOString()}` : 'from the start'
  const until = claimsCloseAtMs ? `until ${new Date(claimsCloseAtMs).toISOString()}` : 'without an end'
  return `open ${from}, ${until}`
}

export function describeControls(controls: ClaimControls, nowMs: number): ClaimControlsResponse {
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

type ClaimWindow = 'not_open' | 'open' | 'closed'

/** Tells whether claims are accepted at a moment: from the opening on, until the close. */
export function claimWindowAt(
  { claimsOpenAtMs, claimsCloseAtMs }: Pick<ClaimControls, 'claimsOpenAtMs' | 'claimsCloseAtMs'>,
  nowMs: number,
): ClaimWindow {
  if (claimsOpenAtMs !== null && nowMs < claimsOpenAtMs) return 'not_open'
  if (claimsCloseAtMs !== null && nowMs >= claimsCloseAtMs) return 'closed'
  return 'open'
}

/** Tells whether claims are accepted at a moment: inside the window, and not paused. */
export function areClaimsAccepted(controls: ClaimControls, nowMs: number): boolean {
  return !controls.isPaused && claimWindowAt(controls, nowMs) === 'open'
}
