import { randomBytes } from 'node:crypto'
import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/kit'

/** An address that nobody holds the key of, but that a key could have. */
export function freshSolanaAddress(): Address {
  for (;;) {
    const address = getAddressDecoder().decode(randomBytes(32))
    if (!isOffCurveAddress(address)) return address
  }
}
