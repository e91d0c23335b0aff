import type { Address } from '@solana/kit'
import { assertBaseUnits, formatDecimalUnits, NO_DUST } from '#domain/amounts.ts'
import type { WalletAmount } from '#domain/match-payments.ts'
import type { ChainPayment } from '#domain/payment.ts'
import type { Run } from '#domain/run.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { Database } from '#store/database/database.ts'
import { chunksOf, readInChunks } from '#store/database/queries.ts'
import type { NewTransfer } from '#store/database/schema.ts'
import { recordAction } from '#store/operator-actions.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'
import { newestRunId } from '#store/payouts/listed-runs.ts'
import {
  type Debts,
  paidTransfer,
  type RecordedWhen,
  settleDebts,
  type TokenKey,
  unmatchedPayments,
} from '#store/payouts/settle-debts.ts'
import { beyondRecords, knownAmong, paidBy } from './known-transactions.ts'
import { betweenRuns, clearRecordsBehind, type WalletKey } from './records-behind.ts'

/** The result of recording payments from the chain. */
interface TakenOver {
  payments: number
  baseUnits: bigint
  /** The number of claims that they settled. */
  claims: number
}

/**
 * Records payments from the chain that the journal had lost. One that fits no debt is kept without claim or
 * distribution, and settles a later debt to that wallet of the same amount.
 */
export function createTakeOverStore(database: Database, seals: RecordSeal) {
  const { db, dialect } = database

  return {
    /**
     * Records those of these payments on the chain that the records lack, settles debts by them, and clears
     * the note that the wallet's records are behind. Payments that are recorded by now are skipped: of two
     * calls at once, each payment is recorded once.
     */
    record(
      wallet: WalletKey & TokenKey,
      found: readonly ChainPayment[],
      debts: Debts,
      nowMs: number,
    ): Promise<TakenOver | 'run_in_progress'> {
      return betweenRuns(database, wallet.genesisHash, async (tx) => {
        const payments = await notRecorded(tx, seals, wallet, found)
        const when = { nowMs, afterRun: await newestRunId(tx) }
        for (const page of chunksOf(payments)) {
          await tx
            .insertInto('transfer')
            .values(page.map((payment) => unmatchedPayment(wallet, payment, when)))
            .execute()
        }
        const claims = await settleDebts(tx, { seals, dialect }, wallet, debts, nowMs)
        await clearRecordsBehind(tx, wallet)
        const baseUnits = payments.reduce((sum, payment) => sum + payment.baseUnits, 0n)
        if (payments.length > 0) {
          const sum = formatDecimalUnits(baseUnits, wallet.mintDecimals)
          await recordAction(tx, {
            atMs: nowMs,
            action: 'take_over',
            subject: wallet.walletAddress,
            detail: `${payments.length} payments (${sum} tokens) were booked from the chain; they settled ${claims} claims`,
          })
        }
        return { payments: payments.length, baseUnits, claims }
      })
    },

    /**
     * Settles debts by payments that were recorded from the chain and fitted no debt then. Returns the number
     * of claims.
     */
    async settle(token: TokenKey, debts: Debts, nowMs: number): Promise<number> {
      if ((await unmatchedPayments(db, seals, token)).length === 0) return 0
      return db.transaction().execute((tx) => settleDebts(tx, { seals, dialect }, token, debts, nowMs))
    },

    /**
     * Fails the queued payments of a run that may be part of an unmatched payment to the same wallet, or to one that the claim
     * named before it was corrected: one at least as large. They stay failed until the rest of that sum is claimed, or its transaction is
     * acknowledged.
     */
    async withhold(run: Run): Promise<void> {
      const unmatched = await unmatchedPayments(db, seals, run)
      for (const payment of unmatched) {
        const queued = await db
          .selectFrom('transfer')
          .select(['id', 'recipient', 'baseUnits'])
          .where('runId', '=', run.id)
          .where('state', '=', 'queued')
          .where(({ or, eb, selectFrom }) =>
            or([
              eb('recipient', '=', payment.recipient),
              eb(
                'claimId',
                'in',
                selectFrom('claim_correction').select('claimId').where('solAddress', '=', payment.recipient),
              ),
            ]),
          )
          .execute()
        const doubtful = queued.filter((transfer) => mayBePartOf(transfer, payment.baseUnits))
        const byWords = Map.groupBy(doubtful, ({ recipient }) =>
          mayBePaid(payment, recipient, run.mintDecimals),
        )
        for (const [failure, transfers] of byWords) await failQueued(db, transfers, failure)
      }
    },

    /**
     * Returns, by transfer id, why a transfer may have been paid by an unmatched payment from the chain.
     * Asked again before signing: a transfer whose hold is settled as not paid returns to the queue of a
     * running run.
     */
    async doubts(
      token: TokenKey,
      transfers: readonly Pick<Transfer, 'id' | 'claimId' | 'recipient' | 'baseUnits'>[],
    ): Promise<Map<number, string>> {
      const found = await unmatchedPayments(db, seals, token)
      const unmatched = Map.groupBy(found, ({ recipient }) => recipient)
      const before = found.length === 0 ? new Map<string, Address[]>() : await earlierWallets(db, transfers)
      return new Map(
        transfers.flatMap((transfer): [number, string][] => {
          const wallets = [transfer.recipient, ...(before.get(transfer.claimId ?? '') ?? [])]
          const payments = wallets.flatMap((wallet) => unmatched.get(wallet) ?? [])
          const payment = payments.find(({ baseUnits }) => mayBePartOf(transfer, baseUnits))
          return payment ? [[transfer.id, mayBePaid(payment, transfer.recipient, token.mintDecimals)]] : []
        }),
      )
    },

    /** Returns true when a transaction was recorded from the chain and some of it still settles nothing. */
    async isUnmatched(token: TokenKey, signature: string): Promise<boolean> {
      return (await unmatchedPayments(db, seals, token)).some((payment) => payment.signature === signature)
    },
  }
}

