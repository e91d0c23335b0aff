import { createKeyPairSignerFromBytes, getBase58Encoder, type KeyPairSigner } from '@solana/kit'
import { PortalError } from '#domain/portal-error.ts'

/**
 * Reads a Solana private key as wallets export it: base58 text, or a JSON array of 64 numbers (seed and public key).
 * Throws invalid_private_key, which never repeats any of it.
 */
export async function parseSendingKey(text: string): Promise<Uint8Array> {
  const bytes = readBytes(text.trim())
  if (bytes?.length !== 64) throw new PortalError('invalid_private_key')
  await openSendingWallet(bytes)
  return bytes
}

/** Creates the signer of a key's 64 bytes. Throws invalid_private_key when its two halves do not belong together. */
export async function openSendingWallet(bytes: Uint8Array): Promise<KeyPairSigner> {
  try {
    return await createKeyPairSignerFromBytes(bytes)
  } catch {
    throw new PortalError('invalid_private_key')
  }
}

/** True for seeds that anyone would try: all bytes alike, or counting up. Such keys are published in examples. */
export function isGuessableKey(bytes: Uint8Array): boolean {
  const seed = bytes.subarray(0, 32)
  const first = seed[0] ?? 0
  return seed.every((byte) => byte === first) || seed.every((byte, index) => byte === first + index)
}

function readBytes(text: string): Uint8Array | null {
  if (text.startsWith('[')) {
    const numbers = readJson(text)
    const areBytes =
      Array.isArray(numbers) &&
      numbers.every((n) => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= 255)
    return areBytes ? Uint8Array.from(numbers as number[]) : null
  }
  try {
    return new Uint8Array(getBase58Encoder().encode(text))
  } catch {
    return null
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
