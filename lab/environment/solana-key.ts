import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'

/**
 * Makes a sending wallet, a fresh one unless its seed is given: its signer, and its key as an operator pastes
 * it (a JSON array of 64 numbers).
 */
export async function makeSolanaKey(
  seed: Uint8Array = randomBytes(32),
): Promise<{ signer: KeyPairSigner; keyJson: string }> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed, true)
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', signer.keyPair.publicKey))
  return { signer, keyJson: JSON.stringify([...seed, ...publicKey]) }
}
