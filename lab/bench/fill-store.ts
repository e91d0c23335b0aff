import { randomBytes } from 'node:crypto'
import { address, getAddressDecoder } from '@solana/kit'
import type { Insertable } from 'kysely'
import { type AmountUA, formatDecimalUnits, toBaseUnits, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Database } from '#store/database/database.ts'
import type { NewAttempt, NewClaim } from '#store/database/schema.ts'
import type { AttemptTransferTable } from '#store/payouts/payout-tables.ts'
import { createStore } from '#store/store.ts'
import { sampleAttempt, sampleRun, sampleTransfer } from '../../test/harness/sample-rows.ts'

const CLAIMS_PER_COMMIT = 1000
const TRANSFERS_PER_TRANSACTION = 9
export const SPAN_MS = 30 * 24 * 3_600_000
export const START_MS = Date.UTC(2026, 0, 1)

/** A tenth of the holders do not claim. */
const HOLDERS_PER_CLAIM = 1.1

const MINT_DECIMALS = 6

const FROZEN = "The wallet's token account is frozen"

const addresses = getAddressDecoder()

/** So many holders name the same wallet. */
const EXCHANGE = address('ExchangeExchangeExchangeExchangeExchange1111')

/**
 * Fills a store as a migration two thirds through would have: claims over thirty days; of every ten, six are sent by a run and
 * three are queued (one of them after a failed payment), one is rejected; a few payments are under way.
 */
export async function fillStore(
  database: Database,
  claimCount: number,
  onProgress: (claims: number) => void,
): Promise<void> {
  const store = createStore(database)
  const run = await store.runs.create(sampleRun({ transferCount: claimCount }))
  if (!run) throw new Error('The store is not empty')
  await publishHolders(database, Math.ceil(claimCount * HOLDERS_PER_CLAIM))
  for (let start = 0; start < claimCount; start += CLAIMS_PER_COMMIT) {
    const claims = Array.from({ length: Math.min(CLAIMS_PER_COMMIT, claimCount - start) }, (_, n) =>
      makeClaim(start + n, claimCount),
    )
    await store.claims.insertMany(claims)
    await addPayments(database, run.id, claims)
    onProgress(start + claims.length)
  }
  await store.runs.finish(run.id, 'stopped', null, START_MS + SPAN_MS)
}

async function publishHolders(database: Database, count: number): Promise<void> {
  const { snapshots } = createStore(database)
  const id = await snapshots.stage('holders.csv', 'nonce', START_MS)
  for (let start = 0; start < count; start += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - start) }, (_, n) => ({
      address: addressOf(start + n),
      amountWei: weiOf(start + n),
      seal: '',
    }))
    await snapshots.addRows(id, rows)
  }
  await snapshots.publish(id, {
    fileHash: '0'.repeat(64),
    root: `0x${'0'.repeat(64)}`,
    addressCount: count,
    totalWei: 1n as Wei,
    nowMs: START_MS,
    seal: '',
  })
}

/** The number of the last payment, of so many claims. */
export function lastTransferOf(claimCount: number): number {
  return Math.floor(claimCount * 0.7)
}

/** Spread over all addresses as real ones are, and the same for the same number. */
export function addressOf(n: number): EvmAddress {
  const spread = BigInt.asUintN(160, BigInt(n + 1) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn)
  return `0x${spread.toString(16).padStart(40, '0')}` as EvmAddress
}

/** From a millionth of a coin to hundreds of thousands. */
function weiOf(n: number): Wei {
  return (10n ** BigInt(12 + (n % 12)) * BigInt((n * 7919) % 1_000_000) + BigInt(n)) as Wei
}

export function makeClaim(n: number, of: number): NewClaim {
  const evmAddress = addressOf(n)
  const wei = weiOf(n)
  const submittedAtMs = START_MS + Math.floor((n / of) * SPAN_MS)
  const status = n % 10 < 6 ? 'sent' : n % 10 === 9 ? 'rejected' : 'queued'
  return {
    id: `BENCH-${n}`,
    evmAddress,
    ethSigned: evmAddress,
    // One in fifty names the same wallet: an exchange's.
    solAddress: n % 50 === 0 ? EXCHANGE : addresses.decode(randomBytes(32)),
    snapshotId: 1,
    amountWei: wei,
    amountUA: formatDecimalUnits(wei, 18),
    chainId: 56,
    nonce: String(submittedAtMs),
    signature: `0x${randomBytes(65).toString('hex')}`,
    signedBy: 'key',
    siweTerms: null,
    seal: '',
    status,
    submittedAtMs,
    settledAtMs: status === 'queued' ? null : submittedAtMs + 3_600_000,
    solTx: status === 'sent' ? `transaction-${Math.floor(n / TRANSFERS_PER_TRANSACTION)}` : null,
    rejectReason: status === 'rejected' ? 'Not the holder' : null,
  }
}

/** The payments of these claims, and the transactions that carried them. */
async function addPayments({ db }: Database, runId: number, claims: readonly NewClaim[]): Promise<void> {
  const paid = claims.filter(({ status }) => status === 'sent')
  const failed = claims.filter(({ status }, n) => status === 'queued' && n % 10 === 6)
  const rows = [...paid, ...failed].map((claim) =>
    sampleTransfer(claim, {
      ...toBaseUnits(claim.amountUA as AmountUA, MINT_DECIMALS),
      runId,
      state: claim.status === 'sent' ? 'paid' : 'failed',
      mintDecimals: MINT_DECIMALS,
      failure: claim.status === 'sent' ? null : FROZEN,
      paidTx: claim.solTx ?? null,
      recordedBy: claim.status === 'sent' ? 'run' : null,
      settledAtMs: claim.settledAtMs ?? null,
    }),
  )
  await db.transaction().execute(async (tx) => {
    const transfers = await tx.insertInto('transfer').values(rows).returning(['id', 'state']).execute()
    const carried = transfers.filter(({ state }) => state === 'paid')
    const attempts: NewAttempt[] = []
    const links: Insertable<AttemptTransferTable>[] = []
    for (const [index, { id }] of carried.entries()) {
      const position = index % TRANSFERS_PER_TRANSACTION
      if (position === 0)
        attempts.push(sampleAttempt(runId, 1, { state: 'paid', slot: 1, resolvedAtMs: START_MS }))
      links.push({ attemptId: attempts.at(-1)?.id ?? '', transferId: id, position, inFlight: 0, runId })
    }
    const failures = transfers.flatMap(({ id, state }) =>
      state === 'failed' ? [{ runId, transferId: id, reason: FROZEN, atMs: START_MS }] : [],
    )
    await tx.insertInto('transfer_failure').values(failures).execute()
    await tx.insertInto('attempt').values(attempts).execute()
    await tx.insertInto('attempt_transfer').values(links).execute()
  })
}
