import type { Address } from '@solana/kit'
import { sumBaseUnits } from '#domain/amounts.ts'
import { comparePayments } from '#domain/match-payments.ts'
import type { ChainPayment } from '#domain/payment.ts'
import type { DifferenceKind, Run, RunComparison } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import type { Clock } from '#payout/clock.ts'
import type { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { payingAccount } from '#payout/paying-account.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { readUnknown, unknownPaymentsAmong, unrecordedOutflow } from './unknown-payments.ts'
import { isFerryPayment, readHistory } from './wallet-history.ts'

/** A payment as the records have it. */
export interface RecordedPayment {
  /** The name by which a person finds it: a claim's id, or a row of a distribution. */
  reference: string
  recipient: Address
  baseUnits: bigint
  signature: string
  /**
   * True when it was recorded without a run: it may have come from another wallet, whose history was not
   * read.
   */
  isFromElsewhere: boolean
  /** False where an operator marked it sent although no transaction shows it. */
  isProved: boolean
}

export interface Difference {
  kind: DifferenceKind
  reference: string | null
  recipient: Address
  signature: string
  recordedBaseUnits: bigint
  chainBaseUnits: bigint
}

/** Matches records and chain, transaction by transaction and recipient by recipient, to the base unit. */
export function compareWithChain(
  records: readonly RecordedPayment[],
  chain: readonly ChainPayment[],
): Difference[] {
  const recipients = new Set(records.map(({ recipient }) => recipient))
  return placesOf(records, chain).flatMap((place) => describeDifference(place, recipients))
}

/**
 * Counts the payments that the chain shows. A movement that is several of the records to the base unit, made to one wallet in one
 * transaction, counts as these; any other as one.
 */
export function countOnChain(records: readonly RecordedPayment[], chain: readonly ChainPayment[]): number {
  return placesOf(records, chain).reduce(
    (count, { result, recorded, onChain }) => count + (result === null ? recorded : onChain).length,
    0,
  )
}

/** What records and chain have at one place, and how it differs. */
interface Place {
  recorded: readonly RecordedPayment[]
  onChain: readonly ChainPayment[]
  result: ReturnType<typeof comparePayments>
}

function placesOf(records: readonly RecordedPayment[], chain: readonly ChainPayment[]): Place[] {
  const paid = Map.groupBy(chain, placeOf)
  const expected = Map.groupBy(divideRecords(records, chain).compared, placeOf)
  return [...new Set([...paid.keys(), ...expected.keys()])].map((place) => {
    const [recorded, onChain] = [expected.get(place) ?? [], paid.get(place) ?? []]
    return { recorded, onChain, result: comparePayments(recorded, onChain) }
  })
}

/**
 * Tells the records that the wallet's history has to show from those that it need not: payments that were recorded by hand, of a
 * transaction that is not in it.
 */
export function divideRecords(
  records: readonly RecordedPayment[],
  chain: readonly ChainPayment[],
): Record<'compared' | 'elsewhere' | 'unproved', RecordedPayment[]> {
  const shown = new Set(chain.map(placeOf))
  const byHand = (record: RecordedPayment) => record.isFromElsewhere && !shown.has(placeOf(record))
  return {
    compared: records.filter((record) => !byHand(record)),
    elsewhere: records.filter((record) => byHand(record) && record.isProved),
    unproved: records.filter((record) => byHand(record) && !record.isProved),
  }
}

function describeDifference(
  { recorded, onChain, result }: Place,
  recipients: ReadonlySet<string>,
): Difference[] {
  if (result === null) return []
  const [payment] = onChain
  if (!payment) {
    return recorded.map((missing) => difference('missing', missing, missing.reference, missing.baseUnits, 0n))
  }
  const paidAgain = recipients.has(payment.recipient) ? 'duplicate' : 'foreign'
  const kind = result === 'unexpected' ? paidAgain : 'different_amount'
  return [difference(kind, payment, referencesOf(recorded), sumBaseUnits(recorded), sumBaseUnits(onChain))]
}

/**
 * Returns the key of a transaction's recipient: payments to one wallet within one transaction are one
 * movement.
 */
function placeOf({ signature, recipient }: { signature: string; recipient: string }): string {
  return `${signature} ${recipient}`
}

function referencesOf(payments: readonly RecordedPayment[]): string | null {
  return payments.length === 0 ? null : payments.map(({ reference }) => reference).join(', ')
}

function difference(
  kind: DifferenceKind,
  { recipient, signature }: { recipient: Address; signature: string },
  reference: string | null,
  recordedBaseUnits: bigint,
  chainBaseUnits: bigint,
): Difference {
  return { kind, reference, recipient, signature, recordedBaseUnits, chainBaseUnits }
}

interface RunReading {
  comparison: RunComparison
  /**
   * One answer shows the whole history with a payment of the run: only the run's cluster has that
   * transaction.
   */
  showsItsCluster: boolean
}

/**
 * Compares a run that has ended with the wallet's history since the run began. Recorded transactions are only
 * looked up in it: their bytes are known, so one that landed without error paid what the journal says. All
 * others are read. Needs a verified read unless it shows its cluster: the node's cluster is not checked here.
 * Throws RpcUnavailableError.
 */
export async function compareRun(
  store: Pick<Store, 'runs' | 'knownTransactions'>,
  node: SolanaRpc,
  run: Run,
  nowMs: number,
): Promise<RunReading> {
  const account = payingAccount(run)
  // First: what is decided meanwhile has the run compared once more.
  const { held: undecided } = await store.runs.signedOutcome(run.id)
  const paid = await store.runs.payments(run.id)
  const minContextSlot = paid.reduce((newest, { slot }) => Math.max(newest, slot ?? 0), 0)
  const { entries, isOneAnswer } = await readHistory(node, account.sourceTokenAccount, {
    sinceSlot: (run.anchorSlot ?? -2) + 1,
    minContextSlot,
  })
  const history = entries.filter(({ failed }) => !failed)
  const shown = new Set(history.map(({ signature }) => signature))
  const found = paid.filter(({ signature }) => shown.has(signature))
  const changes = await readUnknown(node, store, account, history)
  const unknown = await unknownPaymentsAmong(changes, store)
  const counts = {
    unknownPayments: unknown.payments,
    missing: countOf(paid) - countOf(found),
  }
  const otherOutflows = await outflowsAmong(store, changes)
  const comparison: RunComparison = {
    agrees: counts.unknownPayments + counts.missing + otherOutflows.length === 0,
    checkedAtMs: nowMs,
    payments: countOf(found),
    baseUnits: found.reduce((sum, { baseUnits }) => sum + baseUnits, 0n),
    ...counts,
    undecided,
    otherOutflows,
  }
  return { comparison, showsItsCluster: isOneAnswer && found.length > 0 }
}

async function outflowsAmong(
  { knownTransactions }: Pick<Store, 'knownTransactions'>,
  changes: Awaited<ReturnType<typeof readUnknown>>,
): Promise<string[]> {
  const others = changes.filter((change) => !isFerryPayment(change))
  const recorded = await knownTransactions.paidBy(others.map(({ signature }) => signature))
  const bySignature = Map.groupBy(recorded, ({ signature }) => signature)
  return others
    .filter((change) => unrecordedOutflow(change, bySignature.get(change.signature) ?? []))
    .map(({ signature }) => signature)
}

function countOf(payments: readonly { payments: number }[]): number {
  return payments.reduce((count, { payments }) => count + payments, 0)
}

type Records = Pick<Store, 'runs' | 'senders' | 'knownTransactions'>

/**
 * Compares every run that has ended with the chain, once, by the second node too where there is one, and
 * records the result. A run whose cluster can not be read now is compared later. Throws RpcUnavailableError.
 */
export async function compareEnded(
  store: Records,
  readerOf: (sender: Sender) => FailoverRpc,
  clock: Clock,
): Promise<void> {
  for (const run of await store.runs.uncompared()) {
    const sender = await store.senders.find(run.sender)
    if (!sender || sender.genesisHash !== run.genesisHash) continue
    const reader = readerOf(sender)
    const { comparison } = await reader.read(
      (node) => compareRun(store, node, run, clock.now()),
      ({ comparison: { agrees }, showsItsCluster }) => !agrees || !showsItsCluster,
    )
    const second = await compareBySecond(store, reader, run, clock.now())
    await store.runs.setComparison(run.id, second ? combineComparisons(comparison, second) : comparison)
  }
}

/** Returns null where there is no second node, or it does not answer. */
async function compareBySecond(
  store: Records,
  { second }: FailoverRpc,
  run: Run,
  nowMs: number,
): Promise<RunComparison | null> {
  if (!second) return null
  try {
    return await withGenesisCheck(
      second,
      run.genesisHash,
      async () => (await compareRun(store, second, run, nowMs)).comparison,
    )
  } catch (error) {
    if (error instanceof RpcUnavailableError) return null
    throw error
  }
}

/**
 * Combines two nodes' comparisons of one run. A node may lack what the chain has, and shows nothing that it
 * has not: what either shows counts.
 */
export function combineComparisons(first: RunComparison, second: RunComparison): RunComparison {
  const fuller = second.payments > first.payments ? second : first
  const unknownPayments = Math.max(first.unknownPayments, second.unknownPayments)
  const otherOutflows = [...new Set([...first.otherOutflows, ...second.otherOutflows])]
  const { missing } = fuller
  return {
    ...fuller,
    agrees: unknownPayments + missing + otherOutflows.length === 0,
    unknownPayments,
    otherOutflows,
  }
}
