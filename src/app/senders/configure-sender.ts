import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#app/app-context.ts'
import type { ClusterName } from '#domain/cluster-name.ts'
import { PortalError } from '#domain/portal-error.ts'
import { DEFAULT_PRIORITY_FEE_CAP } from '#domain/priority-fee-cap.ts'
import type { Sender, SenderKind } from '#domain/sender.ts'
import { sendingKeyPlace } from '#domain/sender-terms.ts'
import { clusterName } from '#solana/clusters.ts'
import { isGuessableKey, openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import { readAgreedMint } from './agreed-mint.ts'
import { type GivenNodes, givenNodes } from './given-nodes.ts'
import { senderWarnings } from './sender-warnings.ts'

export interface SenderConfig extends GivenNodes {
  privateKey: string
  tokenMintAddress: string
  batchSize: number
  delayMs: number
  /** The key is a throwaway that the form made. */
  testKey?: boolean | undefined
  /** The most to offer for a compute unit, in micro-lamports. */
  priorityFeeCap?: number | undefined
  /** The operator has confirmed that the cluster is mainnet. */
  confirmMainnet?: boolean | undefined
}

export interface ConfiguredSender {
  walletAddress: string
  cluster: ClusterName
  tokenDecimals: number
  /** The avoidable risks, in words. */
  warnings: string[]
}

/**
 * Checks a sending wallet against its cluster, as each of its nodes shows it, pins its token, and saves it,
 * its key sealed. Throws what is wrong with it; sender_in_use while a run is unfinished and more than nodes
 * and terms would change; attempts_unresolved while payments from the present one are not settled.
 */
export async function configureSender(
  app: AppContext,
  kind: SenderKind,
  config: SenderConfig,
): Promise<ConfiguredSender> {
  const urls = givenNodes(config)
  const key = await parseSendingKey(config.privateKey)
  const { address: walletAddress } = await openSendingWallet(key)

  const { genesisHash, mint } = await readAgreedMint(app.payouts, urls, config.tokenMintAddress)
  const name = clusterName(genesisHash)
  if (name === 'mainnet') {
    if (config.testKey || isGuessableKey(key)) throw new PortalError('test_key_on_mainnet')
    if (!config.confirmMainnet) throw new PortalError('confirm_mainnet')
  }

  const [firstUrl, ...furtherUrls] = urls
  const terms = {
    kind,
    rpcUrl: firstUrl,
    fallbackRpcUrls: furtherUrls,
    walletAddress,
    mintAddress: mint.address,
    mintDecimals: mint.decimals,
    tokenProgram: mint.tokenProgram,
    mintExtensions: mint.extensions,
    genesisHash,
    priorityFeeCap: config.priorityFeeCap ?? DEFAULT_PRIORITY_FEE_CAP,
  }
  const sender = {
    ...terms,
    sealedKey: app.secrets.seal(key, sendingKeyPlace(terms)),
    batchSize: config.batchSize,
    delayMs: config.delayMs,
    configuredAtMs: app.now(),
  } satisfies Sender
  await assertSettled(app, sender)
  await app.store.senders.save(sender)
  await app.payouts.noteSender(sender)
  return {
    walletAddress,
    cluster: name,
    tokenDecimals: mint.decimals,
    warnings: senderWarnings(app, sender),
  }
}

/** The fields that can not change during a run: it was started for this wallet and this very token. */
const BOUND_WHILE_PAYING = [
  'walletAddress',
  'mintAddress',
  'genesisHash',
  'mintDecimals',
  'tokenProgram',
  'mintExtensions',
] as const satisfies (keyof Sender)[]

/** The fields that can not change while a transaction is unsettled. */
const BOUND_WHILE_UNSETTLED = ['walletAddress', 'mintAddress', 'genesisHash'] as const

async function assertSettled({ store }: AppContext, next: Sender): Promise<void> {
  const present = await store.senders.find(next.kind)
  if (!present) return
  const keeps = (bound: readonly (keyof Sender)[]) =>
    bound.every((name) => isDeepStrictEqual(present[name], next[name]))
  const unfinished = await store.runs.unfinished()
  if (unfinished.some((run) => run.sender === next.kind)) {
    if (!keeps(BOUND_WHILE_PAYING)) throw new PortalError('sender_in_use')
  } else if (
    !keeps(BOUND_WHILE_UNSETTLED) &&
    (await store.journal.unresolved(present.genesisHash)).length > 0
  ) {
    throw new PortalError('attempts_unresolved')
  }
}
