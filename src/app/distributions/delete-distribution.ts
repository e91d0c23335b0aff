import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Deletes a distribution that was never started, and records that. Throws no_distribution and distribution_begun. */
export async function deleteDistribution({ store, now }: AppContext, id: string): Promise<void> {
  const distribution = await store.distributions.find(id)
  if (!distribution) throw new PortalError('no_distribution')
  const { fileName, fileHash, rowCount, totalBaseUnits, mintDecimals } = distribution
  const outcome = await store.distributions.remove(id, {
    atMs: now(),
    action: 'delete_distribution',
    subject: id,
    detail: `${fileName}: ${rowCount} payments, ${formatDecimalUnits(totalBaseUnits, mintDecimals)} tokens, SHA-256 ${fileHash}`,
  })
  if (outcome !== 'done') throw new PortalError(outcome)
}
