import { randomBytes } from 'node:crypto'

/** Crockford's base32: no I, L, O or U, so that an id can be read out over a telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 12
const GROUP = 4

/** Makes a claim's reference: 60 random bits, as in "K7QF-3M2X-9TPA". */
export function makeClaimId(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return [0, GROUP, 2 * GROUP].map((at) => characters.slice(at, at + GROUP).join('')).join('-')
}
