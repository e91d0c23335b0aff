import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'

/** Where an address was found that did not stand by itself. */
export type AddressSource =
  | { kind: 'solana_link' }
  | { kind: 'explorer'; host: string }
  | { kind: 'other_characters' }

export interface EnteredAddress {
  /** The address, or the text as it was entered, without what nobody sees. */
  text: string
  /** Null where the address was entered as it is. */
  source: AddressSource | null
}

/** Characters that take no room: zero-width ones, byte order marks, soft hyphens, marks of direction. */
export const HIDDEN = /\p{Cf}/gu

const AROUND = /[\s"'“”„‘’«»<>()[\]{},;]/g

/** Solana Pay's links, without those that lead to a server. */
const SOLANA_LINK = /^solana:(?:\/\/)?([^/?#]+)(?:[?#].*)?$/i

/** Explorers whose pages of wallets are named after the wallet. Their pages of tokens and transactions are none. */
const EXPLORERS: ReadonlySet<string> = new Set([
  'solscan.io',
  'explorer.solana.com',
  'solana.fm',
  'solanabeach.io',
  'xray.helius.xyz',
  'orbmarkets.io',
  'oklink.com',
])
const ACCOUNT_PAGE = /^\/(?:sol(?:ana)?\/)?(?:account|address)\/([^/]+)(?:\/|$)/

/**
 * Reads the address out of what was typed or pasted: the text itself, a `solana:` link, or an explorer's page of an account.
 * Anything else is left as it is, for the form to complain about.
 */
export function readEnteredAddress(entered: string): EnteredAddress {
  const visible = entered.replace(HIDDEN, '')
  const text = visible.trim()
  if (SOLANA_ADDRESS_SHAPE.test(text)) {
    return { text, source: visible === entered ? null : { kind: 'other_characters' } }
  }
  return readSolanaLink(text) ?? readExplorerPage(text) ?? readAmongOthers(text) ?? { text, source: null }
}

/** Reads an address in quotes, with a comma behind it, or broken into pieces by spaces. */
function readAmongOthers(entered: string): EnteredAddress | null {
  const text = entered.replace(AROUND, '')
  return SOLANA_ADDRESS_SHAPE.test(text) ? { text, source: { kind: 'other_characters' } } : null
}

function readSolanaLink(text: string): EnteredAddress | null {
  const address = SOLANA_LINK.exec(text)?.[1]
  return address && SOLANA_ADDRESS_SHAPE.test(address)
    ? { text: address, source: { kind: 'solana_link' } }
    : null
}

function readExplorerPage(text: string): EnteredAddress | null {
  const page = readUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!page) return null
  const host = page.hostname.replace(/^www\./, '')
  const address = EXPLORERS.has(host) ? ACCOUNT_PAGE.exec(page.pathname)?.[1] : undefined
  return address && SOLANA_ADDRESS_SHAPE.test(address)
    ? { text: address, source: { kind: 'explorer', host } }
    : null
}

function readUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Numbers of words that a recovery phrase has (BIP-39). */
const PHRASE_WORDS: readonly number[] = [12, 15, 18, 21, 24]
/** As wallets number the words that are to be written down. */
const NUMBERING = /(?:^|\s)\d{1,2}[.):]?\s*/g
const WORD = /^[\p{L}\p{M}]{1,12}$/u
/** A Solana key in base58, and an EVM key in hexadecimal. */
const PRIVATE_KEY = /^(?:[1-9A-HJ-NP-Za-km-z]{86,88}|(?:0x)?[0-9a-f]{64})$/i
/** A Solana key as its tools write it: 64 numbers. */
const KEY_BYTES = /^\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){31,63}\s*\]$/

/** True of what looks like a recovery phrase or a private key: it is kept nowhere. */
export function isSecret(entered: string): boolean {
  const text = entered.trim()
  const words = text
    .replace(NUMBERING, ' ')
    .trim()
    .split(/[\s,]+/)
  const isPhrase = PHRASE_WORDS.includes(words.length) && words.every((word) => WORD.test(word))
  return isPhrase || PRIVATE_KEY.test(text) || KEY_BYTES.test(text)
}
