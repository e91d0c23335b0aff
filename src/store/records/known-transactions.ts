import type { Kysely } from 'kysely'
import type { ChainPayment } from '#domain/payment.ts'
import { type RecordSeal, sealedRecord } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import { readInChunks } from '#store/database/queries.ts'
import type { Schema } from '#store/database/schema.ts'
import { accountedAttempts } from '#store/payouts/accounted-attempts.ts'
import type { WalletKey } from './records-behind.ts'

/** Finds the transactions of the chain that the records account for. */
export function createKnownTransactionStore({ db }: Database, seals: RecordSeal) {
  return {
    /** Finds those of these signatures that the records account for as a whole: see `knownAmong`. */
    among: (genesisHash: string, signatures: readonly string[]): Promise<Set<string>> =>
      knownAmong(db, seals, genesisHash, signatures),

    /**
     * Finds those that were recorded from the chain: where it has to be exact, their payments are compared
     * with `paidBy`.
     */
    recordedAmong: (signatures: readonly string[]): Promise<Set<string>> => recordedAmong(db, signatures),

    /** Lists the payments recorded for these transactions, however they were recorded. */
    paidBy: (signatures: readonly string[]): Promise<ChainPayment[]> => paidBy(db, signatures),

    /**
     * Lists every payment recorded as made by a wallet, and those recorded without a run, which any wallet
     * may have made.
     */
    paidFrom({ genesisHash, walletAddress, mintAddress }: WalletKey): Promise<Transfer[]> {
      return db
        .selectFrom('transfer')
        .leftJoin('run', 'run.id', 'transfer.runId')
        .selectAll('transfer')
        .where('transfer.state', '=', 'paid')
        .where('transfer.genesisHash', '=', genesisHash)
        .where('transfer.mintAddress', '=', mintAddress)
        .where(({ or, eb }) =>
          or([eb('transfer.runId', 'is', null), eb('run.walletAddress', '=', walletAddress)]),
        )
        .orderBy('transfer.id')
        .execute()
    },
  }
}

/**
 * Finds the signatures that are accounted for as a whole: those of attempts that the records account for, and
 * acknowledged ones. A transaction that was recorded from the chain, or that a claim was marked sent with, is
 * not among them: its payments have to be compared with the recorded ones.
 */
export async function knownAmong(
  db: Kysely<Schema>,
  seals: RecordSeal,
  genesisHash: string,
  signatures: readonly string[],
): Promise<Set<string>> {
  const accounted = await accountedAttempts(db, seals, signatures)
  const acknowledged = await acknowledgedAmong(db, seals, genesisHash, signatures)
  return new Set([...accounted.keys(), ...acknowledged])
}

/** Finds the signatures among these with payments that were recorded from the chain. */
export async function recordedAmong(db: Kysely<Schema>, signatures: readonly string[]): Promise<Set<string>> {
  const rows = await readInChunks(signatures, (page) =>
    db
      .selectFrom('transfer')
      .select(({ ref }) => ref('paidTx').$notNull().as('signature'))
      .where('paidTx', 'in', page)
      .where('recordedBy', '=', 'take_over')
      .execute(),
  )
  return new Set(rows.map(({ signature }) => signature))
}

/** Lists the payments recorded for these transactions, however they were recorded. */
export function paidBy(db: Kysely<Schema>, signatures: readonly string[]): Promise<ChainPayment[]> {
  return readInChunks(signatures, (page) =>
    db
      .selectFrom('transfer')
      .select(({ ref }) => [ref('paidTx').$notNull().as('signature'), 'recipient', 'baseUnits'])
      .where('paidTx', 'in', page)
      .where('state', '=', 'paid')
      .execute(),
  )
}

/** Returns the payments on the chain, less what is recorded of each transaction and recipient. */
export function beyondRecords<Payment extends ChainPayment>(
  onChain: readonly Payment[],
  recorded: readonly ChainPayment[],
): Payment[] {
  const sums = new Map<string, bigint>()
  for (const payment of recorded) {
    sums.set(placeOf(payment), (sums.get(placeOf(payment)) ?? 0n) + payment.baseUnits)
  }
  return onChain.flatMap((payment) => {
    const baseUnits = payment.baseUnits - (sums.get(placeOf(payment)) ?? 0n)
    return baseUnits > 0n ? [{ ...payment, baseUnits }] : []
  })
}

function placeOf({ signature, recipient }: ChainPayment): string {
  return `${signature} ${recipient}`
}

/**
 * Finds the signatures among these that an operator has acknowledged: their payments count against no debt.
 */
export async function acknowledgedAmong(
  db: Kysely<Schema>,
  seals: RecordSeal,
  genesisHash: string,
  signatures: readonly string[],
): Promise<Set<string>> {
  const rows = await readInChunks(signatures, (page) =>
    db
      .selectFrom('acknowledged_transaction')
      .select(['genesisHash', 'signature', 'seal'])
      .where('genesisHash', '=', genesisHash)
      .where('signature', 'in', page)
      .execute(),
  )
  return new Set(rows.filter((row) => isGiven(seals, row)).map(({ signature }) => signature))
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
