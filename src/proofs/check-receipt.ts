import { type ReceiptKey, readReceiptText } from '#domain/portal-receipt.ts'
import { isSignedBy, relateKey } from './receipt-keys.ts'
import { type Facts, notProved, proved, refuted, type Verdict } from './verdict.ts'

interface ReceiptCheck {
  /** The text of the saved receipt. */
  receipt: string
  /** The published key of the portal, 64 hexadecimal digits, as entered; may be empty. */
  publicKey: string
  /** The keys that the portal has had, where they are given: for a receipt under another one than the published. */
  keys?: readonly ReceiptKey[]
}

const NOT_A_RECEIPT =
  'This is not a receipt that can be read, or it is one without the signature of the portal. Save it again from the page where you claimed.'
const WHAT_IT_PROVES = 'this is what it received, and when.'

/** Checks a receipt's signature by the portal: Ed25519 over its text. */
export function checkReceipt({ receipt, publicKey, keys = [] }: ReceiptCheck): Verdict {
  const signed = readSigned(receipt)
  const facts = signed && readReceiptText(signed.text)
  if (!signed || !facts) return notProved(NOT_A_RECEIPT)
  const published = publicKey.trim().toLowerCase().replace(/^0x/, '')
  if (published !== '' && !/^[0-9a-f]{64}$/.test(published)) {
    return notProved('The receipt key takes 64 hexadecimal digits. Check what you entered.', facts)
  }
  if (!isSignedBy(signed.publicKey, signed.text, signed.signature))
    return refuted('The signature is not of this receipt: it was changed or damaged.', facts)
  if (published === '') {
    return notProved(
      'The signature fits the receipt, but anybody can make a key and sign. Enter the receipt key that the project has published, and check again.',
      facts,
    )
  }
  if (published === signed.publicKey)
    return proved(`The portal has confirmed this claim: ${WHAT_IT_PROVES}`, facts)
  return checkOtherKey(keys, published, signed.publicKey, facts)
}

/** Judges a receipt under another key than the published one: a portal's key changes with its SECRETS_KEY. */
function checkOtherKey(keys: readonly ReceiptKey[], published: string, used: string, facts: Facts): Verdict {
  const relation = relateKey(keys, published, used)
  if (relation === null) {
    return notProved(
      keys.length === 0
        ? 'This receipt was signed with another key than the published one, perhaps an earlier key of the portal. Give its receipt keys as well: the bundle that the project publishes, or what the portal answers at /api/portal.'
        : 'This receipt was signed with another key than the published one, and the receipt keys that you gave do not lead from one to the other. Ask the project for the key that it had published when you claimed.',
      facts,
    )
  }
  if (relation.is === 'later') {
    return proved(
      `Confirmed by a later key of this portal, which the published one has signed: ${WHAT_IT_PROVES}`,
      facts,
    )
  }
  const until = new Date(relation.until * 1_000)
  const received = facts.find(([name]) => name === 'Received')?.[1] ?? ''
  if (!(Date.parse(received) <= until.getTime())) {
    return notProved(
      `This receipt was signed with an earlier key of this portal, but says a time at which that key was no longer in use: it was replaced at ${until.toISOString()}. Ask the project.`,
      facts,
    )
  }
  return proved(
    `Confirmed by an earlier key of this portal, in use until ${until.toISOString()}: ${WHAT_IT_PROVES}`,
    facts,
  )
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
