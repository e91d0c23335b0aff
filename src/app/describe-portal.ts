import type { PortalResponse } from '#api-schema/portal.ts'
import { announcementOf } from '#domain/claim-controls.ts'
import { objectionToList } from './allocations/allocation-in-force.ts'
import type { AppContext } from './app-context.ts'
import { areClaimsAccepted } from './claims/claim-controls.ts'
import { describeProgress } from './describe-progress.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from './epoch-seconds.ts'

/** Describes the project as its settings do, for a page that does without the database. */
export function describeBrand({ settings }: AppContext) {
  return {
    tokenName: settings.tokenName,
    logoUrl: settings.logoUrl,
    accentColor: settings.accentColor,
    publicUrl: settings.publicUrl,
    claimsOpenAt: null,
    claimsCloseAt: null,
    expectedPayoutAt: toEpochSecondsOrNull(settings.expectedPayoutAtMs),
    progress: null,
  }
}

/**
 * Describes the portal for the public page, before anyone connects. Times are epoch seconds. A holder list
 * that was changed counts as none: its problem is reported where an allocation is requested.
 */
export async function describePortal(app: AppContext): Promise<PortalResponse> {
  const { settings, store, claimControls, accountLookup, now } = app
  const inForce = await store.snapshots.current()
  const snapshot = inForce && objectionToList(app, inForce) === null ? inForce : null
  const controls = await claimControls.read()
  const sender = await store.senders.find('bulk')
  const nowMs = now()
  return {
    tokenName: settings.tokenName,
    tokenSymbol: settings.tokenSymbol,
    networks: [...settings.networks],
    fileHash: snapshot?.fileHash ?? null,
    root: snapshot?.root ?? null,
    receiptKey: app.receiptSigner.publicKey,
    allocationsUpdatedAt: toEpochSecondsOrNull(snapshot?.publishedAtMs),
    channelUrl: settings.channelUrl,
    publicUrl: settings.publicUrl,
    links: settings.links,
    claimMessage: settings.claimMessage,
    termsHash: settings.termsHash,
    accentColor: settings.accentColor,
    logoUrl: settings.logoUrl,
    claimsOpenAt: toEpochSecondsOrNull(controls.claimsOpenAtMs),
    claimsCloseAt: toEpochSecondsOrNull(controls.claimsCloseAtMs),
    claimsOpen: areClaimsAccepted(controls, nowMs),
    paused: controls.isPaused,
    banner: announcementOf(controls),
    expectedPayoutAt: toEpochSecondsOrNull(settings.expectedPayoutAtMs),
    payoutDecimals: sender?.mintDecimals ?? null,
    progress: await describeProgress(app),
    walletConnect: settings.walletConnect,
    safeAppOrigins: [...settings.safeAppOrigins],
    contractChains: [...accountLookup.chainIds],
    serverTime: toEpochSeconds(nowMs),
  }
}
