import { claimWindowAt } from './claim-window.ts'
import { toEpochSeconds, toEpochSecondsOrNull } from './epoch-seconds.ts'
import type { Portal } from './portal.ts'

/** What the public page needs to know before anyone connects. Times are epoch seconds. */
export async function describePortal({ settings, store, now }: Portal) {
  const snapshot = await store.snapshots.current()
  const nowMs = now()
  return {
    tokenName: settings.tokenName,
    tokenSymbol: settings.tokenSymbol,
    networks: [...settings.networks],
    fileHash: snapshot?.file_hash ?? null,
    allocationsUpdatedAt: toEpochSecondsOrNull(snapshot?.published_at_ms),
    channelUrl: settings.channelUrl,
    accentColor: settings.accentColor,
    logoUrl: settings.logoUrl,
    claimsOpenAt: toEpochSecondsOrNull(settings.claimsOpenAtMs),
    claimsCloseAt: toEpochSecondsOrNull(settings.claimsCloseAtMs),
    claimsOpen: claimWindowAt(settings, nowMs) === 'open',
    serverTime: toEpochSeconds(nowMs),
  }
}
