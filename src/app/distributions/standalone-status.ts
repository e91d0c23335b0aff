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
    walletAddress: sender?.walletAddress ?? null,
    tokenMintAddress: sender?.mintAddress ?? null,
    rpcUrl: rpcOrigin(sender?.rpcUrl ?? solanaRpcUrl),
    cluster: sender ? clusterName(sender.genesisHash) : null,
    batchSize: sender?.batchSize ?? null,
    delayBetweenBatches: sender?.delayMs ?? null,
    priorityFeeCap: sender?.priorityFeeCap ?? null,
    ...(await senderState(app, sender, run)),
  }
}
