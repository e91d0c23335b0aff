import type { Run } from '#domain/run.ts'
import type { SenderKind } from '#domain/sender.ts'
import type { Database } from '#store/database/database.ts'
import type { Transaction } from './attempt-endings.ts'

/** A run with the name of the file that it pays, if any. */
export interface ListedRun extends Run {
  fileName: string | null
}

/** Reads runs as they are listed. */
export function createListedRunStore({ db }: Pick<Database, 'db'>) {
  const listed = () =>
    db
      .selectFrom('run')
      .leftJoin('distribution', 'distribution.id', 'run.distributionId')
      .selectAll('run')
      .select('distribution.fileName')

  return {
    find(id: number): Promise<ListedRun | undefined> {
      return listed().where('run.id', '=', id).executeTakeFirst()
    },

    /** Finds the newest run of a sender. */
    newest(sender: SenderKind): Promise<ListedRun | undefined> {
      return listed().where('run.sender', '=', sender).orderBy('run.id', 'desc').limit(1).executeTakeFirst()
    },

    /** Lists the runs of both senders, newest first, from before `beforeId`. */
    page(limit: number, beforeId?: number): Promise<ListedRun[]> {
      return listed()
        .$if(beforeId !== undefined, (query) => query.where('run.id', '<', beforeId ?? 0))
        .orderBy('run.id', 'desc')
        .limit(limit)
        .execute()
    },
  }
}

/** Reads the id of the newest run, 0 before the first. */
export async function newestRunId(tx: Transaction): Promise<number> {
  const row = await tx
    .selectFrom('run')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}
