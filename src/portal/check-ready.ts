import { PortalError } from '#domain/portal-error.ts'
import type { Portal } from './portal.ts'

/** Throws not_ready unless the store answers and the signature worker works. */
export async function checkReady({ store, signers }: Portal): Promise<void> {
  const checks = await Promise.allSettled([store.snapshots.current(), signers.recover('', '0x')])
  if (checks.some(({ status }) => status === 'rejected')) throw new PortalError('not_ready')
}
