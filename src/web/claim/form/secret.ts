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
