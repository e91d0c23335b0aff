import type { Transaction } from './attempt-endings.ts'

/** Reads the id of the newest run, 0 before the first. */
export async function newestRunId(tx: Transaction): Promise<number> {
  const row = await tx
    .selectFrom('run')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}
