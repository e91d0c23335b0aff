import { createHash, type Hash } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { Payment } from '#domain/payment.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { Run } from '#domain/run.ts'
import { isLimited, type RunBudget, takeWithin, type WithinBudget } from '#domain/run-limits.ts'
import { keepUncorrected } from '#store/claims/claim-corrections.ts'
import { pageOfQueued } from '#store/claims/claims.ts'
import { sumDecimals } from '#store/database/column-readers.ts'
import type { Database, Dialect } from '#store/database/database.ts'
import { countRows } from '#store/database/queries.ts'
import type { NewOperatorAction, NewRun, NewTransfer, Schema } from '#store/database/schema.ts'
import { inLongTransaction } from '#store/database/transactions.ts'
import { recordAction } from '#store/operator-actions.ts'
import { isUnsigned } from './unsent-transfers.ts'

/** The queued claims that a run takes in the commit that creates it. */
export interface ClaimScope {
  /** Only these claims; null for any. */
  claimIds: readonly string[] | null
  /** Only claims that were submitted, and corrected, no later than this; null for all. */
  acceptedBy: number | null
  /** What was judged of them; null where it does not matter. */
  judged: JudgedPayments | null
  transferOf(claim: Claim, run: Run): NewTransfer
}

/** What a run over a distribution takes in the commit that creates it: what it still owes then. */
interface RowScope extends Pick<ClaimScope, 'judged'> {
  /** Leaves rows out, before the others are put on the list. */
  leaveOut?: ((run: Run) => Promise<unknown>) | undefined
}

const CLAIMS_PER_PAGE = 1000

/** Keeps the lists of runs: the transfers that each is to pay. */
export function createRunListStore({ db, dialect }: Database) {
  return {
    /** Puts owed payments on a run's list: see putOnList. */
    addTransfers: (transfers: readonly NewTransfer[]): Promise<void> => putOnList(db, transfers),

    /** Completes a run's list once more: see sealList. */
    sealList: (run: Run): Promise<Run> => inLongTransaction({ db, dialect }, (tx) => sealList(tx, run)),
  }
}

/** Tells that a run has begun, once that is committed. */
export function tellOfRun(observe: Observe, { id, sender, walletAddress, distributionId }: Run): void {
  observe({ event: 'run_created', runId: id, sender, wallet: walletAddress, distributionId })
}

/**
 * Inserts a run with its list, and records who started it: see listRun. Returns undefined when the wallet has an unfinished run, or the same
 * start made one: unique indexes decide. Throws OtherPaymentsError.
 */
export async function insertRun(
  tx: Transaction<Schema>,
  dialect: Dialect,
  run: NewRun,
  scope: ClaimScope | RowScope | undefined,
): Promise<Run | undefined> {
  const created = await tx
    .insertInto('run')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!created) return undefined
  const listed = await listRun(tx, dialect, created, scope)
  await recordAction(tx, await describeStart(tx, dialect, listed))
  return listed
}

async function describeStart(
  tx: Transaction<Schema>,
  dialect: Dialect,
  run: Run,
): Promise<NewOperatorAction> {
  const { sum } = await tx
    .selectFrom('transfer')
    .select(({ ref }) => sumDecimals.of(dialect, ref('baseUnits')).as('sum'))
    .where('runId', '=', run.id)
    .where('state', '<>', 'left_out')
    .executeTakeFirstOrThrow()
  const what = run.distributionId === null ? 'claims' : `distribution ${run.distributionId}`
  const payments = `${run.transferCount} ${run.transferCount === 1 ? 'payment' : 'payments'}`
  const tokens = `${formatDecimalUnits(BigInt(sum), run.mintDecimals)} tokens of ${run.mintAddress}`
  return {
    atMs: run.startedAtMs,
    action: 'start_run',
    subject: runSubject(run.id),
    // Those that can not be paid are on the list as well.
    detail: `${what}: a list of ${payments}, ${tokens}, by the wallet ${run.walletAddress}`,
  }
}

