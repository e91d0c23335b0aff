import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Distribution } from '#domain/distribution.ts'
import type { PaidFile, RepeatedPayments } from '#domain/repeated-payments.ts'
import type { Schema } from './schema.ts'

/** The states of a payment that was made, or may be. */
const MADE = ['paid', 'in_flight', 'hold'] as const

const UNFINISHED = ['running', 'stopping'] as const

/** Compares what a distribution owes with every other payment of its token: of other distributions, of claims, and of the chain. */
export async function readRepeatedPayments(
  db: Kysely<Schema>,
  distribution: Distribution,
): Promise<RepeatedPayments> {
  const owed = db
    .selectFrom('transfer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('transfer.distributionId', '=', distribution.id)
    .where('transfer.state', 'in', ['queued', 'failed'])
  const [all, paidBefore, sameFile] = [
    await owed.executeTakeFirstOrThrow(),
    await owed.where((is) => isMadeElsewhere(is, distribution)).executeTakeFirstOrThrow(),
    await findPaidFile(db, distribution),
  ]
  return { owed: Number(all.count), paidBefore: Number(paidBefore.count), sameFile }
}

/** True of a row for which another list has, or is about to make, a payment of the same amount to the same wallet. */
function isMadeElsewhere(
  { exists, selectFrom }: ExpressionBuilder<Schema, 'transfer'>,
  { id, mintAddress, genesisHash }: Distribution,
) {
  return exists(
    selectFrom('transfer as other')
      .select('other.id')
      .whereRef('other.recipient', '=', 'transfer.recipient')
      .whereRef('other.baseUnits', '=', 'transfer.baseUnits')
      .where('other.mintAddress', '=', mintAddress)
      .where('other.genesisHash', '=', genesisHash)
      .where(({ or, eb }) =>
        or([eb('other.distributionId', 'is', null), eb('other.distributionId', '<>', id)]),
      )
      .where(({ or, eb }) =>
        or([
          eb('other.state', 'in', [...MADE]),
          eb('other.runId', 'in', unfinished(selectFrom).select('run.id')),
          // A run that has only just begun has nothing on its list yet.
          eb('other.distributionId', 'in', unfinished(selectFrom).select(distributionOfRun)),
        ]),
      ),
  )
}

const distributionOfRun = sql<string>`coalesce(run.distribution_id, '')`.as('distributionId')

function unfinished(selectFrom: ExpressionBuilder<Schema, 'transfer'>['selectFrom']) {
  return selectFrom('run').where('run.state', 'in', [...UNFINISHED])
}

/** Finds the newest other distribution of the same file and token of which anything was paid, or is about to be. */
async function findPaidFile(
  db: Kysely<Schema>,
  { id, fileHash, mintAddress, genesisHash }: Distribution,
): Promise<PaidFile | null> {
  const found = await db
    .selectFrom('distribution')
    .innerJoin('run', 'run.distributionId', 'distribution.id')
    .select(['distribution.id', 'distribution.fileName'])
    .select(sql<number>`coalesce(run.finished_at_ms, run.started_at_ms)`.as('paidAtMs'))
    .where('distribution.fileHash', '=', fileHash)
    .where('distribution.id', '<>', id)
    .where('distribution.mintAddress', '=', mintAddress)
    .where('distribution.genesisHash', '=', genesisHash)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('run.state', 'in', [...UNFINISHED]),
        exists(
          selectFrom('transfer')
            .select('transfer.id')
            .whereRef('transfer.distributionId', '=', 'distribution.id')
            .where('transfer.state', 'in', [...MADE]),
        ),
      ]),
    )
    .orderBy('run.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { ...found, paidAtMs: Number(found.paidAtMs) } : null
}
