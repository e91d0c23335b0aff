import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type Mint, readMint } from '#solana/mint.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { rpcOrigin } from './rpc-origin.ts'

/** A token and its cluster, as every node that was asked shows them. */
export interface AgreedMint {
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
  const ask = async (url: string): Promise<NodeView> => {
    const node = rpcOrigin(url)
    try {
      return await withTimeout(viewOf(node, connect(url), mintAddress))
    } catch (error) {
      if (!(error instanceof RpcUnavailableError)) throw error
      throw urls.length === 1
        ? new PortalError('rpc_unreachable')
        : new PortalError('node_unreachable', { node })
    }
  }
  const [firstUrl, ...otherUrls] = urls
  const [first, ...others] = await Promise.all([ask(firstUrl), ...otherUrls.map(ask)])
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

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const settled = new AbortController()
  const tooLate = sleep(TIMEOUT_MS, undefined, { signal: settled.signal }).then(() => {
    throw new RpcUnavailableError('it did not answer in time')
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    settled.abort()
  }
}
