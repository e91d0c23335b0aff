import type { Address, Hex } from 'viem'
import { firstLine, forged, someAtOnce } from './check-holders.ts'
import { type EvmNode, isAway, type SnapshotBlock, SnapshotError } from './evm-node.ts'
import type { StateFile } from './snapshot-progress.ts'
import { provedAccount, type StateAccount, TrieProofError } from './trie-proof.ts'

/** An account's balance, and all of it where the node's list or a proof has it; null where a node says the balance alone. */
export interface NativeAccount {
  balance: bigint
  account: StateAccount | null
}

export interface AccountsReading {
  /** How the accounts were found: by the node's own list, by blocks and their traces, or by the addresses that were given. */
  by: 'range' | 'blocks' | 'file'
  /** Where the list, or the blocks, go on; empty after the last. */
  next: string
  /** Addresses that are not read yet. */
  waiting: Set<Address>
  accounts: Map<Address, NativeAccount>
}

export interface ReadAccountsOptions {
  node: EvmNode
  block: SnapshotBlock
  /** Addresses that are read in any case; null where the node has to find all. */
  addresses: ReadonlySet<Address> | null
  /** Also those that blocks and traces name. */
  isWalked: boolean
  state: StateFile | null
  onProgress(doing: string, done: number, of: number): void
}

/** Blocks or addresses after which it is noted how far it got. */
const IN_ONE_TURN = 64

/** The first key, and the first block. */
const FIRST = '0x00'

/** The keys of a state are hashes, spread evenly: these digits of the next one say how far it is. */
const KEY_DIGITS = 6

/**
 * Reads the accounts of a chain at a block, and goes on where the state file says. Those that the node does not list itself are each read by
 * a proof from the block's state root, where it gives proofs. Throws SnapshotError.
 */
export async function readAccounts(options: ReadAccountsOptions): Promise<AccountsReading> {
  const { node, block, addresses, isWalked, state } = options
  const kept = await state?.read()
  const reading: AccountsReading = kept
    ? fromKept(kept)
    : {
        by: isWalked ? 'blocks' : addresses ? 'file' : await findWay(node, block),
        next: FIRST,
        waiting: new Set(addresses),
        accounts: new Map(),
      }
  try {
    if (reading.by === 'range') await readRange(options, reading)
    if (reading.by === 'blocks') await walkBlocks(options, reading)
    await readWaiting(options, reading)
  } finally {
    // Also where the node goes away in the middle.
    await state?.write(toKeep(reading))
  }
  return reading
}

async function findWay({ accountRange }: EvmNode, { number }: SnapshotBlock): Promise<'range' | 'blocks'> {
  return (await isOffered(() => accountRange(number, FIRST))) ? 'range' : 'blocks'
}

/**
 * Returns false where a node refuses what is asked. One that is away for a moment does not decide that a list is read, or proved, in a
 * weaker way: that is thrown.
 */
async function isOffered(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (isAway(error)) throw error
    return false
  }
}

async function readRange(
  { node, block, state, onProgress }: ReadAccountsOptions,
  reading: AccountsReading,
): Promise<void> {
  while (reading.next !== '') {
    const { accounts, next } = await node.accountRange(block.number, reading.next as Hex)
    for (const { address, account } of accounts) {
      if (address === null) {
        throw new SnapshotError(
          'The node does not know the addresses of all accounts: it has to keep preimages (geth: --cache.preimages). Use another node, or --blocks',
        )
      }
      reading.accounts.set(address, { balance: account.balance, account })
    }
    if (next !== null && BigInt(next) <= BigInt(reading.next))
      throw new SnapshotError('The node gives the same accounts again and again: use another one')
    reading.next = next ?? ''
    const most = 16 ** KEY_DIGITS
    onProgress('accounts', next === null ? most : Number(next.slice(0, 2 + KEY_DIGITS)), most)
    await state?.keep(() => toKeep(reading))
  }
}

