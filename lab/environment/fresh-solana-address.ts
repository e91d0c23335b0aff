import { generateKeyPairSync } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'

/** Makes the address of a key that nobody keeps: quicker than drawing addresses until one is on the curve. */
export function freshSolanaAddress(): Address {
  const { publicKey } = generateKeyPairSync('ed25519')
  return getAddressDecoder().decode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
}
