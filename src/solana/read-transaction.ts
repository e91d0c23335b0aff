import {
  type Address,
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'
import { MEMO_PROGRAM_ADDRESS } from './payout-transaction.ts'
import type { TokenMovement } from './solana-rpc.ts'

/** Addresses that a transaction took from lookup tables (Solana JSON-RPC, `meta.loadedAddresses`). */
interface LoadedAddresses {
  writable: readonly Address[]
  readonly: readonly Address[]
}

/** Reads a transaction's signature, its accounts in the order by which its record numbers them, its signers and its memos. */
export function readAccountKeys(
  wireBytes: Uint8Array,
  loaded: LoadedAddresses | undefined,
): { signature: Signature; signers: Address[]; accountKeys: Address[]; memo: string | null } {
  const transaction = getTransactionDecoder().decode(wireBytes)
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  const { header, staticAccounts } = message
  return {
    signature: getSignatureFromTransaction(transaction),
    signers: staticAccounts.slice(0, header.numSignerAccounts),
    accountKeys: [...staticAccounts, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])],
    memo: memosOf(message),
  }
}

/** Reads the memos of a transaction's top-level instructions, in their order; null without any. */
function memosOf(message: CompiledTransactionMessage): string | null {
  const memos = instructionsOf(message)
    .filter(({ programIndex }) => message.staticAccounts[programIndex] === MEMO_PROGRAM_ADDRESS)
    .map(({ data }) => new TextDecoder().decode(new Uint8Array(data)))
  return memos.length === 0 ? null : memos.join('; ')
}

function instructionsOf(message: CompiledTransactionMessage) {
  if (message.version !== 1) {
    return message.instructions.map(({ programAddressIndex, data = new Uint8Array() }) => ({
      programIndex: programAddressIndex,
      data,
    }))
  }
  return message.instructionHeaders.map(({ programAccountIndex }, index) => ({
    programIndex: programAccountIndex,
    data: message.instructionPayloads[index]?.instructionData ?? new Uint8Array(),
  }))
}

/** A token balance as a transaction's record has it (Solana JSON-RPC). */
interface RecordedBalance {
  accountIndex: number
  mint: Address
  owner?: Address
  uiTokenAmount: { amount: string }
}

/** Computes a transaction's changes by token account, from its record of balances before and after. */
export function tokenMovements(
  mint: Address,
  accountKeys: readonly Address[],
  before: readonly RecordedBalance[],
  after: readonly RecordedBalance[],
): TokenMovement[] {
  const changes = new Map<Address, { owner: Address; baseUnits: bigint }>()
  const add = (balances: readonly RecordedBalance[], sign: bigint) => {
    for (const { accountIndex, mint: of, owner, uiTokenAmount } of balances) {
      const tokenAccount = accountKeys[accountIndex]
      if (of !== mint || owner === undefined || tokenAccount === undefined) continue
      const soFar = changes.get(tokenAccount)?.baseUnits ?? 0n
      changes.set(tokenAccount, { owner, baseUnits: soFar + sign * BigInt(uiTokenAmount.amount) })
    }
  }
  add(before, -1n)
  add(after, 1n)
  return [...changes].flatMap(([tokenAccount, { owner, baseUnits }]) =>
    baseUnits === 0n ? [] : [{ tokenAccount, owner, baseUnits }],
  )
}

/** Lists the program of each of a transaction's top-level instructions, in their order. */
export function programsOf(wireBytes: Uint8Array): Address[] {
  const { messageBytes } = getTransactionDecoder().decode(wireBytes)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  const positions =
    message.version === 1
      ? message.instructionHeaders.map(({ programAccountIndex }) => programAccountIndex)
      : message.instructions.map(({ programAddressIndex }) => programAddressIndex)
  // A program never comes from a lookup table: the runtime rejects that.
  return positions.map((position) => message.staticAccounts[position] as Address)
}
