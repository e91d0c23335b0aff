import type { SubmitClaimBody } from '#api-schema/claims.ts'
import { activeAllocation } from '#app/allocations/active-allocation.ts'
import type { AppContext } from '#app/app-context.ts'
import { assertNotDenied } from '#app/deny-list/deny-list.ts'
import { makeReference } from '#app/make-reference.ts'
import { type AmountUA, fitBaseUnits, formatDecimalUnits } from '#domain/amounts.ts'
import { isNonceFresh, type SignedBy, siweTermsOf } from '#domain/claim-message.ts'
import { batchPerTick } from '#domain/concurrency.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import { readChainId } from '#domain/networks.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type PortalReceipt, type SignedPortalReceipt, signReceipt } from '#domain/portal-receipt.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import { type AcceptedClaim, sealedClaim } from '#domain/sealed-record.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { ClaimRevision, ListTerms } from '#store/claims/claim-corrections.ts'
import type { ClaimStore } from '#store/claims/claims.ts'
import type { NewClaim } from '#store/database/schema.ts'
import type { Store } from '#store/store.ts'
import { checkClaimSignature } from './check-claim-signature.ts'
import { claimWindowAt } from './claim-controls.ts'
import { assertUsableDestination } from './destination-lookup.ts'

/**
 * Accepts a claim and returns its id and a signed receipt once it is durably written. The cheap checks come first, so that a flood
 * of nonsense costs little: the text, then the holder list, then the signature. That an address claims once
 * is decided by the store's constraint alone. `client` is who submits it, as far as clients can be told apart. Throws what is wrong with the claim.
 */
export async function submitClaim(
  app: AppContext,
  claim: SubmitClaimBody,
  client: string | null,
): Promise<ConfirmedClaim> {
  const { claimWriter, now } = app
  const { accepted, under } = await acceptClaim(app, claim, client, async (address, nonce) => {
    await assertFirstClaim(app, address, nonce)
    return makeReference()
  })
  const submittedAtMs = now()
  const written = await claimWriter.insert({
    ...accepted,
    status: 'queued',
    submittedAtMs,
    solTx: null,
    settledAtMs: null,
    rejectReason: null,
  })
  if (!written) throw await insertConflict(app, accepted)
  return confirmClaim(app, accepted, under, submittedAtMs)
}

/** An accepted claim's id, and the portal's receipt for it. */
interface ConfirmedClaim {
  id: string
  receipt: SignedPortalReceipt
}

/** Confirms a claim that is durably written: the receipt names the portal, the token and the list that it was accepted under. */
async function confirmClaim(
  { receiptSigner, settings }: AppContext,
  { id, evmAddress, solAddress, amountUA }: ClaimRevision,
  under: AcceptedUnder,
  receivedAtMs: number,
): Promise<ConfirmedClaim> {
  const { publicUrl, tokenName, tokenSymbol } = settings
  const of = { portal: publicUrl ?? tokenName, token: `${tokenName} (${tokenSymbol})` }
  const receipt = { ...of, claim: id, eth: evmAddress, sol: solAddress, amountUA, ...under, receivedAtMs }
  return { id, receipt: await signReceipt(receiptSigner, receipt) }
}

/** The list in force when a claim was accepted, and the token that it is to be paid in. */
type AcceptedUnder = Pick<PortalReceipt, 'fileHash' | 'root' | 'mint'>

/**
 * Checks a claim by everything but the claims on record, and seals it. `idOf` gives its id, or throws why there can be none for this
 * address and nonce: before the cost of the signature check.
 */
