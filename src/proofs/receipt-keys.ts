import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { type ReceiptKey, receiptKeyText } from '#domain/portal-receipt.ts'
import { readZip } from './read-list-file.ts'
import { notProved, VerdictError } from './verdict.ts'

const KEY = /^[0-9a-f]{64}$/
const SIGNATURE = /^[0-9a-f]{128}$/

/** Reads a portal's receipt keys from what it answers at /api/portal, or from the bundle. Ends the check where there are none. */
export async function readReceiptKeys(file: Uint8Array<ArrayBuffer>): Promise<ReceiptKey[]> {
  try {
    const isZip = file[0] === 0x50 && file[1] === 0x4b
    const json = isZip ? (await readZip(file)).get('manifest.json') : file
    const { receiptKeys } = JSON.parse(new TextDecoder().decode(json))
    if (Array.isArray(receiptKeys) && receiptKeys.every(isReceiptKey)) return receiptKeys
  } catch {
    // Said below.
  }
  throw new VerdictError(
    notProved(
      'The file has no receipt keys that can be read: give the bundle (.zip) that the project publishes, or what the portal answers at /api/portal.',
    ),
  )
}

function isReceiptKey(value: unknown): value is ReceiptKey {
  const { key, from, signedByPrevious, confirmsPrevious } = Object(value) as Record<string, unknown>
  return (
    isHex(KEY, key) &&
    Number.isSafeInteger(from) &&
    Math.abs(Number(from)) < 1e11 &&
    [signedByPrevious, confirmsPrevious].every((each) => each === null || isHex(SIGNATURE, each))
  )
}

const isHex = (form: RegExp, value: unknown) => typeof value === 'string' && form.test(value)

/** Where a key stands to another one of the same portal, as far as that other key proves it by its signatures. */
type KeyRelation = { is: 'later' } | { is: 'earlier'; until: number }

/**
 * Follows the keys from one that is trusted to another: a later one has to be signed by it, an earlier one to be confirmed by it, link by
 * link. The signature of the other key alone would say nothing: anybody can sign a key that is not theirs. Returns null where the other
 * key is not linked to it.
 */
export function relateKey(keys: readonly ReceiptKey[], trusted: string, other: string): KeyRelation | null {
  const [at, place] = [trusted, other].map((wanted) => keys.findLastIndex(({ key }) => key === wanted)) as [
    number,
    number,
  ]
  if (at < 0 || place < 0) return null
  const isEarlier = place < at
  const links = keys.slice(Math.min(at, place), Math.max(at, place) + 1)
  const isLinked = links.every((next, index) => {
    const previous = links[index - 1]
    return !previous || isLink(previous, next, isEarlier)
  })
  if (!isLinked) return null
  return isEarlier ? { is: 'earlier', until: links[1]?.from ?? 0 } : { is: 'later' }
}

function isLink(previous: ReceiptKey, next: ReceiptKey, isConfirmation: boolean): boolean {
  const text = receiptKeyText({ previous: previous.key, key: next.key, from: next.from })
  return isConfirmation
    ? isSignedBy(next.key, text, next.confirmsPrevious)
    : isSignedBy(previous.key, text, next.signedByPrevious)
}

/** Checks an Ed25519 signature over a text in UTF-8, key and signature in hex. */
export function isSignedBy(publicKey: string, text: string, signature: string | null): boolean {
  if (signature === null) return false
  try {
    return ed25519.verify(hexToBytes(signature), new TextEncoder().encode(text), hexToBytes(publicKey), {
      zip215: false,
    })
  } catch {
    return false
  }
}
