import { type Address, type Hex, keccak256 } from 'viem'
import { formatDecimalUnits, parseDecimalUnits } from '#domain/amounts.ts'
import {
  assertSameBlock,
  assertStillThere,
  type BuiltSnapshot,
  blockOf,
  hashWords,
  leaveOut,
  type SnapshotOrder,
} from './build-snapshot.ts'
import { drawHolders, type Holder, someAtOnce } from './check-holders.ts'
import { type EvmNode, type SnapshotBlock, SnapshotError } from './evm-node.ts'
import {
  type AccountsReading,
  isOtherwise,
  type NativeAccount,
  proveAccount,
  type ReadAccountsOptions,
  readAccounts,
} from './native-accounts.ts'
import { createStateFile } from './snapshot-progress.ts'
import { accountRlp, stateRootOf } from './trie-proof.ts'

/** Of every EVM chain's coin. */
const DECIMALS = 18

const EMPTY_CODE = keccak256('0x')

/** EIP-7702: the code of an account with a key, which is on loan. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

export interface NativeOrder
  extends Omit<SnapshotOrder, 'token' | 'onProgress'>,
    Pick<ReadAccountsOptions, 'addresses' | 'isWalked' | 'onProgress'> {
  /** All coins that there are at the block, where it is known; in whole coins. */
  supplyUA: string | null
}

export interface CheckedAccounts {
  blockHash: string
  /** How the accounts were found, and how many there are. */
  accounts: string
  /** Whether all accounts of the state were read, in words. */
  complete: string
  /** What shows that balances are the block's, in words. */
  proofs: string
  supply: string
  secondNode: string
}

/**
 * Builds a holder list from the balances of a chain's own coin at a block. Whatever disagrees with the state root of the block, which the second
 * node has to have as well, ends it. Contracts are named: they sign no claim. Throws SnapshotError.
 */
export async function buildNativeSnapshot(order: NativeOrder): Promise<BuiltSnapshot<CheckedAccounts>> {
  const { node, secondNode, excluded, minimumUA, stateFile } = order
  const [chainId, block] = await Promise.all([node.chainId(), blockOf(order)])
  if (secondNode) await assertSameBlock(secondNode, chainId, block)
  const state =
    stateFile === null
      ? null
      : createStateFile(stateFile, { chainId, token: 'native', blockHash: block.hash })
  const reading = await readAccounts({ ...order, block, state })
  const list = holdersOf(reading)
  if (list.length === 0) throw new SnapshotError('No account with a balance was found')
  const checked = await checkAccounts(order, block, reading, list).catch(async (error) => {
    // What was read and does not hold is not gone on with.
    if (error instanceof SnapshotError) await state?.discard()
    throw error
  })
  const left = leaveOut(list, excluded, parseDecimalUnits(minimumUA, DECIMALS))
  return {
    chainId,
    token: null,
    decimals: DECIMALS,
    block,
    ...left,
    contracts: await findContracts(node, block, left.rows, reading),
    checked: { ...checked, blockHash: hashWords(block) },
  }
}

function holdersOf({ accounts }: AccountsReading): Holder[] {
  return Array.from(accounts, ([address, { balance }]) => [address, balance] as const)
    .filter(([, balance]) => balance > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

const WAYS = {
  range: "the node's list of all accounts",
  blocks: 'blocks and their traces',
  file: 'the addresses that were given',
}

async function checkAccounts(
  { node, secondNode, sampleSize, supplyUA }: NativeOrder,
  block: SnapshotBlock,
  reading: AccountsReading,
  list: readonly Holder[],
): Promise<Omit<CheckedAccounts, 'blockHash'>> {
  const { by, accounts } = reading
  const isProved = [...accounts.values()].every(({ account }) => account !== null)
  // The node's list is its own word: drawn holders are proved first, since their proofs name who is not right.
  const sample = by === 'range' ? drawHolders(list, sampleSize) : []
  await someAtOnce(sample, async ([address, balance]) => {
    const proved = await proveAccount(secondNode ?? node, block, address)
    if (proved?.balance !== balance) throw isOtherwise(address, balance, proved?.balance ?? 0n)
  })
  const isWhole = isProved && rootOf(accounts) === block.stateRoot
  if (by === 'range' && !isWhole) {
    throw new SnapshotError(
      "The accounts that the node lists do not lead to the block's state root: it left out, added or changed some",
    )
  }
  if (secondNode && !isProved) await compareBalances(secondNode, block, accounts)
  await assertStillThere(node, block)
  return {
    accounts: `${accounts.size}, by ${WAYS[by]}`,
    complete: isWhole
      ? "all accounts of the state: together they lead to the block's state root"
      : 'not checked: the state has other accounts as well, and they may have balances. Give their addresses by --addresses, or all that there is by --supply',
    proofs: !isProved
      ? 'not checked: the node gives no proofs'
      : by === 'range'
        ? `all by the state root, ${sample.length} by proofs as well`
        : `all ${accounts.size} proved from the state root`,
    supply: compareSupply(supplyUA, list),
    secondNode: !secondNode
      ? 'none was given'
      : isProved
        ? 'agrees: the same block and state root'
        : 'agrees: the same block, and the same balance of every account',
  }
}

function rootOf(accounts: ReadonlyMap<Address, NativeAccount>): Hex {
  const leaves = Array.from(accounts).flatMap(([address, { account }]) =>
    account ? [[keccak256(address), accountRlp(account)] as const] : [],
  )
  return stateRootOf(leaves.sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function compareBalances(
  second: EvmNode,
  block: SnapshotBlock,
  accounts: ReadonlyMap<Address, NativeAccount>,
): Promise<void> {
  await someAtOnce([...accounts], async ([address, { balance }]) => {
    const other = await second.balance(address, block.number)
    if (other === balance) return
    throw new SnapshotError(
      `The two nodes disagree about ${address}: ${balance} and ${other}. Find out which of them is wrong`,
    )
  })
}

function compareSupply(supplyUA: string | null, list: readonly Holder[]): string {
  if (supplyUA === null) return 'not checked: none was given'
  const sum = list.reduce((total, [, balance]) => total + balance, 0n)
  if (sum === parseDecimalUnits(supplyUA, DECIMALS)) return 'equal'
  throw new SnapshotError(
    `The balances add up to ${formatDecimalUnits(sum, DECIMALS)}, and the supply that was given is ${supplyUA}: accounts are missing, or it is of another block`,
  )
}

/** Finds the holders that have code, but for accounts with a key that have lent it. */
async function findContracts(
  node: EvmNode,
  block: SnapshotBlock,
  rows: readonly Holder[],
  { accounts }: AccountsReading,
): Promise<Holder[]> {
  const contracts = new Set<Address>()
  const hashOf = (address: Address) => accounts.get(address)?.account?.codeHash
  const unsure = rows.filter(([address]) => hashOf(address) !== EMPTY_CODE)
  await someAtOnce(unsure, async ([address]) => {
    const code = await node.code(address, block.number)
    const hash = hashOf(address)
    if (hash !== undefined && keccak256(code) !== hash)
      throw new SnapshotError(`The code that the node gives for ${address} is not that of the block's state`)
    if (code !== '0x' && !DELEGATION.test(code)) contracts.add(address)
  })
  return rows.filter(([address]) => contracts.has(address))
}
