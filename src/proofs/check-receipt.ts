import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { readReceiptText } from '#domain/portal-receipt.ts'
import { notProved, proved, refuted, type Verdict } from './verdict.ts'

export interface ReceiptCheck {
  /** The text of the saved receipt. */
  receipt: string
  /** The published key of the portal, 64 hexadecimal digits, as entered; may be empty. */
  publicKey: string
}

const NOT_A_RECEIPT =
  'This is not a receipt that can be read, or it is one without the signature of the portal. Save it again from the page where you claimed.'

/** Checks a receipt's signature by the portal: Ed25519 over its text. */
export function checkReceipt({ receipt, publicKey }: ReceiptCheck): Verdict {
  const signed = readSigned(receipt)
  const facts = signed && readReceiptText(signed.text)
  if (!signed || !facts) return notProved(NOT_A_RECEIPT)
  const published = publicKey.trim().toLowerCase().replace(/^0x/, '')
  if (published !== '' && !/^[0-9a-f]{64}$/.test(published)) {
    return notProved('The receipt key takes 64 hexadecimal digits. Check what you entered.', facts)
  }
  if (published !== '' && published !== signed.publicKey) {
    return refuted('This receipt was signed with another key than the published one.', facts)
  }
  if (!isSigned(signed))
    return refuted('The signature is not of this receipt: it was changed or damaged.', facts)
  if (published === '') {
    return notProved(
      'The signature fits the receipt, but anybody can make a key and sign. Enter the receipt key that the project has published, and check again.',
      facts,
    )
  }
  return proved('The portal has confirmed this claim: this is what it received, and when.', facts)
}

interface Signed {
  text: string
  publicKey: string
  signature: string
}

function readSigned(receipt: string): Signed | null {
  try {
    const { text, publicKey, signature } = Object(JSON.parse(receipt).portalReceipt)
    const isReceipt =
      typeof text === 'string' && /^[0-9a-f]{64}$/.test(publicKey) && /^[0-9a-f]{128}$/.test(signature)
    return isReceipt ? { text, publicKey, signature } : null
  } catch {
    return null
  }
}

function isSigned({ text, publicKey, signature }: Signed): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), new TextEncoder().encode(text), hexToBytes(publicKey), {
      zip215: false,
    })
  } catch {
    return false
  }
}
