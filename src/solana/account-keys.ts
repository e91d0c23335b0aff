import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'
import { memosOf } from './memos-of.ts'

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