async function acceptClaim(
  app: AppContext,
  claim: SubmitClaimBody,
  client: string | null,
  idOf: (address: EvmAddress, nonce: string) => Promise<string>,
): Promise<{ accepted: ClaimRevision; under: AcceptedUnder }> {
  const address = readEvmAddress(claim.eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  const chainId = readSupportedChain(app, claim.chainId)
  const nonce = String(claim.nonce)
  assertFreshNonce(app, nonce, 'contract')
  await assertAccepted(app)
  const solAddress = await assertUsableDestination(app, claim.sol, claim.confirmProgramOwned ?? false)

  const [allocation, id] = await firstErrorInOrder([readAllocation(app, address), idOf(address, nonce)])
  const { snapshotId, amountWei, amountUA, fileHash, root } = allocation
  const mint = await assertFits(app, amountUA)
  const siweTerms = siweTermsOf(app.settings, fileHash)
  const facts = { address, chainId, amountUA, nonce, fileHash, siweTerms, client }
  const signedBy = await checkClaimSignature(app, claim, facts)
  // The node of a contract wallet may have taken its time.
  assertFreshNonce(app, nonce, signedBy)
  await assertAccepted(app)
  // Who is on the deny list is told to those alone who signed for the address.
  await assertNotDenied(app, address, solAddress)

  const accepted: AcceptedClaim = {
    id,
    evmAddress: address,
    ethSigned: claim.eth,
    solAddress,
    amountWei,
    amountUA,
    chainId,
    nonce,
    signature: claim.signature,
    signedBy,
    siweTerms,
  }
  return {
    accepted: { ...accepted, snapshotId, seal: app.seals.make(sealedClaim(accepted)) },
    under: { fileHash: fileHash ?? '', root: root ?? '', mint },
  }
}

/** The store writes no second claim of an address, none signed before one that was reset, and none while claims are paused. */
async function insertConflict({ store, claimControls }: AppContext, { evmAddress, nonce }: ClaimRevision) {
  if (await store.claims.findByAddress(evmAddress)) return new PortalError('already_claimed')
  if (await isSignedBeforeReset(store, evmAddress, nonce)) return new PortalError('nonce_not_newer')
  claimControls.forget()
  return new PortalError('claims_paused')
}

function readSupportedChain({ settings }: AppContext, value: number | string): number {
  const chainId = readChainId(value)
  const isSupported = settings.networks.some((network) => readChainId(network.chainId) === chainId)
  if (chainId === null || !isSupported) throw new PortalError('unsupported_chain')
  return chainId
}

function assertFreshNonce({ now }: AppContext, nonce: string, signedBy: SignedBy): void {
  if (!isNonceFresh(Number(nonce), now(), signedBy)) throw new PortalError('stale_nonce')
}

async function assertAccepted({ claimControls, now }: AppContext): Promise<void> {
  const controls = await claimControls.read()
  const window = claimWindowAt(controls, now())
  if (window === 'not_open') throw new PortalError('claims_not_open')
  if (window === 'closed') throw new PortalError('claims_closed')
  if (controls.isPaused) throw new PortalError('claims_paused')
}

async function readAllocation(app: AppContext, address: EvmAddress) {
  const allocation = await activeAllocation(app, address)
  if (!allocation || allocation.amountWei === 0n) throw new PortalError('no_allocation')
  const { snapshot, amountWei } = allocation
  const amountUA = formatDecimalUnits(amountWei, app.settings.coinDecimals)
  return { snapshotId: snapshot.id, fileHash: snapshot.fileHash, root: snapshot.root, amountWei, amountUA }
}

/**
 * No token account can be paid more than a u64. Returns the token's mint; null where no sender is configured yet, and so its decimals are
 * not known either.
 */
async function assertFits({ store }: AppContext, amountUA: AmountUA): Promise<string | null> {
  const sender = await store.senders.find('bulk')
  if (sender && fitBaseUnits(amountUA, sender.mintDecimals) === null)
    throw new PortalError('amount_exceeds_u64')
  return sender?.mintAddress ?? null
}

/**
 * Spares the cost of the signature check where the answer is known. The claim is looked for before the
 * payment: if a reset deletes it in between, any payment of it was recorded before, and the second check
 * finds it.
 */
async function assertFirstClaim({ store }: AppContext, address: EvmAddress, nonce: string): Promise<void> {
  if (await store.claims.findByAddress(address)) throw new PortalError('already_claimed')
  if (await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)) throw new PortalError('already_paid')
  if (await isSignedBeforeReset(store, address, nonce)) throw new PortalError('nonce_not_newer')
}

