/** What a payout pays: the queued claims, or what is left of one distribution. */
export type PayoutSource = { kind: 'claims' } | { kind: 'distribution'; id: string }

export const CLAIMS = { kind: 'claims' } as const satisfies PayoutSource

/** Names the source of a run, which is recorded by the distribution that it pays. */
export function sourceOf({ distributionId }: { distributionId: string | null }): PayoutSource {
  return distributionId === null ? CLAIMS : { kind: 'distribution', id: distributionId }
}

/** Gives what a run over a source is recorded by: null for the claims. */
export function distributionIdOf(source: PayoutSource): string | null {
  return source.kind === 'claims' ? null : source.id
}
