import {
  type BlockPosition,
  type LatestBlockhash,
  RpcUnavailableError,
  type SolanaRpc,
} from '#solana/solana-rpc.ts'
import { BLOCKHASH_LIFE_BLOCKS } from './attempt-machine.ts'

/**
 * The most slots by which a blockhash's bank may be ahead of or behind the finalized one: with more, the
 * cluster finalizes nothing.
 */
const MAX_SLOTS_APART = 1_000

/**
 * Reads the newest blockhash, and checks that slot and height fit the finalized ones: from one bank to a
 * later one, the height grows by no more than the slot. A last valid height that is too low would have a
 * transaction signed again while it can still land; one that is too high, or a slot from the future, would
 * keep it from ever expiring. Throws RpcUnavailableError.
 */
export async function readFittingBlockhash(node: SolanaRpc): Promise<LatestBlockhash> {
  return (await readFitting(node)).blockhash
}

/**
 * Reads a height that no blockhash of now outlives, but for what lies between this node and the one furthest ahead: a node may answer
 * with a blockhash that is not its newest, while the height that it finalized is. Throws RpcUnavailableError.
 */
export async function readLastValidHeight(node: SolanaRpc): Promise<number> {
  const { blockhash, finalized } = await readFitting(node)
  return Math.max(blockhash.lastValidBlockHeight, finalized.blockHeight + BLOCKHASH_LIFE_BLOCKS)
}

async function readFitting(node: SolanaRpc) {
  const [blockhash, finalized] = await Promise.all([node.latestBlockhash(), node.finalizedPosition()])
  if (isFitting(blockhash, finalized)) return { blockhash, finalized }
  throw new RpcUnavailableError('its newest blockhash does not fit the height of its blocks', {
    nodeName: node.name,
  })
}

function isFitting(
  { contextSlot, lastValidBlockHeight }: LatestBlockhash,
  finalized: BlockPosition,
): boolean {
  const slots = contextSlot - finalized.slot
  const blocks = lastValidBlockHeight - BLOCKHASH_LIFE_BLOCKS - finalized.blockHeight
  return Math.abs(slots) <= MAX_SLOTS_APART && blocks >= Math.min(slots, 0) && blocks <= Math.max(slots, 0)
}
