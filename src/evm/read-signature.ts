/** The reason why a signature is not checked further. Each is also the error code of the answer to the claimant. */
export type SignatureProblem = 'bad_signature' | 'high_s_signature' | 'contract_wallet'

/** A signature that an account's key can have made. */
interface KeySignature {
  /** r and s, 32 bytes each. */
  compact: Uint8Array
  recoveryId: 0 | 1
}

const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** ERC-6492: a signature of a contract that is not deployed yet ends in these 32 bytes. */
const ERC_6492_SUFFIX = '6492'.repeat(16)

const HEX_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/
const KEY_SIGNATURE_BYTES = 65
const COMPACT_SIGNATURE_BYTES = 64

/** True for `0x` and hex digits in pairs. */
export function isHexBytes(text: string): boolean {
  return HEX_BYTES.test(text)
}

/** True for an ERC-6492 signature, which carries the deployment of its contract. */
export function isCounterfactual(hex: string): boolean {
  return hex.toLowerCase().endsWith(ERC_6492_SUFFIX)
}

/**
 * Reads a signature in hex as one made by a key, in ERC-6492's order: the magic suffix shows a contract wallet first. So
 * does any length but a key's 65 bytes: contracts choose their own. 64 bytes (EIP-2098) are refused: no wallet's
 * `personal_sign` gives them, and a second encoding of the same signature is not wanted.
 */
export function readKeySignature(hex: string): KeySignature | SignatureProblem {
  if (!isHexBytes(hex)) return 'bad_signature'
  if (isCounterfactual(hex)) return 'contract_wallet'
  const byteLength = (hex.length - 2) / 2
  if (byteLength === COMPACT_SIGNATURE_BYTES) return 'bad_signature'
  if (byteLength !== KEY_SIGNATURE_BYTES) return 'contract_wallet'

  const r = BigInt(`0x${hex.slice(2, 66)}`)
  const s = BigInt(`0x${hex.slice(66, 130)}`)
  const recoveryId = readRecoveryId(Number.parseInt(hex.slice(130), 16))
  if (recoveryId === null || !isInGroup(r) || !isInGroup(s)) return 'bad_signature'
  if (s > GROUP_ORDER / 2n) return 'high_s_signature'
  return { compact: Buffer.from(hex.slice(2, 130), 'hex'), recoveryId }
}

function readRecoveryId(v: number): 0 | 1 | null {
  if (v === 0 || v === 27) return 0
  if (v === 1 || v === 28) return 1
  return null
}

function isInGroup(scalar: bigint): boolean {
  return scalar > 0n && scalar < GROUP_ORDER
}
