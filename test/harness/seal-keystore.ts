import { createCipheriv } from 'node:crypto'
import { concatBytes, type Hex, hexToBytes, keccak256 } from 'viem'

/** Encrypts a private key as a keystore's `crypto` part (Web3 Secret Storage, version 3), with a key of 32 bytes that was derived as the parameters say. */
export function sealKeystore(
  privateKey: Hex,
  key: Uint8Array,
  derivation: { kdf: string; kdfparams: object },
) {
  const iv = '0f'.repeat(16)
  const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), Buffer.from(iv, 'hex'))
  const ciphertext = cipher.update(hexToBytes(privateKey))
  return {
    cipher: 'aes-128-ctr',
    cipherparams: { iv },
    ciphertext: ciphertext.toString('hex'),
    ...derivation,
    mac: keccak256(concatBytes([key.subarray(16, 32), ciphertext])).slice(2),
  }
}
