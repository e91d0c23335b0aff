import { ed25519 } from '@noble/curves/ed25519.js'
import { type Address, getAddressEncoder, isAddress } from '@solana/kit'

/** The reasons why a text is no usable destination, as far as they can be seen from the text alone. */
export type SolanaAddressProblem = 'not_an_address' | 'zero_key' | 'known_program' | 'off_curve'

/** Programs and sysvars that people paste by mistake. Tokens sent to an account derived from them are lost. */
const KNOWN_PROGRAMS = new Set<string>([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'So11111111111111111111111111111111111111112',
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf',
  'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
])

const encoder = getAddressEncoder()

/** Returns the 32 bytes of a Solana address from its base58 text, or null where it is none. */
export function addressBytes(text: string): Uint8Array | null {
  return isAddress(text) ? Uint8Array.from(encoder.encode(text)) : null
}

/** Tells whether 32 bytes are a point of edwards25519, as an account with a key has for its address. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // As the cluster reads points (ZIP 215): y may be the prime or above it.
    const { x } = ed25519.Point.fromBytes(Uint8Array.from(bytes), true)
    // x is 0: its sign has one spelling.
    return x !== 0n || ((bytes[31] ?? 0) & 0x80) === 0
  } catch {
    return false
  }
}

/**
 * True when the text decodes from base58 to exactly 32 bytes. Length alone does not decide it: 44 characters
 * can be 33 bytes.
 */
export function isSolanaAddress(text: string): text is Address {
  return addressBytes(text) !== null
}

/** True when no key can have the address: it is a program's, or nobody's. */
export function isOffCurve(address: Address): boolean {
  const bytes = addressBytes(address)
  if (bytes === null) throw new Error('This is no Solana address')
  return !isOnCurve(bytes)
}

/** Classifies a destination by its text. `off_curve` may still be usable: it may be a multisig's vault. */
export function classifySolanaAddress(text: string): SolanaAddressProblem | null {
  const bytes = addressBytes(text)
  if (bytes === null) return 'not_an_address'
  if (bytes.every((byte) => byte === 0)) return 'zero_key'
  if (KNOWN_PROGRAMS.has(text)) return 'known_program'
  return isOnCurve(bytes) ? null : 'off_curve'
}
