import type { Address } from '@solana/kit'
import { SealBrokenError, type SealedPlace, type SecretBox } from './secret-box.ts'

/** The sender of claims, and that of distributions. */
export type SenderKind = 'bulk' | 'standalone'

/** A configured sending wallet. Its key is sealed with the server's secret, and in the store the URLs of its nodes are too. */
export interface Sender {
  kind: SenderKind
  /** The first node's URL; null where the URLs do not open: then nor does the key, which is sealed with them. */
  rpcUrl: string | null
  /** Further nodes of the same cluster: read from, and sent to, while the ones before them do not answer. */
  fallbackRpcUrls: readonly string[]
  sealedKey: Buffer
  walletAddress: Address
  /** The owner of the token account that is paid from, and that account, of which the wallet is the delegate; null where it is its own. */
  sourceOwner: Address | null
  sourceTokenAccount: Address | null
  mintAddress: Address
  mintDecimals: number
  tokenProgram: Address
  /** Names of the mint's Token-2022 extensions, as they were when it was configured. */
  mintExtensions: readonly string[]
  /** As its metadata named it when it was configured; null where they did not. Nothing is paid by it. */
  mintName: string | null
  genesisHash: string
  batchSize: number
  delayMs: number
  /** The most that is offered for a compute unit, in micro-lamports. */
  priorityFeeCap: number
  configuredAtMs: number
}

/** Lists the URLs of a sender's nodes, the first first; none where they do not open. */
export function nodeUrlsOf({
  rpcUrl,
  fallbackRpcUrls,
}: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls'>): readonly string[] {
  return rpcUrl === null ? [] : [rpcUrl, ...fallbackRpcUrls]
}

/** Returns what may be told of a node's URL: providers put keys into path, query and credentials. */
export function nodeOrigin(url: string): string {
  return URL.parse(url)?.origin ?? 'an invalid URL'
}

/** Returns the place that the URLs of a sender's nodes are sealed for. */
export function nodeUrlsPlace(kind: SenderKind): SealedPlace {
  return { table: 'sender', row: kind, column: 'sealed_node_urls' }
}

/** The terms on which a sending key may be used: the wallet, whose account it pays from, the token, the cluster, the nodes to
 * read it by, and the cap on fees. */
export interface SenderTerms {
  kind: string
  /** Null where the nodes' URLs do not open. */
  rpcUrl: string | null
  fallbackRpcUrls: readonly string[]
  walletAddress: string
  sourceOwner: string | null
  sourceTokenAccount: string | null
  mintAddress: string
  mintDecimals: number
  tokenProgram: string
  mintExtensions: readonly string[]
  genesisHash: string
  priorityFeeCap: number
}

const FIELDS = [
  'kind',
  'rpcUrl',
  'fallbackRpcUrls',
  'walletAddress',
  'mintAddress',
  'mintDecimals',
  'tokenProgram',
  'mintExtensions',
  'genesisHash',
  'priorityFeeCap',
] as const satisfies (keyof SenderTerms)[]

/** Sealed where another's account is paid from: keys of before have them not. */
const SOURCE_FIELDS = ['sourceOwner', 'sourceTokenAccount'] as const satisfies (keyof SenderTerms)[]

/** Sealed with a key for as long as a second secret is asked for. */
const ASKS = 'second secret'

/**
 * Returns the place that a sending key is sealed for: its sender's row, with these terms. Where any of them was changed since, the key
 * does not open.
 */
export function sendingKeyPlace(terms: SenderTerms, asksSecondSecret = false): SealedPlace {
  return {
    table: 'sender',
    row: terms.kind,
    column: 'sealed_key',
    terms: JSON.stringify([
      ...[...FIELDS, ...(hasOwnSource(terms) ? [] : SOURCE_FIELDS)].map((name) => textOf(terms[name])),
      ...(asksSecondSecret ? [ASKS] : []),
    ]),
  }
}

/** A sending key in clear, and whether it was sealed as one that a second secret is asked for. */
export interface OpenedKey {
  key: Buffer
  asksSecondSecret: boolean
}

/** Opens a sending key. Throws SealBrokenError. */
export function openSendingKey(
  secrets: Pick<SecretBox, 'open'>,
  sealedKey: Uint8Array,
  terms: SenderTerms,
): OpenedKey {
  try {
    return { key: secrets.open(sealedKey, sendingKeyPlace(terms)), asksSecondSecret: false }
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error
    return { key: secrets.open(sealedKey, sendingKeyPlace(terms, true)), asksSecondSecret: true }
  }
}

function hasOwnSource({ sourceOwner, sourceTokenAccount }: SenderTerms): boolean {
  return sourceOwner === null && sourceTokenAccount === null
}

/** Lists are covered as their own JSON. */
function textOf(value: SenderTerms[keyof SenderTerms]): string | number {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/**
 * Returns a key of a sender's configuration: it changes when the sender is configured again, with other nodes
 * say.
 */
export function configurationOf({ configuredAtMs, rpcUrl, fallbackRpcUrls }: Sender): string {
  return JSON.stringify([configuredAtMs, rpcUrl, fallbackRpcUrls])
}
