import { type Address, getAddress } from 'viem'
import { formatDecimalUnits, parseDecimalUnits } from '#domain/amounts.ts'
import { type CheckedHolders, checkHolders, type Holder } from './check-holders.ts'
import { type EvmNode, type SnapshotBlock, SnapshotError } from './evm-node.ts'
import { findDeployment, readBalances } from './read-balances.ts'
import { createStateFile } from './snapshot-progress.ts'

export interface SnapshotOrder {
  node: EvmNode
  /** Has to agree in everything; null where there is none. */
  secondNode: EvmNode | null
  token: Address
  /** The newest final block where it is null. */
  blockNumber: bigint | null
  /** Addresses in lower case that are left out: exchanges, the treasury, contracts that can not claim. */
  excluded: ReadonlySet<string>
  /** Smaller balances are left out; in whole tokens. */
  minimumUA: string
  sampleSize: number
  /** Where the reading of logs is kept until it is complete; null for nowhere. */
  stateFile: string | null
  onProgress(doing: string, block: bigint, toBlock: bigint, logs: number): void
}

export interface BuiltSnapshot<Checked extends object = object> {
  chainId: number
  /** Null for the chain's own coin. */
  token: Address | null
  decimals: number
  block: SnapshotBlock
  /** In ascending order of the addresses. */
  rows: (readonly [Address, bigint])[]
  excluded: (readonly [Address, bigint])[]
  belowMinimum: { count: number; totalWei: bigint }
  /** Holders that have code, where it was looked for. */
  contracts?: (readonly [Address, bigint])[]
  /** How it was checked, in words. */
  checked: Checked
}

export type CheckedTransfers = CheckedHolders & { blockHash: string; logs: number; secondNode: string }

/**
 * Builds a holder list from a token's transfers up to a block, and checks it against the chain. Whatever disagrees ends it: a conflict is never
 * decided by preferring one source. Throws SnapshotError.
 */
export async function buildSnapshot(order: SnapshotOrder): Promise<BuiltSnapshot<CheckedTransfers>> {
  const { node, secondNode, excluded } = order
  const token = getAddress(order.token).toLowerCase() as Address
  const [chainId, block] = await Promise.all([node.chainId(), blockOf(order)])
  if (secondNode) await assertSameBlock(secondNode, chainId, block)
  if (!(await node.hasCode(token, block.number))) {
    throw new SnapshotError(`There is no contract at ${token} in block ${block.number}`)
  }
  const decimals = await node.decimals(token, block.number)
  const minimumWei = parseDecimalUnits(order.minimumUA, decimals)
  const holders = await readHolders(order, token, chainId, block)
  const { checked, secondWords } = await checkReading(order, token, block, holders).catch(async (error) => {
    // What was read and does not hold is not gone on with.
    if (error instanceof SnapshotError) await holders.state?.discard()
    throw error
  })

  return {
    chainId,
    token,
    decimals,
    block,
    ...leaveOut(holders.balances.holders(), excluded, minimumWei),
    checked: { ...checked, blockHash: hashWords(block), logs: holders.logs, secondNode: secondWords },
  }
}

/** Parts holders into those of the list and those that are left out of it. */
export function leaveOut(
  list: readonly Holder[],
  excluded: ReadonlySet<string>,
  minimumWei: bigint,
): Pick<BuiltSnapshot, 'rows' | 'excluded' | 'belowMinimum'> {
  const isLeftOut = ([holder]: Holder) => excluded.has(holder)
  const kept = list.filter((each) => !isLeftOut(each))
  const small = kept.filter(([, balance]) => balance < minimumWei)
  return {
    rows: kept.filter(([, balance]) => balance >= minimumWei),
    excluded: list.filter(isLeftOut),
    belowMinimum: { count: small.length, totalWei: small.reduce((sum, [, balance]) => sum + balance, 0n) },
  }
}

/** Says whether the block's hash is that of its header. */
export function hashWords({ isHashProved }: SnapshotBlock): string {
  return isHashProved
    ? 'calculated from the header, which has this state root'
    : "not checked: this chain's headers are not of Ethereum's form"
}

