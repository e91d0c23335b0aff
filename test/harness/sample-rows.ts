import { randomBytes } from 'node:crypto'
import type { Address } from '@solana/kit'
import { claimScope } from '#payout/fill-run.ts'
import type { ClaimRevision } from '#store/claims/claim-corrections.ts'
import type { NewAttempt, NewClaim, NewRun, NewTransfer } from '#store/database/schema.ts'
import type { DistributionEntry } from '#store/payouts/distributions.ts'
import { branded, type Plain } from './plain.ts'

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
    status: 'queued',
    submittedAtMs: 1_000 + serial,
    solTx: null,
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
    slot: null,
    feeLamports: 5000n,
    rentLamports: 0n,
    error: null,
    ...change,
  })
}
