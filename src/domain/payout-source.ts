import type { Address } from '@solana/kit'

/** The source of a payout's payments: the queued claims, or the unpaid rows of one distribution. */
export type PayoutSource = { kind: 'claims' } | { kind: 'distribution'; id: string }

export const CLAIMS = { kind: 'claims' } as const satisfies PayoutSource

/** Names the source of a run, which is recorded by the distribution that it pays. */
export function sourceOf({ distributionId }: { distributionId: string | null }): PayoutSource {
  return distributionId === null ? CLAIMS : { kind: 'distribution', id: distributionId }
}

/** Returns the distribution id that a run over a source is recorded with: null for the claims. */
export function distributionIdOf(source: PayoutSource): string | null {
  return source.kind === 'claims' ? null : source.id
}

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
