import { randomBytes } from 'node:crypto'
import type { NewAttempt, NewClaim, NewRun, NewTransfer } from '#store/schema.ts'

/** Rows that stand in for real ones where only the store is looked at. */

let serial = 0

export function sampleClaim(change: Partial<NewClaim> = {}): NewClaim {
  serial += 1
  const address = `0x${serial.toString(16).padStart(40, '0')}`
  return {
    id: `CLAIM-${serial}`,
    evmAddress: address,
    ethSigned: address,
    solAddress: `So1ana${serial}`,
    snapshotId: 1,
    amountWei: '1500000000000000000',
    amountUA: '1.5',
    chainId: 56,
    nonce: '1',
    signature: '0x',
    status: 'queued',
    submittedAtMs: 1_000 + serial,
    solTx: null,
    rejectReason: null,
    ...change,
  }
}

export const GENESIS = 'genesis-of-a-test-cluster'
export const WALLET = 'wallet-of-a-test'

export function sampleRun(change: Partial<NewRun> = {}): NewRun {
  return {
    sender: 'bulk',
    distributionId: null,
    state: 'running',
    walletAddress: WALLET,
    mintAddress: 'mint',
    mintDecimals: 9,
    tokenProgram: 'token-program',
    genesisHash: GENESIS,
    rpcUrl: 'http://127.0.0.1:1',
    batchSize: 10,
    delayMs: 1000,
    priorityFeeCap: 1_000_000,
    estimatedFeeLamports: '0',
    estimatedRentLamports: '0',
    transferCount: 0,
    batchCount: 0,
    message: null,
    startedAtMs: 1,
    finishedAtMs: null,
    ...change,
  }
}

/** The payment of a claim, on no run's list yet. */
export function sampleTransfer(
  { id, evmAddress, solAddress }: Pick<NewClaim, 'id' | 'evmAddress' | 'solAddress'>,
  change: Partial<NewTransfer> = {},
): NewTransfer {
  return {
    claimId: id,
    evmAddress,
    distributionId: null,
    rowNumber: null,
    runId: null,
    state: 'queued',
    recipient: solAddress,
    baseUnits: '1500000000',
    dustUA: '0',
    mintAddress: 'mint',
    mintDecimals: 9,
    genesisHash: GENESIS,
    packLimit: null,
    failure: null,
    paidTx: null,
    settledAtMs: null,
    ...change,
  }
}

/** The payment of a claim that was marked sent. */
export function samplePayment(claim: Parameters<typeof sampleTransfer>[0], paidTx = 'tx') {
  return {
    ...sampleTransfer(claim, { state: 'paid', recordedBy: 'mark_sent', settledAtMs: 1 }),
    paidTx,
  }
}

export function sampleAttempt(runId: number, fence: number, change: Partial<NewAttempt> = {}): NewAttempt {
  const id = randomBytes(16).toString('base64url')
  return {
    id,
    runId: runId,
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
    feeLamports: '5000',
    rentLamports: '0',
    error: null,
    ...change,
  }
}
