import type { Distribution } from '#api-schema/standalone-sender.ts'

/**
 * Tells how a distribution can be started: for the first time or after a stop, once more for failed payments,
 * or not at all.
 */
export function startOf({
  status,
  totalAddresses,
  successfulTxns,
  held,
}: Distribution): 'start' | 'again' | null {
  if (status === 'pending') return 'start'
  const isLeft = successfulTxns + held < totalAddresses
  return status !== 'processing' && isLeft ? 'again' : null
}
