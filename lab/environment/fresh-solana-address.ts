import { randomBytes } from 'node:crypto'
import { type Address, getAddressDecoder, isOffCurveAddress } from '@solana/kit'

/** Makes an address on the curve whose key nobody has. */
export function freshSolanaAddress(): Address {
  for (;;) {
    const address = getAddressDecoder().decode(randomBytes(32))
    if (!isOffCurveAddress(address)) return address
  }
}
