import type { Kysely } from 'kysely'
import type { Observe } from '#domain/portal-event.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { Database } from '#store/database/database.ts'
import { chunksOf } from '#store/database/queries.ts'
import type { NewOperatorAction, Schema } from '#store/database/schema.ts'
import { recordAction } from '#store/operator-actions.ts'
import {
  acknowledgedAmong,
  isGiven,
  knownAmong,
  recordedAmong,
  sealedAcknowledgement,
} from './known-transactions.ts'
import { acceptRecords, betweenRuns, isUnknownWallet, type WalletKey } from './records-behind.ts'

/** A transaction of a sending wallet and how an operator explains it. */
interface Acknowledgement {
  genesisHash: string
  signature: string
  note: string
  atMs: number
}

/**
 * The result of acknowledging payments that the records lack. `records_changed`: the records have one of them
 * by now.
 */
type ContinueOutcome = 'done' | 'run_in_progress' | 'records_changed'

/** Transactions of the sending wallets that operators have explained. */
export function createAcknowledgementStore(database: Database, seals: RecordSeal, observe: Observe) {
  const { db } = database
  return {
    /** Reads the note of every acknowledged transaction on a cluster, by signature. */
    async notes(genesisHash: string): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('acknowledged_transaction')
        .select(['genesisHash', 'signature', 'note', 'seal'])
        .where('genesisHash', '=', genesisHash)
        .execute()
      const given = rows.filter((row) => isGiven(seals, row))
      return new Map(given.map(({ signature, note }) => [signature, note]))
    },

    /** Finds those of these signatures that are acknowledged. */
    among: (genesisHash: string, signatures: readonly string[]): Promise<Set<string>> =>
      acknowledgedAmong(db, seals, genesisHash, signatures),

    /** Acknowledges one transaction, or changes its note, together with the record of who decided it. */
    async record(acknowledgement: Acknowledgement, action: NewOperatorAction): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await acknowledge(tx, seals, [acknowledgement])
        await recordAction(tx, action)
      })
      observe({ event: 'transaction_acknowledged', transaction: acknowledgement.signature })
    },

    /**
     * Settles the history of a wallet that the records know nothing of, up to a slot: no Ferry paid from it. Its
     * next run starts from the balance that it finds.
     */
    anchorNow(
      wallet: WalletKey,
      slot: number,
      action: NewOperatorAction,
    ): Promise<'done' | 'run_in_progress' | 'wallet_has_paid'> {
      return betweenRuns(database, wallet.genesisHash, async (tx) => {
        if (!(await isUnknownWallet(tx, wallet))) return 'wallet_has_paid'
        await acceptRecords(tx, wallet, action.atMs, slot)
        await recordAction(tx, action)
        return 'done'
      })
    },

    /**
     * Acknowledges transactions that the records lack, so that the wallet pays on without them: its next run starts from the
     * balance that it finds. Nothing is written unless it is `done`.
     */
    async continueWithout(
      wallet: WalletKey,
      acknowledgements: readonly Acknowledgement[],
      action: NewOperatorAction,
    ): Promise<ContinueOutcome> {
      const outcome = await betweenRuns(database, wallet.genesisHash, async (tx) => {
        const signatures = acknowledgements.map(({ signature }) => signature)
        const known = await knownAmong(tx, seals, wallet.genesisHash, signatures)
        const takenOver = await recordedAmong(tx, signatures)
        if (known.size + takenOver.size > 0) return 'records_changed'
        await acknowledge(tx, seals, acknowledgements)
        await acceptRecords(tx, wallet, action.atMs)
        await recordAction(tx, action)
        return 'done'
      })
      const transactions = acknowledgements.length
      if (outcome === 'done')
        observe({ event: 'continued_without', wallet: wallet.walletAddress, transactions })
      return outcome
    },
  }
}

async function acknowledge(
  tx: Kysely<Schema>,
  seals: RecordSeal,
  acknowledgements: readonly Acknowledgement[],
): Promise<void> {
  const sealed = acknowledgements.map((row) => ({ ...row, seal: seals.make(sealedAcknowledgement(row)) }))
  for (const rows of chunksOf(sealed)) {
    await tx
      .insertInto('acknowledged_transaction')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['genesisHash', 'signature']).doUpdateSet(({ ref }) => ({
          note: ref('excluded.note'),
          atMs: ref('excluded.atMs'),
          seal: ref('excluded.seal'),
        })),
      )
      .execute()
  }
}
