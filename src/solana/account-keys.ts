import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'

/** Addresses that a transaction took from lookup tables (Solana JSON-RPC, `meta.loadedAddresses`). */
interface LoadedAddresses {
  writable: readonly Address[]
  readonly: readonly Address[]
}

/** Reads a transaction's signature, the accounts that it names, in the order in which its record numbers them, and which of them signed it. */
export function readAccountKeys(
  wireBytes: Uint8Array,
  loaded: LoadedAddresses | undefined,
): { signature: Signature; signers: Address[]; accountKeys: Address[] } {
  const transaction = getTransactionDecoder().decode(wireBytes)
  const { header, staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  return {
    signature: getSignatureFromTransaction(transaction),
    signers: staticAccounts.slice(0, header.numSignerAccounts),
    accountKeys: [...staticAccounts, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])],
  }
}
