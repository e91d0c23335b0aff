import type { Kysely } from 'kysely'
import { type RecordSeal, sealedRecord } from '#domain/sealed-record.ts'
import { chunksOf } from '#store/database/queries.ts'
import type { Schema } from '#store/database/schema.ts'

/**
 * Finds the signatures among these that an operator has acknowledged: their payments count against no debt.
 */
export async function acknowledgedAmong(
  db: Kysely<Schema>,
  seals: RecordSeal,
  genesisHash: string,
  signatures: readonly string[],
): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  for (const page of chunksOf(signatures)) {
    const rows = await db
      .selectFrom('acknowledged_transaction')
      .select(['genesisHash', 'signature', 'seal'])
      .where('genesisHash', '=', genesisHash)
      .where('signature', 'in', page)
      .execute()
    for (const row of rows.filter((row) => isGiven(seals, row))) acknowledged.add(row.signature)
  }
  return acknowledged
}

/** True of a row that an operator's acknowledgement made: its seal fits. */
export function isGiven(
  seals: RecordSeal,
  row: { genesisHash: string; signature: string; seal: string },
): boolean {
  return seals.differences(sealedAcknowledgement(row), row.seal) === null
}

/** Returns what the seal of an acknowledgement covers: a row written straight into the database has no valid one. */
export const sealedAcknowledgement = (row: { genesisHash: string; signature: string }) =>
  sealedRecord('acknowledgement', row)
