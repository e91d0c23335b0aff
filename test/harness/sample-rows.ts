import { randomBytes } from 'node:crypto'
import { type Address, getBase58Decoder } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import type { AmountUA, BaseUnits, Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Run } from '#domain/run.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { type Sender, type SenderKind, sendingKeyPlace } from '#domain/sender.ts'
import { claimScope } from '#payout/fill-run.ts'
import type { ClaimRevision } from '#store/claims/claim-corrections.ts'
import type { NewAttempt, NewClaim, NewRun, NewTransfer } from '#store/database/schema.ts'
import type { DistributionEntry } from '#store/payouts/distributions.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'

/** Sample rows for tests of the store alone. */

let serial = 0

export function sampleClaim(change: Partial<Plain<NewClaim>> = {}): NewClaim {
  serial += 1
  const address = `0x${serial.toString(16).padStart(40, '0')}`
  return branded<NewClaim>({
    id: `CLAIM-${serial}`,
    evmAddress: address,
    ethSigned: address,
    solAddress: `So1ana${serial}`,
    snapshotId: 1,
    amountWei: 1500000000000000000n,
    amountUA: '1.5',
    chainId: 56,
    nonce: '1',
    signature: '0x',
    signedBy: 'key',
    siweTerms: null,
    seal: '',
    status: 'queued',
    submittedAtMs: 1_000 + serial,
    solTx: null,
    settledAtMs: null,
    rejectReason: null,
    ...change,
  })
}

/** The same claim as its wallet has signed it anew. */
export function signAnew(claim: NewClaim, change: Partial<Plain<ClaimRevision>> = {}): ClaimRevision {
  const { id, evmAddress, ethSigned, snapshotId, amountWei, amountUA, chainId, nonce } = claim
  const same = { id, evmAddress, ethSigned, snapshotId, amountWei, amountUA, chainId }
  return branded<ClaimRevision>({
    ...same,
    solAddress: `${claim.solAddress}Again`,
    nonce: String(Number(nonce) + 1),
    signature: '0xanew',
    signedBy: 'key',
    siweTerms: null,
    seal: 'anew',
    ...change,
  })
}

export const GENESIS = 'genesis-of-a-test-cluster'
export const WALLET = 'wallet-of-a-test' as Address
export const MINT = 'mint' as Address

/** A claim on the list of a run may be corrected until something is signed for it. */
export const FREE_UNTIL_SIGNED = { keepsListed: false }

/** The scope of a run that takes every queued claim. */
export const ALL_QUEUED = claimScope()

export function sampleRun(change: Partial<Plain<NewRun>> = {}): NewRun {
  return branded<NewRun>({
    sender: 'bulk',
    distributionId: null,
    state: 'running',
    walletAddress: WALLET,
    mintAddress: MINT,
    mintDecimals: 9,
    tokenProgram: 'token-program',
    genesisHash: GENESIS,
    batchSize: 10,
    delayMs: 1000,
    estimatedFeeLamports: 0n,
    estimatedRentLamports: 0n,
    transferCount: 0,
    batchCount: 0,
    message: null,
    startedAtMs: 1,
    finishedAtMs: null,
    ...change,
  })
}

/** The payment of a claim, on no run's list yet. */
export function sampleTransfer(
  { id, evmAddress, solAddress }: Plain<Pick<NewClaim, 'id' | 'evmAddress' | 'solAddress'>>,
  change: Partial<Plain<NewTransfer>> = {},
): NewTransfer {
  return branded<NewTransfer>({
    claimId: id,
    evmAddress,
    distributionId: null,
    rowNumber: null,
    runId: null,
    state: 'queued',
    recipient: solAddress,
    baseUnits: 1500000000n,
    dustUA: '0',
    mintAddress: MINT,
    mintDecimals: 9,
    genesisHash: GENESIS,
    packLimit: null,
    failure: null,
    paidTx: null,
    settledAtMs: null,
    ...change,
  })
}

/** A row of a distribution's file. */
export function sampleEntry(
  rowNumber: number,
  change: Partial<Plain<DistributionEntry>> = {},
): DistributionEntry {
  return branded<DistributionEntry>({ rowNumber, recipient: 'recipient', baseUnits: 1n, seal: '', ...change })
}

/** The payment of a claim that was marked sent. */
export function samplePayment(claim: Parameters<typeof sampleTransfer>[0], paidTx = 'tx') {
  return {
    ...sampleTransfer(claim, { state: 'paid', recordedBy: 'mark_sent', settledAtMs: 1 }),
    paidTx,
  }
}

