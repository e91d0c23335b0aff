import type { PortalResponse } from '#api-schema/portal.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { announcementOf } from '#domain/claim-controls.ts'
import { objectionToList } from './allocations/active-allocation.ts'
import type { AppContext } from './app-context.ts'
import { areClaimsAccepted } from './claims/claim-controls.ts'
import { claimStats } from './claims/claim-stats.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from './reply-values.ts'

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
    receiptKeys: [...app.receiptKeys],
    allocationsUpdatedAt: toEpochSecondsOrNull(snapshot?.publishedAtMs),
    channelUrl: settings.channelUrl,
    publicUrl: settings.publicUrl,
    links: settings.links,
    explorer: settings.explorer,
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

/** Counts and sums how far the migration is, in whole tokens; null where the settings keep that to themselves. */
export async function describeProgress(app: AppContext): Promise<PortalResponse['progress']> {
  const { settings, store, now } = app
  if (!settings.publicProgress) return null
  const inForce = await store.snapshots.current()
  const list = inForce && objectionToList(app, inForce) === null ? inForce : null
  const { submitted, sent, rejected } = await store.claimTallies.totals()
  const { totalAmountSent } = await claimStats(app)
  const claimed = { count: submitted.count - rejected.count, wei: submitted.amountWei - rejected.amountWei }
  const listed = { count: list?.payableCount ?? 0, wei: list?.totalWei ?? 0n }
  const inTokens = (wei: bigint) => formatDecimalUnits(wei, settings.coinDecimals)
  return {
    listed: { holders: listed.count, amountUA: inTokens(listed.wei) },
    claimed: { holders: claimed.count, amountUA: inTokens(claimed.wei) },
    paid: { holders: sent.count, amountUA: totalAmountSent },
    // A claim made under an earlier list counts, though that list may have been the larger one.
    left: {
      holders: Math.max(listed.count - claimed.count, 0),
      amountUA: inTokens(listed.wei > claimed.wei ? listed.wei - claimed.wei : 0n),
    },
    asOf: toEpochSeconds(now()),
  }
}
