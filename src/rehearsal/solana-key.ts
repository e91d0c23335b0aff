import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'

/** A fresh sending wallet: its signer, and its key as an operator pastes it (a JSON array of 64 numbers). */
export async function makeSolanaKey(): Promise<{ signer: KeyPairSigner; keyJson: string }> {
  const seed = randomBytes(32)
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed, true)
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', signer.keyPair.publicKey))
  return { signer, keyJson: JSON.stringify([...seed, ...publicKey]) }
}
