import { PortalError } from '#domain/portal-error.ts'
import { OtherClusterError } from '#payout/with-genesis-check.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'

/**
 * Reads from the cluster for a person's request, and reports a node that does not answer. Throws
 * cluster_changed or rpc_unreachable.
 */
export async function askingCluster<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof RpcUnavailableError)) throw error
    if (error instanceof OtherClusterError) throw new PortalError('cluster_changed')
    const { nodeName: node, message: reason } = error
    throw new PortalError('rpc_unreachable', node === null ? undefined : { node, reason })
  }
}
