import { checksumAddress } from '#domain/checksum-address.ts'
import { isEvmAddress } from '#domain/evm-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'

export type EvmAddressProblem = 'shape' | 'checksum' | 'solana'

/** The address with its checksum (EIP-55), or why the text is none. */
export type EnteredEvmAddress = { address: string } | { problem: EvmAddressProblem }

/** Characters that take no room: zero-width ones, byte order marks, soft hyphens, marks of direction. */
const HIDDEN = /\p{Cf}/gu

/** Links of payment requests (EIP-681), and explorers' pages of an address. */
const LINKS = [
  /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:[@/?].*)?$/i,
  /^https?:\/\/[^/]+\/(?:[a-z-]+\/)?address\/(0x[0-9a-f]{40})(?:[/?#].*)?$/i,
]

/**
 * Reads the EVM address out of what was typed or pasted: the address itself, with or without `0x`, or a link to it. Letters of
 * one case say nothing; mixed ones have to fit the checksum.
 */
export function readEnteredEvmAddress(entered: string): EnteredEvmAddress {
  const visible = entered.replace(HIDDEN, '').trim()
  const linked = LINKS.map((link) => link.exec(visible)?.[1]).find((found) => found !== undefined) ?? visible
  const digits = linked.replace(/^0x/i, '')
  const text = `0x${digits}`
  if (!isEvmAddress(text)) return { problem: SOLANA_ADDRESS_SHAPE.test(visible) ? 'solana' : 'shape' }
  const address = checksumAddress(text)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || text === address ? { address } : { problem: 'checksum' }
}
