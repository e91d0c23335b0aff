import { type AmountUA, formatDecimalUnits } from '#domain/amounts.ts'
import { claimMessage } from '#domain/claim-message.ts'
import { isNonceFresh } from '#domain/claim-nonce.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import { readChainId } from '#domain/networks.ts'
import { PortalError } from '#domain/portal-error.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { makeClaimId } from './claim-id.ts'
import { claimWindowAt } from './claim-window.ts'
import type { Portal } from './portal.ts'
import { refuseUnusableDestination } from './refuse-unusable-destination.ts'

/** What a claimant sends. `eth`, `sol` and `nonce` are what was signed, verbatim. */
export interface SubmittedClaim {
  eth: string
  sol: string
  /** Milliseconds since the epoch. */
  nonce: number | string
  /** `0x` and hex. */
  signature: string
  /** The chain that the wallet was on. */
  chainId: number | string
}

/**
 * Takes a claim and answers with its id once it is durably written. The cheap refusals come first, so that a flood of
 * nonsense costs little: what the text tells, then the holder list, then the signature. That an address claims once is
 * decided by the store's constraint alone. Throws what is wrong with the claim.
 */
export async function submitClaim(portal: Portal, claim: SubmittedClaim): Promise<{ id: string }> {
  const { claimWriter, now } = portal
  const address = readEvmAddress(claim.eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const chainId = readSupportedChain(portal, claim.chainId)
  const nonce = String(claim.nonce)
  if (!isNonceFresh(Number(nonce), now())) throw new PortalError('stale_nonce')
  refuseOutsideWindow(portal)
  await refuseUnusableDestination(portal, claim.sol)

  const { snapshotId, amountWei, amountUA } = await readAllocation(portal, address)
  await refuseSecondClaim(portal, address)
  await refuseForeignSignature(portal, claim, address, { amountUA, nonce })

  const id = makeClaimId()
  const written = await claimWriter.insert({
    id,
    evm_address: address,
    eth_signed: claim.eth,
    sol_address: claim.sol,
    snapshot_id: snapshotId,
    amount_wei: amountWei,
    amount_ua: amountUA,
    chain_id: chainId,
    nonce,
    signature: claim.signature,
    status: 'queued',
    submitted_at_ms: now(),
    sol_tx: null,
    reject_reason: null,
  })
  if (!written) throw new PortalError('already_claimed')
  return { id }
}

function readSupportedChain({ settings }: Portal, value: number | string): number {
  const chainId = readChainId(value)
  const isSupported = settings.networks.some((network) => readChainId(network.chainId) === chainId)
  if (chainId === null || !isSupported) throw new PortalError('unsupported_chain')
  return chainId
}

function refuseOutsideWindow({ settings, now }: Portal): void {
  const window = claimWindowAt(settings, now())
  if (window === 'not_open') throw new PortalError('claims_not_open')
  if (window === 'closed') throw new PortalError('claims_closed')
}

async function readAllocation({ settings, store }: Portal, address: EvmAddress) {
  const allocation = await store.snapshots.findAllocation(address)
  if (!allocation || allocation.amountWei === '0') throw new PortalError('no_allocation')
  const { snapshotId, amountWei } = allocation
  return { snapshotId, amountWei, amountUA: formatDecimalUnits(BigInt(amountWei), settings.coinDecimals) }
}

/**
 * Spares the signature's cost where the answer is known. The claim is looked for before the payment: whoever resets the
 * claims in between has paid before, and is found out by the second look.
 */
async function refuseSecondClaim({ store }: Portal, address: EvmAddress): Promise<void> {
  if (await store.claims.findByAddress(address)) throw new PortalError('already_claimed')
  if (await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)) throw new PortalError('already_paid')
}

async function refuseForeignSignature(
  { signers }: Portal,
  { eth, sol, signature }: SubmittedClaim,
  address: EvmAddress,
  { amountUA, nonce }: { amountUA: AmountUA; nonce: string },
): Promise<void> {
  const verdict = await signers.recover(claimMessage({ eth, sol, amountUA, nonce }), signature)
  if ('problem' in verdict) throw new PortalError(verdict.problem)
  if (verdict.signer !== address) throw new PortalError('bad_signature')
}
