import type { Run } from '#domain/run.ts'
import type { RecordSeal, SealedRecord } from '#domain/sealed-record.ts'
import type { Database } from './database.ts'
import { type PaidLedger, readPaidLedger } from './paid-ledger.ts'
import type { WalletKey } from './records-behind.ts'

/** A balance that was seen to agree with the records, and the slot of that bank. */
export interface Anchor {
  slot: number
  baseUnits: bigint
}

/** The part of a run that says what its wallet held before it. */
type AnchoredRun = WalletKey & Pick<Run, 'id'>

/** Reads a run's anchor; null where it has none yet. */
export function anchorOf(run: Pick<Run, 'anchorSlot' | 'anchorBaseUnits'> | undefined): Anchor | null {
  if (!run || run.anchorSlot === null || run.anchorBaseUnits === null) return null
  return { slot: run.anchorSlot, baseUnits: BigInt(run.anchorBaseUnits) }
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
      if (!run || run.anchorSlot !== null) return
      const ledger = await readPaidLedger(database, run)
      // What is signed from here on is looked for on the chain, so that nothing of it may count as paid before.
      if (ledger.isSignedFrom(id)) throw new Error('A run was anchored after it had signed')
      await db
        .updateTable('run')
        .set({
          anchorSlot: anchor.slot,
          anchorBaseUnits: anchor.baseUnits.toString(),
          anchorSeal: seals.make(sealedAnchor(run, anchor, ledger)),
        })
        .where('id', '=', id)
        .where('anchorSlot', 'is', null)
        .execute()
    },

    /**
     * The newest balance that is known to agree with the records, of one wallet's account of one mint: of those whose seal fits what
     * the records say now. One from before payments that are no longer in them does not.
     */
    async newestAnchor(wallet: WalletKey): Promise<Anchor | null> {
      const runs = await db
        .selectFrom('run')
        .select(['id', 'genesisHash', 'walletAddress', 'mintAddress'])
        .select(['anchorSlot', 'anchorBaseUnits', 'anchorSeal'])
        .where('genesisHash', '=', wallet.genesisHash)
        .where('walletAddress', '=', wallet.walletAddress)
        .where('mintAddress', '=', wallet.mintAddress)
        .where('anchorSlot', 'is not', null)
        .orderBy('anchorSlot', 'desc')
        .execute()
      if (runs.length === 0) return null
      const ledger = await readPaidLedger(database, wallet)
      for (const run of runs) {
        const anchor = anchorOf(run)
        const isSealed =
          anchor && seals.differences(sealedAnchor(run, anchor, ledger), run.anchorSeal ?? '') === null
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
      ['genesisHash', run.genesisHash],
      ['walletAddress', run.walletAddress],
      ['mintAddress', run.mintAddress],
      ['slot', String(slot)],
      ['baseUnits', baseUnits.toString()],
      ['paid_before', ledger.digestBefore(run.id)],
    ],
  }
}
