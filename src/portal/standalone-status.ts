import type { Portal } from '#portal/portal.ts'
import { rpcOrigin } from '#portal/rpc-origin.ts'
import { clusterName } from '#solana/clusters.ts'

/** The standalone sender as it is configured, and whether one of its distributions is being paid. */
export async function standaloneStatus({ store, solanaRpcUrl }: Portal) {
  const [sender, unfinished] = await Promise.all([store.senders.find('standalone'), store.runs.unfinished()])
  return {
    configured: sender !== undefined,
    running: unfinished.some((run) => run.sender === 'standalone'),
    walletAddress: sender?.wallet_address ?? null,
    tokenMintAddress: sender?.mint_address ?? null,
    rpcUrl: rpcOrigin(sender?.rpc_url ?? solanaRpcUrl),
    cluster: sender ? clusterName(sender.genesis_hash) : null,
    batchSize: sender?.batch_size ?? null,
    delayBetweenBatches: sender?.delay_ms ?? null,
    priorityFeeCap: sender?.priority_fee_cap ?? null,
  }
}
