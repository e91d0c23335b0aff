import { type Address, getF64Decoder, getStructDecoder, getU64Decoder } from '@solana/kit'

/** The account in which each bank has its rates of rent. */
export const RENT_SYSVAR_ADDRESS = 'SysvarRent111111111111111111111111111111111' as Address

/** Each account is charged as if it had so many bytes more (agave, ACCOUNT_STORAGE_OVERHEAD). */
const OVERHEAD_BYTES = 128

const decoder = getStructDecoder([
  ['lamportsPerByte', getU64Decoder()],
  ['exemptionThreshold', getF64Decoder()],
])

/** Returns the lamports that make an account of this size rent-exempt, by the data of the Rent sysvar. Throws where it is none. */
export function rentExemptLamports(sysvar: Uint8Array, dataBytes: number): bigint {
  const { lamportsPerByte, exemptionThreshold } = decoder.decode(sysvar)
  const lamports = Math.floor((OVERHEAD_BYTES + dataBytes) * Number(lamportsPerByte) * exemptionThreshold)
  if (!Number.isSafeInteger(lamports)) throw new Error('The rates of rent are none')
  return BigInt(lamports)
}
