import { getBase58Decoder } from '@solana/kit'

/** Makes a signature of no transaction. */
export function unknownSignature(): string {
  return getBase58Decoder().decode(crypto.getRandomValues(new Uint8Array(64)))
}
