import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { nodeOrigin, nodeUrlsOf, type Sender } from '#domain/sender.ts'
import { type Mint, readMint } from '#solana/mint.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { withTimeout } from './configured-sender.ts'

/** A token and its cluster, as every node that was asked shows them. */
interface AgreedMint {
  genesisHash: string
  mint: Mint
}

/** One node's view: its cluster, and the mint or why it can not be paid out. */
interface NodeView {
  node: string
  genesisHash: string
  mint: Mint | PortalError
}

/** The time after which a node that hangs is reported. */
const TIMEOUT_MS = 15_000

/**
 * Reads cluster and mint from each of the nodes, twice: payments would rely on one false answer for as long
 * as the sender is configured. Throws rpc_unreachable for a single node and node_unreachable for one of
 * several, mint_unsteady when a node shows two things, nodes_disagree when two nodes do, and what is wrong
 * with the mint.
 */
export async function readAgreedMint(
  { connect }: Pick<AppContext['payouts'], 'connect'>,
  urls: readonly [string, ...string[]],
  mintAddress: string,
): Promise<AgreedMint> {
  const ask = async (url: string): Promise<NodeView | null> => {
    try {
      return await withTimeout(viewOf(nodeOrigin(url), connect(url), mintAddress), TIMEOUT_MS)
    } catch (error) {
      if (error instanceof RpcUnavailableError) return null
      throw error
    }
  }
  const asked = await Promise.all(urls.map(ask))
  const silent = urls.filter((_, index) => asked[index] === null)
  const [first, ...others] = asked.filter((view) => view !== null)
  if (!first || silent.length > 0) {
    if (urls.length === 1) throw new PortalError('rpc_unreachable')
    throw new PortalError('node_unreachable', { node: silent.map(nodeOrigin).join(', ') })
  }
  for (const other of others) assertSameCluster(first, other)
  if (first.mint instanceof PortalError) throw first.mint
  for (const other of others) assertSameMint(first, other)
  return { genesisHash: first.genesisHash, mint: first.mint }
}

async function viewOf(node: string, rpc: SolanaRpc, mintAddress: string): Promise<NodeView> {
  const look = async () => ({
    node,
    genesisHash: await rpc.genesisHash(),
    mint: await mintOrProblem(rpc, mintAddress),
  })
  const before = await look()
  const after = await look()
  const isSteady =
    before.genesisHash === after.genesisHash && described(before.mint) === described(after.mint)
  if (!isSteady) throw new PortalError('mint_unsteady')
  return after
}

async function mintOrProblem(rpc: SolanaRpc, address: string): Promise<Mint | PortalError> {
  try {
    return await readMint(rpc, address)
  } catch (error) {
    if (error instanceof PortalError) return error
    throw error
  }
}

function assertSameCluster(first: NodeView, other: NodeView): void {
  if (other.genesisHash === first.genesisHash) return
  throw disagreement(first, other, 'answers for another cluster')
}

function assertSameMint(first: NodeView, other: NodeView): void {
  if (described(other.mint) === described(first.mint)) return
  throw disagreement(first, other, 'shows another token at the mint address')
}

function disagreement(first: NodeView, other: NodeView, difference: string): PortalError {
  return new PortalError('nodes_disagree', { node: other.node, first: first.node, difference })
}

/** Returns everything that has to stay the same, in one string. */
function described(mint: Mint | PortalError): string {
  if (mint instanceof PortalError) return mint.message
  const { address, decimals, tokenProgram, tokenAccountBytes, extensions } = mint
  return JSON.stringify([address, decimals, tokenProgram, tokenAccountBytes, extensions])
}

export interface GivenNodes {
  /** The first node. It may be left out where `rpcUrls` is given. */
  rpcUrl?: string | undefined
  /** All nodes, the first first. */
  rpcUrls?: readonly string[] | undefined
}

/**
 * Lists the nodes of a configuration, the first first, each once. Throws invalid_rpc_url on what is no http
 * or https address, and invalid_request when no node is named, or two different first ones.
 */
export function givenNodes({ rpcUrl, rpcUrls }: GivenNodes): [string, ...string[]] {
  const urls = rpcUrls ?? (rpcUrl === undefined ? [] : [rpcUrl])
  if (!urls.every(isHttpUrl)) throw new PortalError('invalid_rpc_url')
  const [first, ...further] = new Set(urls)
  if (first === undefined) throw notValid('rpcUrl', 'A sender needs a node')
  if (rpcUrl !== undefined && rpcUrl !== first)
    throw notValid('rpcUrls', 'It begins with another node than rpcUrl')
  return [first, ...further]
}

/**
 * Puts the saved URL in place of each that is a saved node's origin and no more: the panel shows no more of it, since the rest may hold a key.
 * Of several nodes with one origin, each is taken once, in their order.
 */
export function withSavedNodes(
  [first, ...further]: readonly [string, ...string[]],
  sender: Pick<Sender, 'rpcUrl' | 'fallbackRpcUrls'>,
): [string, ...string[]] {
  const saved = [...nodeUrlsOf(sender)]
  const keep = (url: string) => {
    const at = saved.findIndex((node) => nodeOrigin(node) === url)
    return saved.splice(at, at === -1 ? 0 : 1)[0] ?? url
  }
  return [keep(first), ...further.map(keep)]
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

function notValid(where: string, problem: string): PortalError {
  return new PortalError('invalid_request', undefined, [{ where, problem }])
}
