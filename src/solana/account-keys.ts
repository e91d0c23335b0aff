import { type Address, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'

/** Addresses that a transaction took from lookup tables (Solana JSON-RPC, `meta.loadedAddresses`). */
interface LoadedAddresses {
  writable: readonly Address[]
  readonly: readonly Address[]
}

/** Reads the accounts that a transaction names, in the order in which its record numbers them, and which of them signed it. */
export function readAccountKeys(
  wireBytes: Uint8Array,
  loaded: LoadedAddresses | undefined,
): { signers: Address[]; accountKeys: Address[] } {
  const { messageBytes } = getTransactionDecoder().decode(wireBytes)
  const { header, staticAccounts } = getCompiledTransactionMessageDecoder().decode(messageBytes)
  return {
    signers: staticAccounts.slice(0, header.numSignerAccounts),
    accountKeys: [...staticAccounts, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])],
  }
}
