declare const brand: unique symbol

/** A 20-byte EVM address, `0x` and 40 lower-case hex digits: one spelling, so that it can be a key. */
export type EvmAddress = string & { readonly [brand]: 'evm-address' }

/** Sorts before every address: where pages of addresses begin. */
export const BEFORE_EVM_ADDRESSES = '' as EvmAddress

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

export function isEvmAddress(text: string): boolean {
  return EVM_ADDRESS.test(text)
}

/** The address in its one spelling, or null when the text is no address. Any letter case is taken. */
export function readEvmAddress(text: string): EvmAddress | null {
  return EVM_ADDRESS.test(text) ? (text.toLowerCase() as EvmAddress) : null
}
