import { allocationInForce } from '#app/allocations/allocation-in-force.ts'
import type { Portal } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { isNonceFresh, type SignedBy } from '#domain/claim-nonce.ts'
import { type AcceptedClaim, sealedClaim } from '#domain/claim-seal.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import { readChainId } from '#domain/networks.ts'
import { PortalError } from '#domain/portal-error.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { checkClaimSignature } from './check-claim-signature.ts'
import { makeClaimId } from './claim-id.ts'
import { claimWindowAt } from './claim-window.ts'
import { refuseUnusableDestination } from './refuse-unusable-destination.ts'
import type { SubmittedClaim } from './submitted-claim.ts'

/**
 * Takes a claim and answers with its id once it is durably written. The cheap refusals come first, so that a flood of
 * nonsense costs little: what the text tells, then the holder list, then the signature. That an address claims once is
 * decided by the store's constraint alone. Throws what is wrong with the claim.
 */
export async function submitClaim(portal: Portal, claim: SubmittedClaim): Promise<{ id: string }> {
  const { claimWriter, seals, now } = portal
  const address = readEvmAddress(claim.eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const chainId = readSupportedChain(portal, claim.chainId)
  const nonce = String(claim.nonce)
  refuseStaleNonce(portal, nonce, 'contract')
  refuseOutsideWindow(portal)
  await refuseUnusableDestination(portal, claim.sol, claim.confirmProgramOwned ?? false)

  const { snapshotId, amountWei, amountUA } = await readAllocation(portal, address)
  await refuseSecondClaim(portal, address)
  const signedBy = await checkClaimSignature(portal, claim, { address, chainId, amountUA, nonce })
  refuseStaleNonce(portal, nonce, signedBy)

  const accepted: AcceptedClaim = {
    id: makeClaimId(),
    evm_address: address,
    eth_signed: claim.eth,
    sol_address: claim.sol,
    amount_wei: amountWei,
    amount_ua: amountUA,
    chain_id: chainId,
    nonce,
    signature: claim.signature,
    signed_by: signedBy,
  }
  const written = await claimWriter.insert({
    ...accepted,
    seal: seals.make(sealedClaim(accepted)),
    snapshot_id: snapshotId,
    status: 'queued',
    submitted_at_ms: now(),
    sol_tx: null,
    reject_reason: null,
  })
  if (!written) throw new PortalError('already_claimed')
  return { id: accepted.id }
}

function readSupportedChain({ settings }: Portal, value: number | string): number {
  const chainId = readChainId(value)
  const isSupported = settings.networks.some((network) => readChainId(network.chainId) === chainId)
  if (chainId === null || !isSupported) throw new PortalError('unsupported_chain')
  return chainId
}

function refuseStaleNonce({ now }: Portal, nonce: string, signedBy: SignedBy): void {
  if (!isNonceFresh(Number(nonce), now(), signedBy)) throw new PortalError('stale_nonce')
}

function refuseOutsideWindow({ settings, now }: Portal): void {
  const window = claimWindowAt(settings, now())
  if (window === 'not_open') throw new PortalError('claims_not_open')
  if (window === 'closed') throw new PortalError('claims_closed')
}

async function readAllocation(portal: Portal, address: EvmAddress) {
  const allocation = await allocationInForce(portal, address)
  if (!allocation || allocation.amountWei === '0') throw new PortalError('no_allocation')
  const { snapshot, amountWei } = allocation
  const amountUA = formatDecimalUnits(BigInt(amountWei), portal.settings.coinDecimals)
  return { snapshotId: snapshot.id, amountWei, amountUA }
}

/**
 * Spares the signature's cost where the answer is known. The claim is looked for before the payment: whoever resets the
 * claims in between has paid before, and is found out by the second look.
 */
async function refuseSecondClaim({ store }: Portal, address: EvmAddress): Promise<void> {
  if (await store.claims.findByAddress(address)) throw new PortalError('already_claimed')
  if (await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)) throw new PortalError('already_paid')
}
