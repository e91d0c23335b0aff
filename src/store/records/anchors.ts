import type { Run } from '#domain/run.ts'
import { type RecordSeal, type SealedRecord, sealedRecord } from '#domain/sealed-record.ts'
import type { Database } from '#store/database/database.ts'
import { type PaidLedger, readPaidLedger } from '#store/payouts/ledger.ts'
import type { WalletKey } from './records-behind.ts'

/** A balance that was seen to agree with the records, and the slot of that bank. */
interface Anchor {
  slot: number
  baseUnits: bigint
}

/** The part of a run that its anchor belongs to. */
type AnchoredRun = WalletKey & Pick<Run, 'id'>

/** Reads a run's anchor; null where it has none yet. */
export function anchorOf(run: Pick<Run, 'anchorSlot' | 'anchorBaseUnits'> | undefined): Anchor | null {
  if (!run || run.anchorSlot === null || run.anchorBaseUnits === null) return null
  return { slot: run.anchorSlot, baseUnits: run.anchorBaseUnits }
}

/** Keeps the balances from which on a wallet's history is compared with the records. */
export function createAnchorStore(database: Database, seals: RecordSeal) {
  const { db } = database
  return {
    /**
     * Writes down what the source account held before the run signed anything, unless that is known already.
     * The seal also covers the payments recorded before: the anchor is valid only while the records have all
     * of them.
     */
    async setAnchor(id: number, anchor: Anchor): Promise<void> {
      const run = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()
      if (!run || run.anchorSlot !== null) return
      const ledger = await readPaidLedger(database, run)
      // Payments signed from here on are looked for on the chain, so none of them may count as paid before.
      if (ledger.isSignedFrom(id)) throw new Error('A run was anchored after it had signed')
      await db
        .updateTable('run')
        .set({
          anchorSlot: anchor.slot,
          anchorBaseUnits: anchor.baseUnits,
          anchorSeal: seals.make(sealedAnchor(run, anchor, ledger)),
        })
        .where('id', '=', id)
        .where('anchorSlot', 'is', null)
        .execute()
    },

    /**
     * Finds the newest balance of one wallet's account of one mint whose seal fits the records as they are
     * now. An anchor sealed over payments that the records have lost since does not fit.
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

    /** Finds the account that a wallet has paid a token from; undefined where the records have no balance of it. */
    async anchoredSource(
      wallet: WalletKey,
    ): Promise<Pick<Run, 'sourceOwner' | 'sourceTokenAccount'> | undefined> {
      const { genesisHash, walletAddress, mintAddress } = wallet
      return db
        .selectFrom('run')
        .select(['sourceOwner', 'sourceTokenAccount'])
        .where((is) => is.and({ genesisHash, walletAddress, mintAddress }))
        .where('anchorSlot', 'is not', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },
  }
}

/** Returns what the seal of a run's anchor covers. */
export function sealedAnchor(run: AnchoredRun, anchor: Anchor, ledger: PaidLedger): SealedRecord {
  return sealedRecord('balance_anchor', {
    run: run.id,
    genesisHash: run.genesisHash,
    walletAddress: run.walletAddress,
    mintAddress: run.mintAddress,
    ...anchor,
    paid_before: ledger.digestBefore(run.id),
  })
}