/** Names a run in the record of actions. */
export const runSubject = (runId: number) => `run ${runId}`

/**
 * Puts on a run's list the queued claims in scope, or what its distribution still owes, and where it was neither limited nor shown, what
 * earlier runs left unsettled. What is queued after that commit is no part of it. Without a scope no claim is.
 */
async function listRun(
  tx: Transaction<Schema>,
  dialect: Dialect,
  created: Run,
  scope: ClaimScope | RowScope | undefined,
): Promise<Run> {
  const judged = scope?.judged ?? null
  if (judged && (await countUnderWay(tx, created.distributionId)) !== judged.underWay) {
    throw new OtherPaymentsError()
  }
  if (scope && 'leaveOut' in scope) await scope.leaveOut?.(created)
  let taken: PaymentDigest
  if (created.distributionId !== null) taken = await listDistribution(tx, created)
  else if (scope && 'transferOf' in scope) taken = await listClaims(tx, dialect, created, scope)
  else return created
  if (judged && taken.toString() !== judged.digest) throw new OtherPaymentsError()
  // What expires is sent again by the run that has it: beyond what was shown, or than a limited one was started for.
  if (!judged && !isLimited(created)) await adoptUnsettled(tx, created)
  return sealList(tx, created)
}

/**
 * Puts the payments of the queued claims in scope on a new run's list, in order of arrival, as many as its limits allow. Each goes to the
 * address that its claim has in this commit: no claim is corrected meanwhile, and one that is corrected later takes its payment along
 * (see claim-corrections.ts). Returns what was taken.
 */
async function listClaims(
  tx: Transaction<Schema>,
  dialect: Dialect,
  run: Run,
  { claimIds, acceptedBy, transferOf }: ClaimScope,
): Promise<PaymentDigest> {
  await keepUncorrected(tx, dialect)
  const only = isLimited(run) ? { claimIds: claimIds ?? undefined } : undefined
  let budget: RunBudget | null = { payments: run.maxPayments, baseUnits: run.maxBaseUnits }
  let afterSeq: number | undefined = 0
  const digest = new PaymentDigest()
  while (budget !== null && afterSeq !== undefined) {
    const claims = await pageOfQueued(tx, { afterSeq, limit: CLAIMS_PER_PAGE, acceptedBy, only })
    const { taken, left }: WithinBudget<NewTransfer> = takeWithin(
      budget,
      claims.map((claim) => transferOf(claim, run)),
    )
    digest.add(taken)
    await putOnList(tx, taken)
    budget = left
    afterSeq = claims.length < CLAIMS_PER_PAGE ? undefined : claims.at(-1)?.seq
  }
  return digest
}

/** Puts what a distribution still owes on a new run's list. Returns what it owed. */
async function listDistribution(
  tx: Transaction<Schema>,
  { id: runId, distributionId }: Run,
): Promise<PaymentDigest> {
  const digest = new PaymentDigest()
  digest.add(
    await tx
      .selectFrom('transfer')
      .select(['claimId', 'rowNumber', 'recipient', 'baseUnits'])
      .where('distributionId', '=', distributionId)
      .where('state', 'not in', ['paid', 'left_out'])
      .orderBy('rowNumber')
      .execute(),
  )
  await tx
    .updateTable('transfer')
    .set({ runId, state: 'queued', packLimit: null, failure: null })
    .where('distributionId', '=', distributionId)
    .where(mayBeListedAgain)
    .execute()
  return digest
}

/**
 * Puts owed payments on a run's list. A claim whose payment is paid, under way or undecided is left as it
 * is; one whose payment failed, was held back or was never sent is taken over by this run, as it is owed now.
 */
