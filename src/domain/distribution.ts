import type { Address } from '@solana/kit'

/** A spreadsheet of wallets and amounts, to be paid as it is. Its rows are its transfers. */
export interface Distribution {
  id: string
  fileName: string
  fileHash: string
  rowCount: number
  totalBaseUnits: bigint
  mintAddress: Address
  mintDecimals: number
  /** Of the sender that it was uploaded for. */
  mintName: string | null
  genesisHash: string
  createdAtMs: number
}
