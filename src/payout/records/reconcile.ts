import { sumBaseUnits } from '#domain/amounts.ts'
import type { ChainPayment } from '#domain/payment.ts'
import type { Transfer } from '#domain/transfer.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { payingAccount } from '#payout/paying-account.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import {
  compareWithChain,
  countOnChain,
  type Difference,
  divideRecords,
  type RecordedPayment,
} from './compare-with-chain.ts'
import { type OtherMovement, unrecordedOutflow } from './unknown-payments.ts'
import { type AccountChange, isFerryPayment, paymentsOf, readChanges, readHistory } from './wallet-history.ts'

/** A movement that is no payment of ours, with the note that acknowledges it, if any. */
export type NotedMovement = OtherMovement & { note: string | null }

/** The payments on the chain compared with the recorded ones. Amounts are base units. */
export interface Reconciliation {
  transactions: number
  chainPayments: number
  chainBaseUnits: bigint
  /** Without those that the next two count: equal to the chain's where there is no difference. */
  recordedPayments: number
  recordedBaseUnits: bigint
  /** Marked sent by a transaction of another wallet. */
  elsewhere: PaymentSum
  /** Marked sent without proof: no transaction shows them. */
  unproved: PaymentSum
  differences: Difference[]
  /** Other movements out of the source account, newest first. */
  otherOutflows: NotedMovement[]
  /** Movements into the source account, newest first. */
  inflows: NotedMovement[]
}

export interface PaymentSum {
  payments: number
  baseUnits: bigint
}

/**
 * Rebuilds who was paid from the sending wallet's history on the chain, and matches it with the records. A
 * payment is what a Ferry's transaction moved, signed by the wallet, or what is recorded; all else is listed
 * apart. Throws RpcUnavailableError.
 */
export async function reconcile(
  store: Pick<Store, 'knownTransactions' | 'acknowledgements'>,
  rpc: SolanaRpc,
  sender: Parameters<typeof payingAccount>[0],
  onProgress?: (read: number, of: number) => void,
): Promise<Reconciliation> {
  const account = payingAccount(sender)
  const changes = await withGenesisCheck(rpc, sender.genesisHash, async () => {
    const { entries } = await readHistory(rpc, account.sourceTokenAccount, { sinceSlot: -1 })
    const succeeded = entries.filter(({ failed }) => !failed)
    return readChanges(rpc, account, succeeded, { onProgress })
  })
  const records = (await store.knownTransactions.paidFrom(sender)).map(recordedPayment)
  const notes = await store.acknowledgements.notes(sender.genesisHash)
  const chain = sortChanges(changes, records, notes)
  // A payment to the owner of the account that is paid from moves nothing.
  const moving = records.filter(({ recipient }) => recipient !== account.sourceOwner)
  const { compared, elsewhere, unproved } = divideRecords(moving, chain.payments)
  return {
    transactions: new Set(chain.payments.map(({ signature }) => signature)).size,
    chainPayments: countOnChain(moving, chain.payments),
    chainBaseUnits: sumBaseUnits(chain.payments),
    recordedPayments: compared.length,
    recordedBaseUnits: sumBaseUnits(compared),
    elsewhere: sumOf(elsewhere),
    unproved: sumOf(unproved),
    differences: compareWithChain(moving, chain.payments),
    otherOutflows: chain.otherOutflows,
    inflows: chain.inflows,
  }
}

/** Tells payments of ours from all else that changed the source account. */
function sortChanges(
  changes: readonly AccountChange[],
  records: readonly ChainPayment[],
  notes: ReadonlyMap<string, string>,
) {
  const bySignature = Map.groupBy(records, ({ signature }) => signature)
  const payments: ChainPayment[] = []
  const otherOutflows: NotedMovement[] = []
  const inflows: NotedMovement[] = []
  for (const change of changes) {
    const { signature, sourceBaseUnits } = change
    const note = notes.get(signature) ?? null
    const recorded = bySignature.get(signature) ?? []
    if (sourceBaseUnits > 0n) {
      inflows.push({ signature, baseUnits: sourceBaseUnits, counterparties: change.losses, note })
    } else if (isFerryPayment(change) && (note === null || recorded.length > 0)) {
      payments.push(...paymentsOf(change))
    } else if (sourceBaseUnits < 0n) {
      const recipients = new Set(recorded.map(({ recipient }) => recipient))
      payments.push(...paymentsOf(change).filter(({ recipient }) => recipients.has(recipient)))
      const outflow = unrecordedOutflow(change, recorded)
      if (outflow) otherOutflows.push({ ...outflow, note })
    }
  }
  return { payments, otherOutflows, inflows }
}

function sumOf(payments: readonly RecordedPayment[]): PaymentSum {
  return { payments: payments.length, baseUnits: sumBaseUnits(payments) }
}

function recordedPayment(transfer: Transfer): RecordedPayment {
  return {
    reference: referenceOf(transfer),
    recipient: transfer.recipient,
    baseUnits: transfer.baseUnits,
    signature: transfer.paidTx ?? '',
    isFromElsewhere: transfer.runId === null,
    isProved: transfer.recordedBy !== 'mark_sent_forced',
  }
}

function referenceOf({ distributionId, rowNumber, claimId, evmAddress }: Transfer): string {
  if (distributionId !== null) return `row ${rowNumber} of ${distributionId}`
  if (claimId !== null) return claimId
  return evmAddress === null ? 'a payment taken over from the chain' : `the reset claim of ${evmAddress}`
}
