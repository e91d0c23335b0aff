import { type Address, concat, type Hex, keccak256, numberToHex, pad } from 'viem'
import type { EvmNode, SnapshotBlock } from './evm-node.ts'
import { provedSlots } from './trie-proof.ts'

/** OpenZeppelin's ERC-20 from version 5 on, where it is upgradeable (ERC-7201). */
const NAMESPACED = '0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00'

const FIRST_SLOTS = 100

/** The place where a token keeps its balances: how the slot of a holder is made. */
export interface BalanceSlot {
  name: string
  of(holder: Address): Hex
}

const word = (value: Hex) => pad(value, { size: 32 })

const CANDIDATES: readonly BalanceSlot[] = [
  ...Array.from({ length: FIRST_SLOTS }, (_, slot) => numberToHex(slot)),
  NAMESPACED as Hex,
].flatMap((slot) => [
  { name: `${slot} (Solidity)`, of: (holder) => keccak256(concat([word(holder), word(slot)])) },
  { name: `${slot} (Vyper)`, of: (holder) => keccak256(concat([word(slot), word(holder)])) },
])

/** A chance hit of so many balances, all large, is out of the question. */
const ENOUGH_HITS = 2

/**
 * Finds where a token keeps its balances: the one of the first hundred places that proves to have the balances of at least two of these
 * holders. Not of all: one of them may be what is not right. Null where there is none, as with balances that are packed or
 * computed. Throws TrieProofError, and what the node says.
 */
export async function findBalanceSlot(
  node: EvmNode,
  token: Address,
  block: SnapshotBlock,
  holders: readonly (readonly [Address, bigint])[],
): Promise<BalanceSlot | null> {
  const hits = CANDIDATES.map(() => 0)
  for (const [holder, balance] of holders) {
    const slots = CANDIDATES.map((candidate) => candidate.of(holder))
    const values = provedSlots(block.stateRoot, token, slots, await node.proof(token, slots, block.number))
    for (const [place, value] of values.entries()) if (value === balance) hits[place] = (hits[place] ?? 0) + 1
  }
  const most = Math.max(...hits)
  const isFound = most >= Math.min(ENOUGH_HITS, holders.length) && most > 0
  return (isFound && CANDIDATES[hits.indexOf(most)]) || null
}
