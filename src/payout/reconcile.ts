import type { Address, Signature } from '@solana/kit'
import {
  type BookedPayment,
  type ChainPayment,
  compareWithChain,
  type Difference,
} from '#payout/compare-with-chain.ts'
import { onCluster } from '#payout/on-cluster.ts'
import type { Cluster, HistoryEntry } from '#solana/cluster.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SenderRow, TransferRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

/** What the chain alone says was paid, beside what the books say. Amounts are base units. */
export interface Reconciliation {
  mintDecimals: number
  transactions: number
  chainPayments: number
  chainBaseUnits: bigint
  bookedPayments: number
  bookedBaseUnits: bigint
  differences: Difference[]
}

type PayingWallet = Pick<SenderRow, 'genesis_hash' | 'mint_address' | 'wallet_address'>

/** Records read at the same time. */
const READS_AT_ONCE = 8

/** Rebuilds who was paid from the sending wallet's history on the chain, and matches it with the books. */
export async function reconcile(
  store: Pick<Store, 'journal'>,
  cluster: Cluster,
  sender: PayingWallet,
  onProgress: (read: number, of: number) => void = () => {},
): Promise<Reconciliation> {
  const mint = await onCluster(cluster, sender.genesis_hash, () => readMint(cluster, sender.mint_address))
  const source = await associatedTokenAccount(mint, sender.wallet_address as Address)
  const history = await readHistory(cluster, source)
  const chain = await readPayments(cluster, history, sender, onProgress)
  const booked = (await store.journal.paidTransfers(sender.genesis_hash, sender.mint_address)).map(
    bookedPayment,
  )
  return {
    mintDecimals: mint.decimals,
    transactions: new Set(chain.map(({ signature }) => signature)).size,
    chainPayments: chain.length,
    chainBaseUnits: sum(chain),
    bookedPayments: booked.length,
    bookedBaseUnits: sum(booked),
    differences: compareWithChain(booked, chain),
  }
}

async function readHistory(cluster: Cluster, source: Address): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let before: Signature | undefined
  for (;;) {
    const page = await cluster.historyOf(source, { before, minContextSlot: 0 })
    entries.push(...page)
    const last = page.at(-1)
    if (!last) return entries
    before = last.signature as Signature
  }
}

async function readPayments(
  cluster: Cluster,
  history: readonly HistoryEntry[],
  sender: PayingWallet,
  onProgress: (read: number, of: number) => void,
): Promise<ChainPayment[]> {
  const payments: ChainPayment[][] = history.map(() => [])
  const waiting = history.entries()
  let read = 0
  const work = async () => {
    for (const [index, { signature, memo }] of waiting) {
      const record = await cluster.transaction(signature, sender.mint_address as Address)
      payments[index] = (record?.movements ?? [])
        .filter(({ owner, baseUnits }) => baseUnits > 0n && owner !== sender.wallet_address)
        .map(({ owner, baseUnits }) => ({
          signature,
          recipient: owner,
          baseUnits,
          isOurs: memo?.includes('ferry:') ?? false,
        }))
      onProgress(++read, history.length)
    }
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, work))
  return payments.flat()
}

function bookedPayment(transfer: TransferRow): BookedPayment {
  return {
    reference:
      transfer.distribution_id === null
        ? (transfer.claim_id ?? `the reset claim of ${transfer.evm_address}`)
        : `row ${transfer.row_number} of ${transfer.distribution_id}`,
    recipient: transfer.recipient,
    baseUnits: BigInt(transfer.base_units),
    signature: transfer.paid_tx ?? '',
    isByHand: transfer.run_id === null,
  }
}

function sum(payments: readonly { baseUnits: bigint }[]): bigint {
  return payments.reduce((total, { baseUnits }) => total + baseUnits, 0n)
}
