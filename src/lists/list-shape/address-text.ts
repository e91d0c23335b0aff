/**
 * An address as exports write it: with the chain before it (`eth:0x…`, CAIP-10's `eip155:1:0x…`, `ronin:…`, XDC's `xdc…`), as the bytes of
 * a database (`\x…`), or as digits alone.
 */
const WRITTEN =
  /^(?:did:pkh:)?(?<chain>(?:[a-z0-9-]{1,20}:){0,2})(?<sign>0x|xdc|\\x)?(?<digits>[0-9a-f]{40})$/i

const PLAIN = /^0x[0-9a-f]{40}$/i
const PLAIN_LENGTH = 42

/** The longest link with an address in it. */
const MAX_TEXT = 1000

/** A link to an explorer, as in Markdown or in HTML, whose text is the address. */
const LINKS = [
  /^\[(?<text>[^\]\s]{1,80})\]\((?<url>[^)\s]*)\)$/,
  /^<a\b(?<url>[^<>]*)>(?<text>[^<>\s]{1,80})<\/a>$/i,
]

const ADDRESS_IN_URL = /0x[0-9a-f]{40}(?![0-9a-f])/gi

/** Tells whether a text is an address, however an export writes it. */
export function isAddressText(text: string): boolean {
  return digitsOf(text) !== null
}

/** Texts that a holder's address was meant by: one with a digit too few or a letter in it, or a name of ENS. */
const MEANT = /^\s*(?:[0o]x[0-9a-z]{10,}|\S+\.eth|(?=[a-z]*\d)[0-9a-z]{36,46})\s*$/i

/** Tells whether a text is an address or was meant to be one: what holds it is a holder, never a fact about the list. */
export function isMeantAsAddress(text: string): boolean {
  return isAddressText(text) || MEANT.test(text)
}

/** Reads an address as an export writes it: `0x` and the digits as they stand. A text that is none comes back as it is. */
export function readAddressText(text: string): string {
  // Whether its digits are any is for who checks the address: so long a text with this beginning is read in no other way.
  if (text.length === PLAIN_LENGTH && text.startsWith('0x')) return text
  const digits = digitsOf(text)
  return digits === null ? text : `0x${digits}`
}

/** The chain that an address names before it, in lower case; '' where it names none. */
export function chainOfAddress(text: string): string {
  if (PLAIN.test(text)) return ''
  return WRITTEN.exec(text.trim())?.groups?.chain?.toLowerCase() ?? ''
}

function digitsOf(text: string): string | null {
  // Most texts are none, or plain.
  if (text.length < 40 || text.length > MAX_TEXT) return null
  if (PLAIN.test(text)) return text.slice(2)
  const trimmed = text.trim()
  const link = LINKS.map((each) => each.exec(trimmed)?.groups).find((groups) => groups !== undefined)
  const { chain = '', sign = '', digits = null } = WRITTEN.exec(link?.text ?? trimmed)?.groups ?? {}
  // Forty digits of nothing but 0 to 9 are a number as well.
  if (digits === null || (chain + sign === '' && !/[a-f]/i.test(digits))) return null
  if (!link) return digits
  // A link of a token's holder names the token as well: one of its addresses has to be the text's.
  const linked = link.url?.match(ADDRESS_IN_URL) ?? []
  const isSame =
    linked.length === 0 || linked.some((each) => each.slice(2).toLowerCase() === digits.toLowerCase())
  return isSame ? digits : null
}
