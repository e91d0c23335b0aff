import { PortalError } from '#domain/portal-error.ts'
import { DEFAULT_PRIORITY_FEE_CAP } from '#domain/priority-fee-cap.ts'
import type { Portal } from '#portal/portal.ts'
import { askingCluster } from '#portal/sender-cluster.ts'
import { type ClusterName, clusterName } from '#solana/clusters.ts'
import { readMint } from '#solana/mint.ts'
import { isGuessableKey, openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import type { NewSender, SenderKind } from '#store/schema.ts'

export interface SenderConfig {
  rpcUrl: string
  privateKey: string
  tokenMintAddress: string
  batchSize: number
  delayMs: number
  /** The key is a throwaway that the form made. */
  testKey?: boolean | undefined
  /** The most to offer for a compute unit, in micro-lamports. */
  priorityFeeCap?: number | undefined
  /** The operator knows that the cluster is mainnet. */
  confirmMainnet?: boolean | undefined
}

export interface ConfiguredSender {
  walletAddress: string
  cluster: ClusterName
  tokenDecimals: number
}

/**
 * Checks a sending wallet against its cluster and keeps it, its key sealed. Throws what is wrong with it, and
 * run_in_progress or attempts_unresolved while payments from the present one are not settled.
 */
export async function configureSender(
  portal: Portal,
  kind: SenderKind,
  config: SenderConfig,
): Promise<ConfiguredSender> {
  if (!isHttpUrl(config.rpcUrl)) throw new PortalError('invalid_rpc_url')
  const key = await parseSendingKey(config.privateKey)
  const { address: walletAddress } = await openSendingWallet(key)

  const cluster = portal.payouts.connect(config.rpcUrl)
  const { genesisHash, mint } = await askingCluster(async () => ({
    genesisHash: await cluster.genesisHash(),
    mint: await readMint(cluster, config.tokenMintAddress),
  }))
  const name = clusterName(genesisHash)
  if (name === 'mainnet') {
    if (config.testKey || isGuessableKey(key)) throw new PortalError('test_key_on_mainnet')
    if (!config.confirmMainnet) throw new PortalError('confirm_mainnet')
  }

  const sender: NewSender = {
    kind,
    rpc_url: config.rpcUrl,
    sealed_key: portal.secrets.seal(key),
    wallet_address: walletAddress,
    mint_address: mint.address,
    mint_decimals: mint.decimals,
    token_program: mint.tokenProgram,
    genesis_hash: genesisHash,
    batch_size: config.batchSize,
    delay_ms: config.delayMs,
    priority_fee_cap: config.priorityFeeCap ?? DEFAULT_PRIORITY_FEE_CAP,
    is_test_key: config.testKey ? 1 : 0,
    configured_at_ms: portal.now(),
  }
  await refuseWhileUnsettled(portal, sender)
  await portal.store.senders.save(sender)
  return { walletAddress, cluster: name, tokenDecimals: mint.decimals }
}

async function refuseWhileUnsettled({ store }: Portal, next: NewSender): Promise<void> {
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.sender === next.kind)) throw new PortalError('run_in_progress')
  const present = await store.senders.find(next.kind)
  const staysTheSame =
    present?.wallet_address === next.wallet_address &&
    present.mint_address === next.mint_address &&
    present.genesis_hash === next.genesis_hash
  if (present && !staysTheSame && (await store.journal.unresolved(present.genesis_hash)).length > 0) {
    throw new PortalError('attempts_unresolved')
  }
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}
