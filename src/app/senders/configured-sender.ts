import type { AppContext } from '#app/app-context.ts'
import { within } from '#domain/concurrency.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import { SealBrokenError } from '#domain/secret-box.ts'
import { nodeOrigin, nodeUrlsOf, openSendingKey, type Sender, type SenderKind } from '#domain/sender.ts'
import { OtherClusterError } from '#payout/nodes/with-genesis-check.ts'
import { clusterName } from '#solana/clusters.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { ReadTransaction, Store } from '#store/store.ts'

/** Throws sender_not_configured or standalone_not_configured. */
export async function configuredSender(
  { senders }: Pick<Store, 'senders'>,
  kind: SenderKind,
): Promise<Sender> {
  const sender = await senders.find(kind)
  if (sender) return sender
  throw new PortalError(kind === 'bulk' ? 'sender_not_configured' : 'standalone_not_configured')
}

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

/** Opens a sender's key. Throws sender_unreadable where it was sealed with another SECRETS_KEY, or the sender is not as it was configured. */
export function openSenderKey(secrets: Pick<SecretBox, 'open'>, sender: Sender): Uint8Array {
  try {
    return openSendingKey(secrets, sender.sealedKey, sender).key
  } catch (error) {
    if (error instanceof SealBrokenError) throw new PortalError('sender_unreadable')
    throw error
  }
}

/** Says in words why a sender's key can not be opened; null where it can. */
export function unreadableWords(secrets: Pick<SecretBox, 'open'>, sender: Sender): string | null {
  try {
    openSenderKey(secrets, sender).fill(0)
    return null
  } catch (error) {
    if (error instanceof PortalError) return error.message
    throw error
  }
}

/** What the records say of a sender at one moment. */
export type SenderRecords = Awaited<ReturnType<typeof readSender>>

/** Reads a sender, the check of its records, and its newest run with its payments counted. */
export async function readSender(records: ReadTransaction, kind: SenderKind) {
  const sender = await records.senders.find(kind)
  const run = await records.listedRuns.newest(kind)
  return {
    kind,
    sender,
    behind: sender && (await records.recordsBehind.find(sender)),
    isUnknownWallet: sender !== undefined && (await records.recordsBehind.isUnknown(sender)),
    run,
    counts: run && (await records.runResults.progress(run.id)),
  }
}

/** Waits for a node's answer for a limited time. Throws RpcUnavailableError when it has not come by then. */
export function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return within(answer, timeoutMs, () => new RpcUnavailableError('it did not answer in time'))
}

const ONE_NODE =
  'This sender has one node. If that node shows an outdated or wrong history, Ferry can only wait or put payments on hold. Set SOLANA_VERIFY_RPC_URL to a second, independent node: then both must agree before anything is signed again.'

/** Lists, in words, the avoidable risks of a sender. Two URLs of one origin are one node. */
export function senderWarnings(
  { hasVerifyNode, caps }: Pick<AppContext, 'hasVerifyNode' | 'caps'>,
  sender: Pick<Sender, 'genesisHash' | 'rpcUrl' | 'fallbackRpcUrls' | 'mintAddress'>,
): string[] {
  const isMainnet = clusterName(sender.genesisHash) === 'mainnet'
  const nodes = new Set(nodeUrlsOf(sender).map(nodeOrigin))
  const misses = (of: ReadonlyMap<string, unknown>) => of.size > 0 && !of.has(sender.mintAddress)
  return [
    ...(isMainnet && !hasVerifyNode && nodes.size === 1 ? [ONE_NODE] : []),
    ...(misses(caps.perDay)
      ? ['MAX_PAID_PER_DAY names other tokens than this one, which has no limit.']
      : []),
    ...(misses(caps.perRun)
      ? ['MAX_PAID_PER_RUN names other tokens than this one, which has no limit.']
      : []),
  ]
}