async function putOnList(db: Kysely<Schema>, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  await db
    .insertInto('transfer')
    .values([...transfers])
    .onConflict((conflict) =>
      conflict
        .column('claimId')
        .doUpdateSet((update) => ({
          runId: update.ref('excluded.runId'),
          state: update.ref('excluded.state'),
          recipient: update.ref('excluded.recipient'),
          baseUnits: update.ref('excluded.baseUnits'),
          dustUA: update.ref('excluded.dustUA'),
          mintAddress: update.ref('excluded.mintAddress'),
          mintDecimals: update.ref('excluded.mintDecimals'),
          genesisHash: update.ref('excluded.genesisHash'),
          failure: update.ref('excluded.failure'),
          packLimit: null,
        }))
        .where(mayBeListedAgain)
        .whereRef('transfer.runId', '<', 'excluded.runId' as 'transfer.runId'),
    )
    .execute()
}

/** Completes a run's list: what failed already and the number of its transfers are recorded. Returns the run as it is then. */
async function sealList(tx: Transaction<Schema>, run: Run): Promise<Run> {
  await tx
    .insertInto('transfer_failure')
    .columns(['runId', 'transferId', 'reason', 'atMs'])
    .expression(
      tx
        .selectFrom('transfer')
        .select(({ fn, val }) => [
          sql<number>`run_id`.as('runId'),
          'id',
          fn.coalesce('failure', val('')).as('reason'),
          sql<number>`${sql.lit(run.startedAtMs)}`.as('atMs'),
        ])
        .where('runId', '=', run.id)
        .where('state', '=', 'failed'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return await tx
    .updateTable('run')
    .set(({ selectFrom }) => ({
      transferCount: selectFrom('transfer')
        .select(sql<number>`count(*)`.as('count'))
        .where('runId', '=', run.id)
        .where('state', '<>', 'left_out'),
    }))
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Makes the transfers of earlier runs over the same source that are still under way or on hold this run's to settle. */
async function adoptUnsettled(tx: Transaction<Schema>, run: Run): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ runId: run.id })
    .where('state', 'in', ['in_flight', 'hold'])
    .where('runId', '<', run.id)
    .where('distributionId', run.distributionId === null ? 'is' : '=', run.distributionId)
    .execute()
}

/** True of a transfer with nothing under way: never sent, failed, or held before anything was signed. */
export function mayBeListedAgain(builder: ExpressionBuilder<Schema, 'transfer'>) {
  const { or, and, eb } = builder
  return or([
    eb('transfer.state', 'in', ['queued', 'failed']),
    and([eb('transfer.state', '=', 'hold'), isUnsigned(builder)]),
  ])
}

/** Owed payments as they were judged before a start: a run that would take others, or find others under way, is not created. */
export interface JudgedPayments {
  /** See PaymentDigest. */
  digest: string
  /** See countUnderWay. */
  underWay: number
}

/** Thrown where a run would take other payments than were judged: nothing is written. */
export class OtherPaymentsError extends Error {
  override name = 'OtherPaymentsError'
}

type DigestedPayment = Pick<Payment, 'recipient' | 'baseUnits'> &
  Partial<Pick<Payment, 'claimId' | 'rowNumber'>>

/** A SHA-256 over payments in the order in which they are owed: what for, to whom, how much. */
export class PaymentDigest {
  readonly #hash: Hash = createHash('sha256')

  add(payments: readonly DigestedPayment[]): void {
    for (const { claimId, rowNumber, recipient, baseUnits } of payments) {
      this.#hash.update(`${claimId ?? rowNumber} ${recipient} ${baseUnits}\n`)
    }
  }

  toString(): string {
    return this.#hash.copy().digest('hex')
  }
}

/** Counts the payments of claims, or of a distribution, that a transaction carries whose end is not known. */
export function countUnderWay(db: Kysely<Schema>, distributionId: string | null): Promise<number> {
  return countRows(
    db
      .selectFrom('attempt_transfer')
      .innerJoin('transfer', 'transfer.id', 'attempt_transfer.transferId')
      .where('attempt_transfer.inFlight', '=', 1)
      .where('transfer.distributionId', distributionId === null ? 'is' : '=', distributionId),
  )
}
