import { randomInt } from 'node:crypto'
import { type Address, concat, type Hex, keccak256, numberToHex, pad, zeroAddress } from 'viem'
import { type EvmNode, isAway, type SnapshotBlock, SnapshotError } from './evm-node.ts'
import { provedSlots, TrieProofError } from './trie-proof.ts'

/** As many holders find the slot: a chance hit of all of them is out of the question. */
const TO_FIND_SLOT = 5

/** Requests to a node that are under way. */
const AT_ONCE = 8

/** Holders whose balances are asked for by one request: a node's limit of code is 48 kB. */
const IN_ONE_CALL = 100

export interface CheckedHolders {
  totalSupply: string
  /** Not in anybody's hands: sent to the zero address without being burned. */
  atZeroAddress: string
  /** Whose balances were compared with balanceOf, in words. */
  balances: string
  /** Of the sampled balances, proved from the state root of the block; in words where that could not be done. */
  storageProofs: string
}

export type Holder = readonly [Address, bigint]

/**
 * Checks balances against the chain at a block: their sum against totalSupply, each against balanceOf, and those of random holders against
 * storage proofs from the block's state root. The sum alone does not show a lost transfer between two holders; with all balances right, nothing
 * is left over for a holder whose transfers were lost. Throws SnapshotError where one differs.
 */
export async function checkHolders(
  node: EvmNode,
  token: Address,
  block: SnapshotBlock,
  holders: readonly Holder[],
  sampleSize: number,
  excluded: ReadonlySet<string> = new Set(),
): Promise<CheckedHolders> {
  const [totalSupply, atZeroAddress] = await Promise.all([
    node.totalSupply(token, block.number),
    node.balanceOf(token, zeroAddress, block.number),
  ])
  const sum = holders.reduce((total, [, balance]) => total + balance, 0n)
  // What a token does not say of the zero address is not there.
  const zero = atZeroAddress ?? 0n
  if (sum + zero !== totalSupply) {
    throw new SnapshotError(
      `The balances add up to ${sum + zero}, and totalSupply says ${totalSupply}: the node left out or changed logs, or the token moves balances without logs`,
    )
  }
  const sample = drawHolders(holders, sampleSize)
  return {
    totalSupply: String(totalSupply),
    atZeroAddress: String(zero),
    balances: await compareBalances(node, token, block, { holders, sample, excluded }),
    storageProofs: await proveHolders(node, token, block, holders, sample),
  }
}

interface Compared {
  holders: readonly Holder[]
  sample: readonly Holder[]
  excluded: ReadonlySet<string>
}

async function compareBalances(
  node: EvmNode,
  token: Address,
  { number }: SnapshotBlock,
  { holders, sample, excluded }: Compared,
): Promise<string> {
  const silent: Holder[] = []
  const assertTold = ([holder, balance]: Holder, told: bigint | null | undefined) => {
    // Nobody is paid what is excluded.
    if (told === null && excluded.has(holder)) silent.push([holder, balance])
    else if (told === null) throw reverts(holder, balance)
    else if (told !== balance) throw differs(holder, balance, 'balanceOf', told)
  }
  const compareMany = async (some: readonly Holder[]) => {
    const addresses = some.map(([holder]) => holder)
    const told = await node.balancesOf(token, addresses, number)
    for (const [place, holder] of some.entries()) assertTold(holder, told[place])
  }
  try {
    await compareMany(holders.slice(0, IN_ONE_CALL))
  } catch (error) {
    if (error instanceof SnapshotError) throw error
    await someAtOnce(sample, async (holder) =>
      assertTold(holder, await node.balanceOf(token, holder[0], number)),
    )
    return `${sample.length} of ${holders.length}, drawn by lot; not checked: the others, since the node does not take calls for many at once (${firstLine(error)})`
  }
  const groups: Holder[][] = []
  for (let start = IN_ONE_CALL; start < holders.length; start += IN_ONE_CALL) {
    groups.push(holders.slice(start, start + IN_ONE_CALL))
  }
  await someAtOnce(groups, compareMany)
  if (silent.length === 0) return `all ${holders.length}`
  const names = silent.map(([holder]) => holder).join(', ')
  return `all ${holders.length} but ${silent.length} that the token reverts for, and that are excluded: ${names}`
}

function reverts(holder: Address, balance: bigint): SnapshotError {
  return new SnapshotError(
    `balanceOf reverts for ${holder}, whose transfers add up to ${balance}: a blocked address, perhaps. Leave it out by --exclude`,
  )
}

async function proveHolders(
  node: EvmNode,
  token: Address,
  block: SnapshotBlock,
  holders: readonly Holder[],
  sample: readonly Holder[],
): Promise<string> {
  const slot = await findBalanceSlot(node, token, block, largest(holders)).catch((error: unknown) => {
    if (error instanceof TrieProofError) throw forged(error)
    if (isAway(error)) throw error
    return `not checked: the node gives no proofs (${firstLine(error)})`
  })
  if (slot === null) return 'not checked: the place where this token keeps balances was not found'
  if (typeof slot === 'string') return slot
  await someAtOnce(sample, async ([holder, balance]) => {
    const slots = [slot.of(holder)]
    const answer = await node.proof(token, slots, block.number)
    const [proved = 0n] = readProved(() => provedSlots(block.stateRoot, token, slots, answer))
    if (proved !== balance) throw differs(holder, balance, "the block's state", proved)
  })
  return `${sample.length} proved from the state root, balances at slot ${slot.name}`
}

/** Asks for all of these, some at a time. */
export async function someAtOnce<T>(things: readonly T[], check: (thing: T) => Promise<void>) {
  for (let start = 0; start < things.length; start += AT_ONCE) {
    await Promise.all(things.slice(start, start + AT_ONCE).map(check))
  }
}

function readProved(read: () => bigint[]): bigint[] {
  try {
    return read()
  } catch (error) {
    throw error instanceof TrieProofError ? forged(error) : error
  }
}

export const forged = (cause: TrieProofError) =>
  new SnapshotError("The node's proofs do not lead to the state root of the block that it gave", { cause })

function differs(holder: Address, balance: bigint, source: string, told: bigint | undefined): SnapshotError {
  return new SnapshotError(`${holder}: its transfers add up to ${balance}, and ${source} says ${told}`)
}

/** Those with the most: their balances are all different, and none is as small as what other slots may hold. */
function largest(holders: readonly Holder[]): Holder[] {
  return [...holders].sort(([, a], [, b]) => (a > b ? -1 : 1)).slice(0, TO_FIND_SLOT)
}

/** Draws holders by lot. */
export function drawHolders(holders: readonly Holder[], count: number): Holder[] {
  if (count >= holders.length) return [...holders]
  const drawn = new Set<number>()
  while (drawn.size < count) drawn.add(randomInt(holders.length))
  return [...drawn].map((place) => holders[place] as Holder)
}

export const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]

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
