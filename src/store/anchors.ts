import type { RecordSeal, SealedRecord } from '#domain/sealed-record.ts'
import type { Database } from './database.ts'
import { type PaidLedger, readPaidLedger } from './paid-ledger.ts'
import type { WalletKey } from './records-behind.ts'
import type { RunRow } from './schema.ts'

/** A balance that was seen to agree with the records, and the slot of that bank. */
export interface Anchor {
  slot: number
  baseUnits: bigint
}

/** The part of a run that says what its wallet held before it. */
type AnchoredRun = WalletKey & Pick<RunRow, 'id'>

/** Reads a run's anchor; null where it has none yet. */
export function anchorOf(run: Pick<RunRow, 'anchor_slot' | 'anchor_base_units'> | undefined): Anchor | null {
  if (!run || run.anchor_slot === null || run.anchor_base_units === null) return null
  return { slot: run.anchor_slot, baseUnits: BigInt(run.anchor_base_units) }
}

/** The balances from which on a wallet's history is compared with the records. */
export function createAnchorStore(database: Database, seals: RecordSeal) {
  const { db } = database
  return {
    /**
     * Writes down what the source account held before the run signed anything, unless that is known already. The seal is over what
     * the records say was paid before, too: an anchor stands for records that have all of it.
     */
    async setAnchor(id: number, anchor: Anchor): Promise<void> {
      const run = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()
      if (!run || run.anchor_slot !== null) return
      const ledger = await readPaidLedger(database, run)
      // What is signed from here on is looked for on the chain, so that nothing of it may count as paid before.
      if (ledger.isSignedFrom(id)) throw new Error('A run was anchored after it had signed')
      await db
        .updateTable('run')
        .set({
          anchor_slot: anchor.slot,
          anchor_base_units: anchor.baseUnits.toString(),
          anchor_seal: seals.make(sealedAnchor(run, anchor, ledger)),
        })
        .where('id', '=', id)
        .where('anchor_slot', 'is', null)
        .execute()
    },

    /**
     * The newest balance that is known to agree with the records, of one wallet's account of one mint: of those whose seal fits what
     * the records say now. One from before payments that are no longer in them does not.
     */
    async newestAnchor(wallet: WalletKey): Promise<Anchor | null> {
      const runs = await db
        .selectFrom('run')
        .select(['id', 'genesis_hash', 'wallet_address', 'mint_address'])
        .select(['anchor_slot', 'anchor_base_units', 'anchor_seal'])
        .where('genesis_hash', '=', wallet.genesis_hash)
        .where('wallet_address', '=', wallet.wallet_address)
        .where('mint_address', '=', wallet.mint_address)
        .where('anchor_slot', 'is not', null)
        .orderBy('anchor_slot', 'desc')
        .execute()
      if (runs.length === 0) return null
      const ledger = await readPaidLedger(database, wallet)
      for (const run of runs) {
        const anchor = anchorOf(run)
        const isSealed =
          anchor && seals.differences(sealedAnchor(run, anchor, ledger), run.anchor_seal ?? '') === null
        if (isSealed) return anchor
      }
      return null
    },
  }
}

function sealedAnchor(run: AnchoredRun, { slot, baseUnits }: Anchor, ledger: PaidLedger): SealedRecord {
  return {
    kind: 'balance_anchor',
    fields: [
      ['run', String(run.id)],
      ['genesis_hash', run.genesis_hash],
      ['wallet_address', run.wallet_address],
      ['mint_address', run.mint_address],
      ['slot', String(slot)],
      ['base_units', baseUnits.toString()],
      ['paid_before', ledger.digestBefore(run.id)],
    ],
  }
}
