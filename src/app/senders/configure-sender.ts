import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#app/app-context.ts'
import { checkPassword, type SignIn } from '#app/sessions/sessions.ts'
import { DEFAULT_PRIORITY_FEE_CAP } from '#domain/amounts.ts'
import type { ClusterName } from '#domain/cluster-name.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type Sender, type SenderKind, sendingKeyPlace } from '#domain/sender.ts'
import { plainNameOf } from '#domain/token-name.ts'
import { clusterName } from '#solana/clusters.ts'
import type { Mint } from '#solana/mint.ts'
import { isGuessableKey, openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import { readTokenFacts } from '#solana/token-facts.ts'
import { type GivenNodes, givenNodes, readAgreedMint, withSavedNodes } from './agreed-mint.ts'
import { askingCluster, openSenderKey, senderWarnings, withTimeout } from './configured-sender.ts'
import { assertOwnSource, findPaidFrom, sourceWarnings } from './paid-from.ts'

export interface SenderConfig extends GivenNodes {
  privateKey?: string | undefined
  /** The administrator's password, and where it comes from, in place of the key. */
  confirmedBy?: SignIn
  tokenMintAddress: string
  /** Whose tokens are paid: an owner or a token account that has the wallet as its delegate. Empty for the wallet's own. */
  paidFrom?: string | undefined
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
 * its key sealed. With the administrator's password in place of the key, the saved key stays, and with it wallet, token and
 * cluster. Throws what is wrong with it; as checkPassword does; sending_key_needed where more than nodes and terms would change without the
 * key, source_bound and source_shared where another account was or is paid from, and sender_in_use while a run is unfinished; attempts_unresolved while payments from the present one are not settled.
 */
export async function configureSender(
  app: AppContext,
  kind: SenderKind,
  config: SenderConfig,
): Promise<ConfiguredSender> {
  const given = givenNodes(config)
  const kept = config.privateKey === undefined ? await openSaved(app, kind, config) : null
  const urls = kept === null ? given : withSavedNodes(given, kept.sender)
  const key = kept?.key ?? (await parseSendingKey(config.privateKey ?? ''))
  const { address: walletAddress } = await openSendingWallet(key)

  const { genesisHash, mint } = await readAgreedMint(app.payouts, urls, config.tokenMintAddress)
  const name = clusterName(genesisHash)
  // What stays was confirmed when it was configured.
  if (name === 'mainnet' && kept === null) {
    if (config.testKey || isGuessableKey(key)) throw new PortalError('test_key_on_mainnet')
    if (!config.confirmMainnet) throw new PortalError('confirm_mainnet')
  }

  const [firstUrl, ...furtherUrls] = urls
  const rpc = app.payouts.connect(firstUrl)
  const source =
    kept && config.paidFrom === undefined
      ? { sourceOwner: kept.sender.sourceOwner, sourceTokenAccount: kept.sender.sourceTokenAccount }
      : await askingCluster(() => findPaidFrom(rpc, config.paidFrom ?? '', { walletAddress, mint }))
  const terms = {
    kind,
    rpcUrl: firstUrl,
    fallbackRpcUrls: furtherUrls,
    walletAddress,
    ...source,
    mintAddress: mint.address,
    mintDecimals: mint.decimals,
    tokenProgram: mint.tokenProgram,
    mintExtensions: mint.extensions,
    mintName: await readMintName(app, firstUrl, mint),
    genesisHash,
    priorityFeeCap: config.priorityFeeCap ?? kept?.sender.priorityFeeCap ?? DEFAULT_PRIORITY_FEE_CAP,
  }
  const paidFrom = terms.sourceTokenAccount ?? walletAddress
  const { batchSize, delayMs } = config
  const isAsked = await app.secondSecret.demand({
    action: 'configure_sender',
    what: `configure the ${kind} sender: it pays ${mint.address} from ${paidFrom} on ${name}`,
    facts: [
      kind,
      walletAddress,
      paidFrom,
      mint.address,
      genesisHash,
      ...urls,
      terms.priorityFeeCap,
      batchSize,
      delayMs,
    ],
  })
  const sender = {
    ...terms,
    sealedKey: app.secrets.seal(key, sendingKeyPlace(terms, isAsked)),
    batchSize,
    delayMs,
    configuredAtMs: app.now(),
  } satisfies Sender
  // Before it is saved: a node that does not answer then leaves nothing changed.
  const aboutSource = await askingCluster(() => sourceWarnings(rpc, sender, mint))
  await assertSettled(app, sender, kept !== null)
  await assertOwnSource(app.store, sender)
  await app.store.senders.save(sender)
  await app.payouts.noteSender(sender)
  return {
    walletAddress,
    cluster: name,
    tokenDecimals: mint.decimals,
    warnings: [
      senderWarnings(app, sender),
      aboutSource,
      (await app.payouts.examineSecondNode(genesisHash)) ?? [],
    ].flat(),
  }
}

/** Opens the key of the saved sender, once the password is found right. */
async function openSaved(
  app: AppContext,
  kind: SenderKind,
  { confirmedBy }: SenderConfig,
): Promise<{ sender: Sender; key: Uint8Array }> {
  if (confirmedBy === undefined) {
    const problem = 'Give the private key, or the admin password where wallet, token and cluster stay'
    throw new PortalError('invalid_request', undefined, [{ where: 'privateKey', problem }])
  }
  await checkPassword(app, confirmedBy)
  const sender = await app.store.senders.find(kind)
  if (!sender) throw new PortalError('sending_key_needed')
  return { sender, key: openSenderKey(app.secrets, sender) }
}

/** How long a name is waited for: it is a help. */
const NAME_TIMEOUT_MS = 3_000

/** Reads the name that a mint's metadata give it; null where they give none, or the node does not show them just now. */
async function readMintName({ payouts }: AppContext, url: string, { address }: Mint): Promise<string | null> {
  try {
    return plainNameOf(await withTimeout(readTokenFacts(payouts.connect(url), address), NAME_TIMEOUT_MS))
  } catch (error) {
    if (error instanceof RpcUnavailableError || error instanceof PortalError) return null
    throw error
  }
}

/** The fields that can not change during a run, which was started for this wallet and this very token, nor without the key. */
const BOUND_WHILE_PAYING = [
  'walletAddress',
  'sourceOwner',
  'sourceTokenAccount',
  'mintAddress',
  'genesisHash',
  'mintDecimals',
  'tokenProgram',
  'mintExtensions',
] as const satisfies (keyof Sender)[]

/** The fields that can not change while a transaction is unsettled. */
const BOUND_WHILE_UNSETTLED = ['walletAddress', 'sourceTokenAccount', 'mintAddress', 'genesisHash'] as const

async function assertSettled({ store }: AppContext, next: Sender, isKeyKept: boolean): Promise<void> {
  const present = await store.senders.find(next.kind)
  const keeps = (bound: readonly (keyof Sender)[]) =>
    bound.every((name) => isDeepStrictEqual(present?.[name], next[name]))
  if (isKeyKept && !keeps(BOUND_WHILE_PAYING)) throw new PortalError('sending_key_needed')
  if (!present) return
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
