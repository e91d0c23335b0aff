import { randomBytes } from 'node:crypto'

/** Crockford's base32: no I, L, O or U, so that an id can be read out over a telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 12
const GROUP = 4

/** Random bytes are taken from the system for so many references at once: one call for each takes longer than the rest of the reference. */
const AT_ONCE = 256
let random = randomBytes(0)
let taken = 0

/** Returns random bytes that were not returned before. */
function freshBytes(): Buffer {
  if (taken === random.length) {
    random = randomBytes(CHARACTERS * AT_ONCE)
    taken = 0
  }
  taken += CHARACTERS
  return random.subarray(taken - CHARACTERS, taken)
}

/** Makes the reference of a claim or a distribution: 60 random bits, as in "K7QF-3M2X-9TPA". */
export function makeReference(): string {
  const characters = Array.from(freshBytes(), (byte) => ALPHABET.charAt(byte % ALPHABET.length))
  return [0, GROUP, 2 * GROUP].map((at) => characters.slice(at, at + GROUP).join('')).join('-')
}
