import type { Address } from '@solana/kit'
import type { ChainPayment } from '#domain/payment.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import {
  type HistoryEntry,
  RpcUnavailableError,
  type SolanaRpc,
  type TransactionRecord,
} from '#solana/solana-rpc.ts'
import { historyPages, isFullPage, oldestSlot } from './history-pages.ts'
import { bearsFerryMemo } from './memo.ts'

/** The token account that a sending wallet pays from. */
export interface PayingAccount {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  sourceTokenAccount: Address
}

/** The amount that a wallet gained or lost in one transaction. */
export interface Counterparty {
  address: Address
  baseUnits: bigint
}

/** A finalized transaction without error, as it changed the source account. */
export interface AccountChange {
  signature: string
  slot: number
  memo: string | null
  /** The sending wallet signed it. */
  isSigned: boolean
  /** The change of the source account's balance; negative for an outflow. */
  sourceBaseUnits: bigint
  /** Other wallets, with what each gained. */
  gains: Counterparty[]
  /** Other wallets, with what each lost. */
  losses: Counterparty[]
}

/** Transactions read at the same time. */
const READS_AT_ONCE = 8

const LACKS_TRANSACTION = 'it lacks a transaction that its history shows'

/** Derives the account that a configured sender, or a run, pays from. */
export function payingAccount(wallet: {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  tokenProgram: Address
}): PayingAccount {
  const mint = { address: wallet.mintAddress, tokenProgram: wallet.tokenProgram } as Mint
  return {
    genesisHash: wallet.genesisHash,
    walletAddress: wallet.walletAddress,
    mintAddress: wallet.mintAddress,
    sourceTokenAccount: associatedTokenAccount(mint, wallet.walletAddress),
  }
}

/** An account's finalized transactions that did not fail, newest first. */
export interface AccountHistory {
  entries: HistoryEntry[]
  /** One answer of the node shows all of them: older ones follow them in it, or it is no full page. */
  isOneAnswer: boolean
}

/**
 * Reads the finalized transactions that touched the source account and did not fail, newest first, back to
 * and including a slot; all of them where it is -1.
 */
export async function readHistory(
  node: SolanaRpc,
  { sourceTokenAccount }: Pick<PayingAccount, 'sourceTokenAccount'>,
  { sinceSlot, minContextSlot = 0 }: { sinceSlot: number; minContextSlot?: number },
): Promise<AccountHistory> {
  const entries: HistoryEntry[] = []
  let answers = 0
  let isOneAnswer = false
  for await (const page of historyPages(node, sourceTokenAccount, minContextSlot)) {
    entries.push(...page.filter(({ failed, slot }) => !failed && slot >= sinceSlot))
    const hasOlder = oldestSlot(page) < sinceSlot
    answers += 1
    isOneAnswer = answers === 1 && (hasOlder || !isFullPage(page))
    if (hasOlder) break
  }
  return { entries, isOneAnswer }
}

/**
 * Reads the changes made by transactions of the history, in their order. Throws RpcUnavailableError when the
 * node lacks one.
 */
export async function readChanges(
  node: SolanaRpc,
  account: PayingAccount,
  entries: readonly HistoryEntry[],
  onProgress: (read: number, of: number) => void = () => {},
): Promise<AccountChange[]> {
  const changes: AccountChange[] = []
  const waiting = entries.entries()
  let read = 0
  const work = async () => {
    for (const [index, entry] of waiting) {
      changes[index] = await readChange(node, account, entry)
      onProgress(++read, entries.length)
    }
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, work))
  return changes
}

async function readChange(
  node: SolanaRpc,
  account: PayingAccount,
  entry: HistoryEntry,
): Promise<AccountChange> {
  const record = await node.transaction(entry.signature, account.mintAddress)
  if (record === null) throw new RpcUnavailableError(LACKS_TRANSACTION, { nodeName: node.name })
  return changeOf(account, entry, record)
}

/** Computes how a transaction changed the source account, from its record. */
export function changeOf(
  { walletAddress, sourceTokenAccount }: Pick<PayingAccount, 'walletAddress' | 'sourceTokenAccount'>,
  { signature, slot, memo: indexedMemo }: HistoryEntry,
  record: TransactionRecord,
): AccountChange {
  const others = new Map<Address, bigint>()
  let sourceBaseUnits = 0n
  for (const { tokenAccount, owner, baseUnits } of record.movements) {
    if (tokenAccount === sourceTokenAccount) sourceBaseUnits += baseUnits
    if (owner !== walletAddress) others.set(owner, (others.get(owner) ?? 0n) + baseUnits)
  }
  const counterparties = [...others].map(([address, baseUnits]) => ({ address, baseUnits }))
  return {
    signature,
    slot,
    memo: record.memo ?? indexedMemo,
    isSigned: record.signers.some((signer) => signer === walletAddress),
    sourceBaseUnits,
    gains: counterparties.filter(({ baseUnits }) => baseUnits > 0n),
    losses: counterparties
      .filter(({ baseUnits }) => baseUnits < 0n)
      .map(({ address, baseUnits }) => ({ address, baseUnits: -baseUnits })),
  }
}

/**
 * Returns true for a payment of a Ferry: it has its memo and the wallet's signature, and tokens left the
 * source account.
 */
export function isFerryPayment({ memo, isSigned, sourceBaseUnits }: AccountChange): boolean {
  return bearsFerryMemo(memo) && isSigned && sourceBaseUnits < 0n
}

/** Lists the payments of a transaction, wallet by wallet. */
export function paymentsOf({ signature, gains }: AccountChange): ChainPayment[] {
  return gains.map(({ address, baseUnits }) => ({ signature, recipient: address, baseUnits }))
}
