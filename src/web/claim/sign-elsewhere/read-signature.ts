import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from '#domain/checksum-address.ts'
import { HIDDEN } from '#web/claim/form/read-entered-address.ts'
import { fullSignature, isSameAccount } from '#web/lib/wallet/eip1193.ts'
import type { TextToSign } from './text-to-sign.ts'

/** A signature that can be sent, or why it can not. */
type ReadSignature = { sig: string } | { problem: SignatureComplaint }

export type SignatureComplaint =
  | { kind: 'missing' | 'unreadable' | 'otherText' | 'secret' }
  /** Bytes that a key's signature does not have. */
  | { kind: 'length'; bytes: number }
  /** The address whose key made it, if this text is what was signed. */
  | { kind: 'otherSigner'; signer: string | null }

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

/** Recovers the address whose key signed a text (EIP-191); null where no key gives these 65 bytes. */
export function recoverSigner(text: string, signature: string): string | null {
  try {
    const bytes = hexToBytes(signature.slice(2))
    const recoveryBit = (bytes[64] ?? 0) % 27
    const publicKey = secp256k1.Signature.fromBytes(bytes.subarray(0, 64))
      .addRecoveryBit(recoveryBit)
      .recoverPublicKey(personalHash(text))
    return checksumAddress(`0x${bytesToHex(keccak_256(publicKey.toBytes(false).subarray(1)).subarray(12))}`)
  } catch {
    return null
  }
}

/** Hashes a text as wallets do: EIP-191's prefix, the length in bytes, the text. */
function personalHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}