/** Lists the wallets that the claims of these transfers named before they were corrected, by claim. */
async function earlierWallets(
  db: Transaction,
  transfers: readonly Pick<Transfer, 'claimId'>[],
): Promise<Map<string, Address[]>> {
  const claimIds = transfers.flatMap(({ claimId }) => (claimId === null ? [] : [claimId]))
  const rows = await readInChunks(claimIds, (page) =>
    db
      .selectFrom('claim_correction')
      .select(['claimId', 'solAddress'])
      .where('claimId', 'in', page)
      .execute(),
  )
  const byClaim = Map.groupBy(rows, ({ claimId }) => claimId)
  return new Map(Array.from(byClaim, ([id, named]) => [id, named.map(({ solAddress }) => solAddress)]))
}

function mayBePartOf(transfer: Pick<Transfer, 'baseUnits'>, baseUnits: bigint): boolean {
  return transfer.baseUnits <= baseUnits
}

/** Says why a payment is not made to a wallet that may have got it, or whose claim named another one then that may have. */
function mayBePaid(
  { signature, recipient, baseUnits }: WalletAmount & { signature: string },
  wallet: Address,
  decimals: number,
): string {
  const sum = formatDecimalUnits(baseUnits, decimals)
  const paid =
    recipient === wallet ? 'this wallet' : `${recipient}, which this claim named before it was corrected,`
  return `Transaction ${signature} paid ${paid} ${sum} tokens that the records can not assign, and this payment may be part of them. Acknowledge that transaction to pay this as well, or mark the claim as sent.`
}

async function failQueued(
  db: Transaction,
  transfers: readonly Pick<Transfer, 'id'>[],
  failure: string,
): Promise<void> {
  for (const page of chunksOf(transfers.map(({ id }) => id))) {
    await db
      .updateTable('transfer')
      .set({ state: 'failed', failure })
      .where('id', 'in', page)
      .where('state', '=', 'queued')
      .execute()
  }
}

/**
 * Returns the payments that the records lack: none of a transaction that they account for, of any other what
 * they lack of it.
 */
async function notRecorded(
  tx: Transaction,
  seals: RecordSeal,
  { genesisHash }: WalletKey,
  onChain: readonly ChainPayment[],
): Promise<ChainPayment[]> {
  const signatures = [...new Set(onChain.map(({ signature }) => signature))]
  const known = await knownAmong(tx, seals, genesisHash, signatures)
  const candidates = onChain.filter(({ signature }) => !known.has(signature))
  return beyondRecords(candidates, await paidBy(tx, signatures))
}

function unmatchedPayment(
  token: TokenKey,
  { signature, recipient, baseUnits }: ChainPayment,
  when: RecordedWhen,
): NewTransfer {
  return {
    ...paidTransfer(token, signature, when),
    claimId: null,
    evmAddress: null,
    recipient,
    baseUnits: assertBaseUnits(baseUnits),
    dustUA: NO_DUST,
  }
}
