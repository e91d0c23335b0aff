import type { BulkSenderConfigResponse } from '#api-schema/bulk-sender.ts'

/** A cluster as a sentence names it. */
export function clusterName(cluster: BulkSenderConfigResponse['cluster']): string {
  return cluster === 'other' ? 'another cluster' : cluster
}
