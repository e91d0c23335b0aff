import { readEvmAddress } from '#domain/evm-address.ts'
import { PortalError } from '#domain/portal-error.ts'
import { shortenAddress } from '#domain/shorten-address.ts'
import { clusterName } from '#solana/clusters.ts'
import type { ListedClaim } from '#store/claims.ts'
import { toEpochSeconds } from './epoch-seconds.ts'
import type { Portal } from './portal.ts'

/** What a returning claimant sees of their claim. Anyone may ask, so the wallet is shortened. Throws no_claim. */
export async function findClaim({ store }: Portal, eth: string) {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const claim = await store.claims.findWithPayment(address)
  if (!claim) throw new PortalError('no_claim')
  return {
    id: claim.id,
    status: claim.status,
    amountUA: claim.amount_ua,
    solAddr: shortenAddress(claim.sol_address),
    submittedAt: toEpochSeconds(claim.submitted_at_ms),
    sending: claim.attempt_state !== null && claim.attempt_state !== 'hold',
    solTx: claim.sol_tx,
    cluster: await clusterOf(store, claim),
    reason: claim.reject_reason,
  }
}

/** Where its payment was planned; for one that was settled by hand, where the sender pays. Null while neither is known. */
async function clusterOf({ senders }: Portal['store'], { genesis_hash, sol_tx }: ListedClaim) {
  const hash = genesis_hash ?? (sol_tx === null ? null : (await senders.find('bulk'))?.genesis_hash)
  return hash ? clusterName(hash) : null
}
