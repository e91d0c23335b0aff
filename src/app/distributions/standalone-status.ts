import type { AppContext } from '#app/app-context.ts'
import { senderState } from '#app/payouts/sender-state.ts'
import { rpcOrigin } from '#app/senders/rpc-origin.ts'
import { clusterName } from '#solana/clusters.ts'

/** The standalone sender as it is configured, and how the newest of its runs stands. */
export async function standaloneStatus(app: AppContext) {
  const { store, solanaRpcUrl } = app
  const [sender, run] = await Promise.all([store.senders.find('standalone'), store.runs.latest('standalone')])
  return {
    configured: sender !== undefined,
    running: run?.state === 'running' || run?.state === 'stopping',
    walletAddress: sender?.wallet_address ?? null,
    tokenMintAddress: sender?.mint_address ?? null,
    rpcUrl: rpcOrigin(sender?.rpc_url ?? solanaRpcUrl),
    cluster: sender ? clusterName(sender.genesis_hash) : null,
    batchSize: sender?.batch_size ?? null,
    delayBetweenBatches: sender?.delay_ms ?? null,
    priorityFeeCap: sender?.priority_fee_cap ?? null,
    ...(await senderState(app, sender, run)),
  }
}