/** Returns the block that a snapshot is of. Throws SnapshotError where it could still be replaced. */
export async function blockOf({
  node,
  blockNumber,
}: Pick<SnapshotOrder, 'node' | 'blockNumber'>): Promise<SnapshotBlock> {
  const final = await node.block()
  if (blockNumber === null || blockNumber === final.number) return final
  if (blockNumber > final.number) {
    throw new SnapshotError(
      `Block ${blockNumber} is not final yet: the newest that is has the number ${final.number}. A later block could still be replaced`,
    )
  }
  return node.block(blockNumber)
}

/** Throws SnapshotError where a node has another chain, or another block of this number. */
export async function assertSameBlock(
  second: EvmNode,
  chainId: number,
  { number, hash, stateRoot }: SnapshotBlock,
): Promise<void> {
  const [otherChain, other] = await Promise.all([second.chainId(), second.block(number)])
  if (otherChain !== chainId || other.hash !== hash || other.stateRoot !== stateRoot) {
    throw new SnapshotError(
      `The two nodes do not have the same block ${number}: find out which of them is wrong`,
    )
  }
}

async function readHolders(
  { node, stateFile, onProgress }: SnapshotOrder,
  token: Address,
  chainId: number,
  block: SnapshotBlock,
) {
  const state =
    stateFile === null ? null : createStateFile(stateFile, { chainId, token, blockHash: block.hash })
  const { balances, logs } = await readBalances(node, {
    token,
    fromBlock: await findDeployment(node, token, block.number),
    toBlock: block.number,
    state,
    onProgress: (...progress) => onProgress('logs', ...progress),
  })
  return { balances, logs, state }
}

/** Checks what was read against the chain, against the second node, and that the block is still the same. */
async function checkReading(
  order: SnapshotOrder,
  token: Address,
  block: SnapshotBlock,
  { balances }: Awaited<ReturnType<typeof readHolders>>,
) {
  const { node, secondNode, sampleSize, excluded } = order
  const list = balances.holders()
  const checked = await checkHolders(node, token, block, list, sampleSize, excluded)
  const secondWords = secondNode
    ? await compareNodes(order, secondNode, token, block, list, checked)
    : 'none was given'
  await assertStillThere(node, block)
  return { checked, secondWords }
}

/** Throws SnapshotError where a node has replaced a block since it was read. */
export async function assertStillThere(node: EvmNode, { number, hash }: SnapshotBlock): Promise<void> {
  if ((await node.block(number)).hash === hash) return
  throw new SnapshotError(
    `The node has another block ${number} now than when it was read. Start again, with a node that keeps to final blocks`,
  )
}

/** Reads everything again from the second node: one log that is left out or changed shows in somebody's balance. */
async function compareNodes(
  { onProgress }: SnapshotOrder,
  second: EvmNode,
  token: Address,
  block: SnapshotBlock,
  holders: BuiltSnapshot['rows'],
  { totalSupply }: CheckedHolders,
): Promise<string> {
  const { balances } = await readBalances(second, {
    token,
    fromBlock: await findDeployment(second, token, block.number),
    toBlock: block.number,
    state: null,
    onProgress: (...progress) => onProgress('logs of the second node', ...progress),
  })
  const others = balances.holders()
  const differing = holders.find(([holder, balance]) => balances.of(holder) !== balance)?.[0]
  if (differing !== undefined || others.length !== holders.length) {
    const who = differing ?? others.find(([holder]) => !holders.some(([known]) => known === holder))?.[0]
    throw new SnapshotError(
      `The two nodes disagree about the transfers of ${who}: find out which of them is wrong`,
    )
  }
  if (String(await second.totalSupply(token, block.number)) !== totalSupply) {
    throw new SnapshotError('The two nodes disagree about totalSupply: find out which of them is wrong')
  }
  return 'agrees: the same block and state root, the same balance of every holder, the same totalSupply'
}

/** Returns a balance as a list for people has it. */
export const wholeTokens = (wei: bigint, { decimals }: Pick<BuiltSnapshot, 'decimals'>): string =>
  formatDecimalUnits(wei, decimals)