/** Collects the addresses that blocks and their traces name. Those that the chain was begun with stand in none. */
async function walkBlocks(
  { node, block, state, onProgress }: ReadAccountsOptions,
  reading: AccountsReading,
): Promise<void> {
  for (let from = BigInt(reading.next || block.number + 1n); from <= block.number; ) {
    const blocks = Array.from({ length: IN_ONE_TURN }, (_, index) => from + BigInt(index))
    await someAtOnce(
      blocks.filter((number) => number <= block.number),
      async (number) => {
        for (const address of await tracedBlock(node, number)) reading.waiting.add(address)
      },
    )
    from += BigInt(IN_ONE_TURN)
    reading.next = from <= block.number ? String(from) : ''
    onProgress('blocks', Math.min(Number(from), Number(block.number)), Number(block.number))
    await state?.keep(() => toKeep(reading))
  }
}

async function tracedBlock(node: EvmNode, number: bigint): Promise<Set<Address>> {
  return await node.touched(number).catch((error: unknown) => {
    throw new SnapshotError(
      `Block ${number} could not be traced (${firstLine(error)}): what contracts sent stands in traces alone. Use a node with trace_block or debug_traceBlockByNumber, or give the addresses by --addresses`,
    )
  })
}

async function readWaiting(
  { node, block, state, onProgress }: ReadAccountsOptions,
  reading: AccountsReading,
): Promise<void> {
  const { waiting, accounts } = reading
  const addresses = [...waiting].filter((address) => !accounts.has(address))
  const [first] = addresses
  if (first === undefined) return
  const isProved = await isOffered(() => node.proof(first, [], block.number))
  for (let start = 0; start < addresses.length; start += IN_ONE_TURN) {
    const turn = addresses.slice(start, start + IN_ONE_TURN)
    await someAtOnce(turn, async (address) => {
      const found = isProved
        ? await proveAccount(node, block, address)
        : { balance: await node.balance(address, block.number), account: null }
      if (found) accounts.set(address, found)
      waiting.delete(address)
    })
    onProgress('accounts', start + turn.length, addresses.length)
    await state?.keep(() => toKeep(reading))
  }
}

/** Reads an account by its proof; null where the proof shows that there is none. Throws SnapshotError where the node says otherwise. */
export async function proveAccount(
  node: EvmNode,
  block: SnapshotBlock,
  address: Address,
): Promise<NativeAccount | null> {
  const { accountProof, balance: told } = await node.proof(address, [], block.number)
  try {
    const account = provedAccount(block.stateRoot, address, accountProof)
    const balance = account?.balance ?? 0n
    if (told !== balance) throw isOtherwise(address, told, balance)
    return account && { balance, account }
  } catch (error) {
    throw error instanceof TrieProofError ? forged(error) : error
  }
}

export function isOtherwise(address: Address, told: bigint, proved: bigint): SnapshotError {
  return new SnapshotError(
    `${address}: the node says that it has ${told}, and the block's state says ${proved}`,
  )
}

type KeptAccount = readonly [address: Address, balance: string, ...account: string[]]

function toKeep({ waiting, accounts, ...reading }: AccountsReading): object {
  const entries = Array.from(
    accounts,
    ([address, { balance, account }]): KeptAccount => [
      address,
      String(balance),
      ...(account ? [String(account.nonce), account.storageRoot, account.codeHash] : []),
    ],
  )
  return { ...reading, waiting: [...waiting], accounts: entries }
}

function fromKept(kept: object): AccountsReading {
  const { waiting, accounts, ...reading } = kept as Omit<AccountsReading, 'waiting' | 'accounts'> & {
    waiting: Address[]
    accounts: KeptAccount[]
  }
  const entries = accounts.map(([address, digits, nonce, storageRoot, codeHash]) => {
    const balance = BigInt(digits)
    const account =
      nonce === undefined
        ? null
        : { nonce: BigInt(nonce), balance, storageRoot: storageRoot as Hex, codeHash: codeHash as Hex }
    return [address, { balance, account }] as const
  })
  return { ...reading, waiting: new Set(waiting), accounts: new Map(entries) }
}
