import type { Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Distribution } from '#domain/payout-source.ts'
import type { Run } from '#domain/run.ts'
import { SIMULATED_SEALS } from '#lab/simulation/simulated-seals.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { NewAttempt, NewClaim, NewRun, NewTransfer, OperatorAction } from '#store/database/schema.ts'
import type { JournaledAttempt, PlannedTransfer } from '#store/payouts/journal.ts'
import type { ClaimScope } from '#store/payouts/run-lists.ts'
import { createStore, openStore, type Store } from '#store/store.ts'
import type { StoreContext } from './each-store.ts'
import {
  branded,
  GENESIS,
  MINT,
  type Plain,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  sampleTransfer,
  WALLET,
} from './sample-rows.ts'

/** What is in a store before a test of it begins, written by the store itself. */

export const WALLET_KEY = { genesisHash: GENESIS, walletAddress: WALLET, mintAddress: MINT }

/** Adds as many claims as changes are given. */
export async function insertClaims(
  { claims }: Pick<Store, 'claims'>,
  ...changes: Partial<Plain<NewClaim>>[]
): Promise<NewClaim[]> {
  const made = changes.map((change) => sampleClaim(change))
  await claims.insertMany(made)
  return made
}

export async function insertClaim(
  store: Pick<Store, 'claims'>,
  change: Partial<Plain<NewClaim>> = {},
): Promise<NewClaim> {
  const [claim] = await insertClaims(store, change)
  return claim as NewClaim
}

export async function beginRun(
  { runs }: Pick<Store, 'runs'>,
  change: Partial<Plain<NewRun>> = {},
  scope?: ClaimScope,
): Promise<Run> {
  const run = await runs.create(sampleRun(change), scope)
  if (!run) throw new Error('a run is under way')
  return run
}

/** Puts the payments of claims on the list of a run. */
export function listPayments(
  { runs }: Pick<Store, 'runs'>,
  { id }: Pick<Run, 'id'>,
  claims: readonly NewClaim[],
  change: Partial<Plain<NewTransfer>> = {},
): Promise<void> {
  return runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { ...change, runId: id })))
}

/** Begins a run that has the payments of so many new claims on its list. */
export async function beginListed(store: Store, count: number, change: Partial<Plain<NewRun>> = {}) {
  const claims = await insertClaims(store, ...Array.from({ length: count }, () => ({})))
  const run = await beginRun(store, change)
  await listPayments(store, run, claims)
  return { run, claims }
}

/** Leases a wallet, always to the same owner. Returns its newest fence. */
export async function leaseWallet(
  { leases }: Pick<Store, 'leases'>,
  wallet: string = WALLET,
): Promise<number> {
  const fence = await leases.acquireFree(wallet, 'test', 1, 1000)
  if (fence === null) throw new Error('another has the wallet')
  return fence
}

type Signing = Pick<Run, 'id' | 'walletAddress'>

/** Leases the wallet of a run, and journals one transaction with these payments. */
export async function signPayments(
  store: Pick<Store, 'leases' | 'journal'>,
  { id, walletAddress }: Signing,
  transfers: readonly PlannedTransfer[],
  change: Partial<Plain<NewAttempt>> = {},
): Promise<JournaledAttempt> {
  const fence = await leaseWallet(store, walletAddress)
  const attempt = sampleAttempt(id, fence, { walletAddress, ...change })
  const [journaled] = await store.journal.write({ name: walletAddress, fence }, id, [{ attempt, transfers }])
  if (!journaled) throw new Error('nothing was journaled')
  return journaled
}

/** Journals one transaction with the next so many payments on the list of a run. */
export async function signNext(
  store: Pick<Store, 'leases' | 'journal'>,
  run: Signing,
  count: number,
  change: Partial<Plain<NewAttempt>> = {},
): Promise<JournaledAttempt> {
  return signPayments(store, run, await store.journal.nextTransfers(run.id, count), change)
}

export function sampleDistribution(change: Partial<Plain<Distribution>> = {}): Distribution {
  return branded<Distribution>({
    id: 'DIST',
    fileName: 'f.xlsx',
    fileHash: 'hash',
    mintName: null,
    rowCount: 1,
    totalBaseUnits: 0n,
    mintAddress: MINT,
    mintDecimals: 9,
    genesisHash: GENESIS,
    createdAtMs: 1,
    ...change,
  })
}

/** Publishes a holder list with these rows. Returns its number. */
export async function publishRows(
  { snapshots }: Pick<Store, 'snapshots'>,
  rows: readonly { address: string; amountWei: bigint; seal?: string }[],
  facts: Partial<Parameters<Store['snapshots']['publish']>[1]> = {},
): Promise<number> {
  const id = await snapshots.stage('holders.csv', 'nonce', 1)
  await snapshots.addRows(
    id,
    rows.map(({ address, amountWei, seal = 'seal' }) => ({
      address: address as EvmAddress,
      amountWei: amountWei as Wei,
      seal,
    })),
  )
  const sum = rows.reduce((total, { amountWei }) => total + amountWei, 0n) as Wei
  const known = { fileHash: 'hash', root: 'root', addressCount: rows.length, totalWei: sum, nowMs: 2 }
  const outcome = await snapshots.publish(id, { ...known, seal: 'seal', ...facts })
  if (outcome !== 'published') throw new Error(`the list was not published: ${outcome}`)
  return id
}

/** What an operator did, for the record of it. */
export function actionOf(action: OperatorAction, subject = 'x', atMs = 1) {
  return { atMs, action, subject, detail: '' }
}

/** Opens the store a second time, sealed, with the database beneath it. */
export async function openBeside({
  location,
}: Pick<StoreContext, 'location'>): Promise<AsyncDisposable & { store: Store; db: Database['db'] }> {
  const database = await openDatabase(location)
  const store = createStore(database, SIMULATED_SEALS)
  return { store, db: database.db, [Symbol.asyncDispose]: () => store.close() }
}

/**
 * The stores of several servers, to write by turns. On SQLite it is one: two connections to one file within one process would wait for
 * each other forever.
 */
export async function openServers({ store, location }: StoreContext) {
  const count = location.startsWith('postgres') ? 2 : 0
  const others = await Promise.all(Array.from({ length: count }, () => openStore(location)))
  const stores = [store, ...others]
  return {
    of: (turn: number) => stores[turn % stores.length] ?? store,
    async [Symbol.asyncDispose]() {
      await Promise.all(others.map((other) => other.close()))
    },
  }
}
