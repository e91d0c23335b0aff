import { sql } from 'kysely'
import type { Dialect } from '#store/database/dialect.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'

/**
 * Keeps claims from being corrected until the commit, and waits for corrections that are being made. To be called before claims are
 * read for their Solana addresses: what is written by them then goes to the address in force. Two of these do not wait for
 * each other.
 */
export async function keepUncorrected(tx: Transaction, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`lock table claim_correction in share mode`.execute(tx)
  else await beginWriting(tx)
}

/** Begins a correction: waits for whoever keeps claims from being corrected. Two corrections do not wait for each other. */
export async function beginCorrection(tx: Transaction, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`lock table claim_correction in row exclusive mode`.execute(tx)
  else await beginWriting(tx)
}

/** Begins SQLite's transaction as a writing one, by an update of nothing: there is one writer at a time. */
async function beginWriting(tx: Transaction): Promise<void> {
  await sql`update claim_correction set claim_id = claim_id where id < 0`.execute(tx)
}
