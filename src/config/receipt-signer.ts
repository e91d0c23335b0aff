import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { ReceiptSigner } from '#domain/portal-receipt.ts'
import { deriveKey } from './derive-key.ts'

const signInThread = promisify<null, Buffer, KeyObject, Buffer>(sign)

const KEY_PURPOSE = 'ferry/1/receipt-key'

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const KEY_BYTES = 32

/** Signs receipts with an Ed25519 key that HKDF derives from SECRETS_KEY: every server of a portal has the same one. */
export function createReceiptSigner(secretsKey: Uint8Array): ReceiptSigner {
  const der = Buffer.concat([PKCS8_HEAD, deriveKey(secretsKey, KEY_PURPOSE)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: spki.subarray(-KEY_BYTES).toString('hex'),
    // In a thread of Node's: the event loop has other work on a busy day.
    sign: async (text) => (await signInThread(null, Buffer.from(text), key)).toString('hex'),
  }
}