export function sampleAttempt(
  runId: number,
  fence: number,
  change: Partial<Plain<NewAttempt>> = {},
): NewAttempt {
  const id = randomBytes(16).toString('base64url')
  return branded<NewAttempt>({
    id,
    runId,
    state: 'journaled',
    signature: `signature-of-${id}`,
    wireBytes: Buffer.from([1, 2, 3]),
    blockhash: 'blockhash',
    lastValidBlockHeight: 150,
    contextSlot: 1,
    walletAddress: WALLET,
    sourceTokenAccount: 'source',
    genesisHash: GENESIS,
    fence,
    journaledAtMs: 1,
    resolvedAtMs: null,
    heldAtMs: null,
    slot: null,
    feeLamports: 5000n,
    rentLamports: 0n,
    error: null,
    ...change,
  })
}

/** A record with the brands of addresses and amounts removed. */
export type Plain<Record> = { [Field in keyof Record]: PlainValue<Record[Field]> }

type PlainValue<Value> = Value extends Address | EvmAddress | AmountUA
  ? string
  : Value extends BaseUnits | Wei
    ? bigint
    : Value

/** Uses a name as an address, where nothing decodes it. */
export function addressNamed(name: string): Address {
  return name as Address
}

/** Uses a made-up record as a real one, where only the store is tested. */
export function branded<Record>(plain: Plain<Record>): Record {
  return plain as Record
}

/** A configured sender, where nothing is sent. */
export function sampleSender(change: Partial<Plain<Sender>> = {}): Sender {
  return branded<Sender>({
    kind: 'bulk',
    rpcUrl: 'http://127.0.0.1:1',
    fallbackRpcUrls: [],
    sourceOwner: null,
    sourceTokenAccount: null,
    mintExtensions: [],
    mintName: null,
    sealedKey: Buffer.alloc(0),
    walletAddress: WALLET,
    mintAddress: MINT,
    mintDecimals: 9,
    tokenProgram: 'token-program',
    genesisHash: GENESIS,
    batchSize: 10,
    delayMs: 1000,
    priorityFeeCap: 1_000_000,
    configuredAtMs: 1,
    ...change,
  })
}

/** Adds claims as accepted ones: sealed, as a contract wallet's, since no key signed them. */
export async function addClaims(
  { store, seals }: Pick<AppContext, 'store' | 'seals'>,
  claims: readonly NewClaim[],
): Promise<void> {
  await store.claims.insertMany(
    claims.map((claim) => {
      const accepted = { ...claim, signedBy: 'contract' as const, siweTerms: claim.siweTerms ?? null }
      return { ...accepted, seal: seals.make(sealedClaim(accepted)) }
    }),
  )
}

/** Finds a sender that was configured. */
export async function findSender(
  { store }: Pick<AppContext, 'store'>,
  kind: SenderKind = 'bulk',
): Promise<Sender> {
  const sender = await store.senders.find(kind)
  if (!sender) throw new Error(`the ${kind} sender is not configured`)
  return sender
}

/** Creates a run, over what a scope takes where one is given. */
export async function beginRun(
  { store }: Pick<AppContext, 'store'>,
  change: Parameters<typeof sampleRun>[0] = {},
  scope?: typeof ALL_QUEUED,
): Promise<Run> {
  const run = await store.runs.create(sampleRun(change), scope)
  if (!run) throw new Error('a run is under way')
  return run
}

const HOUR_MS = 3_600_000

/** Signs for the next transfers of a run, with a lease that keeps every server from its wallet until `fence` releases it. */
export async function journalNext(
  { store }: Pick<AppContext, 'store'>,
  { id, walletAddress }: Pick<Run, 'id' | 'walletAddress'>,
  { limit = 9, ...change }: Parameters<typeof sampleAttempt>[2] & { limit?: number } = {},
): Promise<{ attempt: JournaledAttempt; fence: number }> {
  const fence = (await store.leases.acquireFree(walletAddress, 'test', Date.now(), HOUR_MS)) ?? 0
  const transfers = await store.journal.nextTransfers(id, limit)
  const planned = { attempt: sampleAttempt(id, fence, { walletAddress, ...change }), transfers }
  const [attempt] = await store.journal.write({ name: walletAddress, fence }, id, [planned])
  if (!attempt) throw new Error('nothing was journaled')
  return { attempt, fence }
}

/** Saves a sender as if it had been configured with what is changed. */
export async function saveResealed(
  { secrets, store }: AppContext,
  sender: Sender,
  change: Partial<Plain<Sender>>,
): Promise<void> {
  const key = secrets.open(sender.sealedKey, sendingKeyPlace(sender))
  const changed = branded<Sender>({ ...sender, ...change })
  await store.senders.save({ ...changed, sealedKey: secrets.seal(key, sendingKeyPlace(changed)) })
}

/** Makes a signature of no transaction. */
export function unknownSignature(): string {
  return getBase58Decoder().decode(crypto.getRandomValues(new Uint8Array(64)))
}
