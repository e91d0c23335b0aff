const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = ALPHABET.length

/** By character code. */
const VALUES = new Uint8Array(128).fill(BASE)
for (const [value, character] of [...ALPHABET].entries()) VALUES[character.charCodeAt(0)] = value

const ADDRESS_BYTES = 32
const LIMB_BYTES = 3
const LIMB = 2 ** (LIMB_BYTES * 8)

/** One more than an address takes: what runs over is seen. */
const LIMBS = 12

/** So many characters are taken at once: their product with a limb stays below 2^53. */
const AT_ONCE = 4

/**
 * Returns the 32 bytes of a Solana address from its base58 text, or null where it is none. Every submitted claim is read so: the general
 * decoder takes twenty times as long.
 */
export function addressBytes(text: string): Uint8Array | null {
  const limbs = new Array<number>(LIMBS).fill(0)
  for (let at = 0; at < text.length; at += AT_ONCE) {
    const end = Math.min(at + AT_ONCE, text.length)
    let scale = 1
    let carry = 0
    for (let place = at; place < end; place += 1) {
      const value = VALUES[text.charCodeAt(place)] ?? BASE
      if (value === BASE) return null
      scale *= BASE
      carry = carry * BASE + value
    }
    for (let limb = 0; limb < LIMBS; limb += 1) {
      const sum = (limbs[limb] ?? 0) * scale + carry
      carry = Math.floor(sum / LIMB)
      limbs[limb] = sum - carry * LIMB
    }
    if (carry !== 0) return null
  }
  return bytesOf(limbs, leadingOnes(text))
}

/** Base58 writes each zero byte at the beginning as a 1, and every other number without leading zeros. */
function bytesOf(limbs: readonly number[], zeros: number): Uint8Array | null {
  const bytes = new Uint8Array(LIMBS * LIMB_BYTES)
  for (const [at, limb] of limbs.entries()) {
    const end = bytes.length - at * LIMB_BYTES
    bytes[end - 1] = limb
    bytes[end - 2] = limb >> 8
    bytes[end - 3] = limb >> 16
  }
  const first = bytes.findIndex((byte) => byte !== 0)
  const length = first === -1 ? 0 : bytes.length - first
  return zeros + length === ADDRESS_BYTES ? bytes.subarray(bytes.length - ADDRESS_BYTES) : null
}

function leadingOnes(text: string): number {
  let count = 0
  while (text[count] === '1') count += 1
  return count
}
