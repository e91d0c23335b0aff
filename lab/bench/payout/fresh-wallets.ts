import { generateKeyPairSync } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'

/** Makes wallets of keys that nobody keeps. Quicker than drawing addresses until one is on the curve. */
export function freshWallets(count: number): Address[] {
  const decoder = getAddressDecoder()
  return Array.from({ length: count }, () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    return decoder.decode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  })
}