/** Returns true where a Reset deleted a claim of this address that was signed at the same time or later. */
async function isSignedBeforeReset({ claims }: Store, address: EvmAddress, nonce: string): Promise<boolean> {
  const newest = await claims.resetNonce(address)
  return newest !== undefined && BigInt(nonce) <= BigInt(newest)
}

/** Waits for all of these, and throws what the first of them in order was rejected with, whichever was the first in time. */
async function firstErrorInOrder<const Results extends readonly unknown[]>(
  promises: { readonly [Place in keyof Results]: Promise<Results[Place]> },
): Promise<Results> {
  const settled = await Promise.allSettled(promises)
  const refused = settled.find((one) => one.status === 'rejected')
  if (refused) throw refused.reason
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as Results
}

/** Keeps one commit short: later claims wait for it. */
const MAX_CLAIMS_PER_COMMIT = 1000

/** The next is written while the last one is synced to the disk. */
const MOST_COMMITS = 2

export interface ClaimWriter {
  /** Resolves once the claim is durably committed: false when its address has a claim already, and nothing was written. */
  insert(claim: NewClaim): Promise<boolean>
}

/**
 * Writes claims with one commit, and so one sync of the disk, for all that came while the last ones were under way: ten times what one a
 * claim allows.
 */
export function createClaimWriter(claims: Pick<ClaimStore, 'insertMany'>): ClaimWriter {
  const insert = batchPerTick<NewClaim, boolean>(
    async (batch) => {
      const written = await claims.insertMany(batch.toSorted(byAddress))
      return batch.map(({ id }) => written.has(id))
    },
    { maxBatchSize: MAX_CLAIMS_PER_COMMIT, mostUnderWay: MOST_COMMITS },
  )
  return { insert }
}

/** Two commits at once that take the same unique keys in different orders would wait for each other forever. */
function byAddress(a: NewClaim, b: NewClaim): number {
  return a.evmAddress < b.evmAddress ? -1 : 1
}

/**
 * Replaces the Solana address of the claim of an EVM address by one that its wallet has signed anew, and queues a rejected claim
 * again. It is checked as a first claim is; the store alone decides whether a payout has taken it. Throws no_claim,
 * claim_of_other_address, nonce_not_newer, claim_under_way, key_required, already_paid, or as submitClaim does.
 */
export async function correctClaim(
  app: AppContext,
  eth: string,
  claim: SubmitClaimBody,
  client: string | null,
): Promise<ConfirmedClaim> {
  const address = readEvmAddress(eth)
  if (address === null) throw new PortalError('invalid_eth_address')
  if (readEvmAddress(claim.eth) !== address) throw new PortalError('claim_of_other_address')
  const { accepted, under } = await acceptClaim(app, claim, client, (_, nonce) =>
    findCorrectable(app, address, nonce),
  )
  const nowMs = app.now()
  const outcome = await app.store.claimCorrections.correct(accepted, nowMs, listTerms(app.settings))
  if (outcome === 'unknown_claim') throw new PortalError('no_claim')
  if (outcome !== 'done') throw new PortalError(outcome)
  return confirmClaim(app, accepted, under, nowMs)
}

/** With a cooling-off time a run keeps its list: who corrected it would be paid without one. */
export function listTerms({ coolingOffMinutes }: PortalSettings): ListTerms {
  return { keepsListed: coolingOffMinutes > 0 }
}

/** Finds the claim to be corrected. Spares the cost of the signature check where the answer is known. */
async function findCorrectable({ store }: AppContext, address: EvmAddress, nonce: string): Promise<string> {
  const claim = await store.claims.findByAddress(address)
  if (!claim) throw new PortalError('no_claim')
  if (claim.status === 'sent') throw new PortalError('claim_under_way')
  if (BigInt(nonce) <= BigInt(claim.nonce)) throw new PortalError('nonce_not_newer')
  if (await store.claims.wasPaid(address, MAINNET_GENESIS_HASH)) throw new PortalError('already_paid')
  return claim.id
}
