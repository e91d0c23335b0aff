import { type Address, type createSolanaRpc, getBase64Encoder, type Signature } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { BaseUnits } from '#domain/amounts.ts'
import { comparePayments } from '#domain/match-payments.ts'

type SolanaRpc = ReturnType<typeof createSolanaRpc>

const ACCOUNTS_PER_REQUEST = 100
const HISTORY_PAGE = 1000

/**
 * Reads the token balances of wallets that should have been paid, in base units and in their order; 0 where
 * there is no account.
 */
export async function readTokenBalances(
  rpc: SolanaRpc,
  mint: Address,
  wallets: readonly Address[],
): Promise<bigint[]> {
  const balances: bigint[] = []
  for (let start = 0; start < wallets.length; start += ACCOUNTS_PER_REQUEST) {
    const accounts = await Promise.all(
      wallets.slice(start, start + ACCOUNTS_PER_REQUEST).map((owner) => tokenAccountOf(owner, mint)),
    )
    const { value } = await rpc
      .getMultipleAccounts(accounts, { encoding: 'base64', commitment: 'finalized' })
      .send()
    for (const account of value) balances.push(account === null ? 0n : amountIn(account.data[0]))
  }
  return balances
}

/** The costs of the payouts. The rent stays in the new token accounts. */
interface PayoutCost {
  transactions: number
  v1Transactions: number
  failedTransactions: number
  feeLamports: bigint
  rentLamports: bigint
}

/** Adds up every transaction of the sending wallet's token account that carries one of Ferry's memos. */
export async function readPayoutCost(rpc: SolanaRpc, mint: Address, sender: Address): Promise<PayoutCost> {
  const cost: PayoutCost = {
    transactions: 0,
    v1Transactions: 0,
    failedTransactions: 0,
    feeLamports: 0n,
    rentLamports: 0n,
  }
  const source = await tokenAccountOf(sender, mint)
  let before: Signature | undefined
  for (;;) {
    const page = await rpc
      .getSignaturesForAddress(source, {
        limit: HISTORY_PAGE,
        commitment: 'finalized',
        ...(before ? { before } : {}),
      })
      .send()
    for (const { signature, memo, err } of page) {
      if (!memo?.includes('ferry:')) continue
      const transaction = await rpc
        .getTransaction(signature, {
          encoding: 'base64',
          maxSupportedTransactionVersion: 1,
          commitment: 'finalized',
        })
        .send()
      const { meta, version } = transaction ?? {}
      if (!meta) throw new Error(`The chain does not know ${signature} any more`)
      cost.transactions += 1
      if (version === 1) cost.v1Transactions += 1
      if (err !== null) cost.failedTransactions += 1
      cost.feeLamports += meta.fee
      // The sender is the first account: its loss beyond the fee went into new token accounts.
      cost.rentLamports += (meta.preBalances[0] ?? 0n) - (meta.postBalances[0] ?? 0n) - meta.fee
    }
    before = page.at(-1)?.signature
    if (page.length < HISTORY_PAGE || !before) return cost
  }
}

async function tokenAccountOf(owner: Address, mint: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  return address
}

function amountIn(base64: string): bigint {
  const data = getBase64Encoder().encode(base64)
  return data.length < getTokenSize() ? 0n : getTokenDecoder().decode(data.slice(0, getTokenSize())).amount
}

/** One holder's debt, its status in the records, and the payment on the chain. */
export interface Reconciliation {
  wallet: Address
  owed: BaseUnits
  /** The records call the claim sent. */
  sent: boolean
  onChain: bigint
}

export interface Comparison {
  unpaid: number
  paidTwice: number
  wrongAmount: number
  /** The records say sent and the chain shows something else, or the other way round. */
  disagreements: number
}

/** Counts whatever a comparison has found. */
export function differencesIn({ unpaid, paidTwice, wrongAmount, disagreements }: Comparison): number {
  return unpaid + paidTwice + wrongAmount + disagreements
}

/**
 * Compares debts, records and chain to the base unit. A holder who is owed less than one base unit gets
 * nothing, and the records call that sent.
 */
export function compareRecords(reconciliations: readonly Reconciliation[]): Comparison {
  const comparison: Comparison = { unpaid: 0, paidTwice: 0, wrongAmount: 0, disagreements: 0 }
  for (const { owed, sent, onChain } of reconciliations) {
    const due = paymentOf(owed)
    const shown = paymentOf(onChain)
    const difference = comparePayments(due, shown)
    if (difference === 'missing') comparison.unpaid += 1
    else if (difference !== null && onChain === 2n * owed) comparison.paidTwice += 1
    else if (difference !== null) comparison.wrongAmount += 1
    const isLeftOpen = owed === 0n && !sent
    if (isLeftOpen || comparePayments(sent ? due : [], shown) !== null) comparison.disagreements += 1
  }
  return comparison
}

/** Returns a balance as a payment: none where it is zero. */
function paymentOf(baseUnits: bigint): { baseUnits: bigint }[] {
  return baseUnits === 0n ? [] : [{ baseUnits }]
}
