import { isSameAccount } from '#web/lib/wallet/eip1193.ts'
import { fullSignature } from '#web/lib/wallet/wallet-requests.ts'
import { recoverSigner } from './recover-signer.ts'
import type { TextToSign } from './text-to-sign.ts'

/** A signature that can be sent, or why it can not. */
export type ReadSignature = { sig: string } | { problem: SignatureComplaint }

export type SignatureComplaint =
  | { kind: 'missing' | 'unreadable' | 'otherText' | 'secret' }
  /** Bytes that a key's signature does not have. */
  | { kind: 'length'; bytes: number }
  /** The address whose key made it, if this text is what was signed. */
  | { kind: 'otherSigner'; signer: string | null }

const HIDDEN = /\p{Cf}/gu
const HEX_BYTES = /^(?:0x)?(?:[0-9a-f]{2})*$/i
const KEY_SIGNATURE_BYTES = 65

/**
 * Reads a pasted signature: hex with or without `0x`, also broken into lines, and the JSON of tools (`address`, `msg`, `sig`).
 * One that a key should have made has to be of this text and this address; a contract's is for its contract to judge.
 */
export function readSignature(pasted: string, eth: string, { msg, signedBy }: TextToSign): ReadSignature {
  const visible = pasted.replace(HIDDEN, '').trim()
  if (visible === '') return { problem: { kind: 'missing' } }
  const found = visible.startsWith('{') ? readJson(visible) : { hex: visible, text: null }
  const hex = found?.hex.replace(/[\s"']/g, '') ?? ''
  if (found === null || hex === '' || !HEX_BYTES.test(hex)) return { problem: { kind: 'unreadable' } }
  if (found.text !== null && withLineFeeds(found.text) !== msg) return { problem: { kind: 'otherText' } }
  const sig = fullSignature(hex)
  return signedBy === 'contract' ? { sig } : readKeySignature(sig, eth, msg)
}

function readKeySignature(sig: string, eth: string, msg: string): ReadSignature {
  const bytes = (sig.length - 2) / 2
  if (bytes !== KEY_SIGNATURE_BYTES) return { problem: { kind: 'length', bytes } }
  const signer = recoverSigner(msg, sig)
  return isSameAccount(signer, eth) ? { sig } : { problem: { kind: 'otherSigner', signer } }
}

/** The text is null where the tool does not give it, or gives it in hex. */
function readJson(json: string): { hex: string; text: string | null } | null {
  try {
    const { sig, signature, msg, message } = JSON.parse(json)
    const [hex, text] = [sig ?? signature, msg ?? message]
    if (typeof hex !== 'string') return null
    return { hex, text: typeof text === 'string' && !text.startsWith('0x') ? text : null }
  } catch {
    return null
  }
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd()
}
