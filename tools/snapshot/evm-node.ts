import {
  type Address,
  BaseError,
  bytesToHex,
  type Client,
  ContractFunctionRevertedError,
  createPublicClient,
  type GetProofReturnType,
  type Hex,
  HttpRequestError,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  type RpcLog,
  rpcSchema,
  TimeoutError,
  type Transport,
  toRlp,
  trim,
} from 'viem'
import type { StateAccount } from './trie-proof.ts'

/** The chain, the node or what was given contradicts itself: no list is written. The message is for a person. */
export class SnapshotError extends Error {
  override name = 'SnapshotError'
}

const TOKEN = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function decimals() view returns (uint8)',
])

/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const TIMEOUT_MS = 60_000

export interface SnapshotBlock {
  number: bigint
  hash: Hex
  stateRoot: Hex
  timestamp: bigint
  /** The hash was calculated from the header, and so is that of this state root. Not so on chains with headers of another form. */
  isHashProved: boolean
}

/** The questions that a snapshot asks of an EVM node. */
export interface EvmNode {
  chainId(): Promise<number>
  /** The newest block that can not be reorganized away, where no number is given. */
  block(number?: bigint): Promise<SnapshotBlock>
  hasCode(address: Address, block: bigint): Promise<boolean>
  /** The Transfer logs of a contract in blocks `from` to `to`, both included, as the node gives them. */
  transferLogs(token: Address, from: bigint, to: bigint): Promise<RpcLog[]>
  /** Null where the token reverts instead of an answer. */
  balanceOf(token: Address, holder: Address, block: bigint): Promise<bigint | null>
  /** The same for many holders by one request; not every node takes such calls. */
  balancesOf(token: Address, holders: readonly Address[], block: bigint): Promise<(bigint | null)[]>
  totalSupply(token: Address, block: bigint): Promise<bigint>
  decimals(token: Address, block: bigint): Promise<number>
  proof(address: Address, slots: readonly Hex[], block: bigint): Promise<GetProofReturnType>
  balance(address: Address, block: bigint): Promise<bigint>
  code(address: Address, block: bigint): Promise<Hex>
  /** A page of all accounts, in the order of the hashes of their addresses, from one of them on. */
  accountRange(block: bigint, from: Hex): Promise<AccountPage>
  /** The addresses of which a block may have changed a balance. Throws where the node gives no traces. */
  touched(block: bigint): Promise<Set<Address>>
}

interface AccountPage {
  /** Of an account whose address the node does not know, the address is null. */
  accounts: { address: Address | null; account: StateAccount }[]
  /** Where the next page begins; null after the last. */
  next: Hex | null
}

type Schema = [
  {
    Method: 'eth_getLogs'
    Parameters: [{ address: Address; topics: Hex[]; fromBlock: Hex; toBlock: Hex }]
    ReturnType: RpcLog[]
  },
  {
    Method: 'debug_accountRange'
    Parameters: [
      block: Hex,
      from: Hex,
      count: number,
      withoutCode: boolean,
      withoutStorage: boolean,
      withUnknown: boolean,
    ]
    ReturnType: { accounts: Record<string, DumpedAccount>; next?: string | null }
  },
  { Method: 'trace_block'; Parameters: [block: Hex]; ReturnType: unknown },
  {
    Method: 'debug_traceBlockByNumber'
    Parameters: [block: Hex, options: object]
    ReturnType: unknown
  },
  { Method: 'eth_getBlockByNumber'; Parameters: [block: Hex, whole: true]; ReturnType: unknown },
  {
    Method: 'eth_getUncleByBlockNumberAndIndex'
    Parameters: [block: Hex, index: Hex]
    ReturnType: unknown
  },
]

/** An account as debug_accountRange has it. */
interface DumpedAccount {
  balance: string
  nonce: number
  root: string
  codeHash: string
}

const TERMS = { timeout: TIMEOUT_MS, fetchOptions: { redirect: 'error' } } as const

/** Connects a node. Requests that fail are repeated a few times before what went wrong is thrown. */
export function connectEvmNode(url: string): EvmNode {
  const client = createPublicClient({ transport: http(url, { ...TERMS, retryCount: 3 }) })
  // Asked past the client's own repetitions: a range that is refused is made smaller instead.
  const raw = createPublicClient({
    transport: http(url, { ...TERMS, retryCount: 0 }),
    rpcSchema: rpcSchema<Schema>(),
  })
  const read = { abi: TOKEN } as const
  return {
    chainId: () => client.getChainId(),
    async block(number) {
      const tag = number === undefined ? 'finalized' : numberToHex(number)
      const block = await client.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
      if (!block?.hash || block.number === null)
        throw new SnapshotError(`The node does not have block ${number ?? tag}`)
      const { hash, stateRoot, timestamp } = block
      const isHashProved = headerHash(block as unknown as RawHeader) === hash
      return { number: BigInt(block.number), hash, stateRoot, timestamp: BigInt(timestamp), isHashProved }
    },
    async hasCode(address, blockNumber) {
      return ((await client.getCode({ address, blockNumber })) ?? '0x') !== '0x'
    },
    transferLogs: (address, from, to) =>
      raw.request({
        method: 'eth_getLogs',
        params: [
          { address, topics: [TRANSFER_TOPIC], fromBlock: numberToHex(from), toBlock: numberToHex(to) },
        ],
      }),
    balanceOf: (address, holder, blockNumber) =>
      client
        .readContract({ ...read, address, functionName: 'balanceOf', args: [holder], blockNumber })
        .catch(nullWhereReverted),
    async balancesOf(address, holders, blockNumber) {
      const results = await client.multicall({
        contracts: holders.map((holder) => ({
          ...read,
          address,
          functionName: 'balanceOf' as const,
          args: [holder] as const,
        })),
        // By a contract that is deployed for the call alone: it is on every chain, at every block.
        deployless: true,
        batchSize: 0,
        blockNumber,
      })
      // Where the call as a whole fails, each has that error.
      const failed = results.map(({ error }) => error)
      if (failed.every((error) => error !== undefined)) throw failed[0]
      return results.map(({ result }) => result ?? null)
    },
    totalSupply: (address, blockNumber) =>
      client.readContract({ ...read, address, functionName: 'totalSupply', blockNumber }),
    decimals: (address, blockNumber) =>
      client.readContract({ ...read, address, functionName: 'decimals', blockNumber }),
    proof: (address, storageKeys, blockNumber) =>
      client.getProof({ address, storageKeys: [...storageKeys], blockNumber }),
    balance: (address, blockNumber) => client.getBalance({ address, blockNumber }),
    code: async (address, blockNumber) => (await client.getCode({ address, blockNumber })) ?? '0x',
    async accountRange(block, from) {
      const { accounts, next } = await raw.request({
        method: 'debug_accountRange',
        params: [numberToHex(block), from, ACCOUNTS_AT_ONCE, true, true, true],
      })
      return {
        accounts: Object.entries(accounts).map(([name, { balance, nonce, root, codeHash }]) => ({
          // One whose address is not known is named by its hash.
          address: readAddress(name),
          account: {
            nonce: BigInt(nonce),
            balance: BigInt(balance),
            storageRoot: withPrefix(root),
            codeHash: withPrefix(codeHash),
          },
        })),
        next: next ? bytesToHex(Buffer.from(next, 'base64')) : null,
      }
    },
    touched: (block) => touchedBy(raw, numberToHex(block)),
  }
}

/** Codes of EIP-1474 for what may go well later: resource unavailable, limit exceeded, internal error. */
const AWAY_CODES: readonly unknown[] = [-32002, -32005, -32603]
const TOO_MANY_REQUESTS = 429

/** True where a node did not answer, or may answer later; false where it refuses what it was asked. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const cause = error.walk(
    (each) =>
      each instanceof TimeoutError ||
      (each instanceof HttpRequestError &&
        (each.status === undefined || each.status >= 500 || each.status === TOO_MANY_REQUESTS)) ||
      AWAY_CODES.includes((each as { code?: unknown }).code),
  )
  return cause !== null
}

/** More are not given by one request. */
const ACCOUNTS_AT_ONCE = 256

const withPrefix = (hex: string): Hex => (hex.startsWith('0x') ? (hex as Hex) : `0x${hex}`)

function readAddress(text: unknown): Address | null {
  return typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text) ? (text.toLowerCase() as Address) : null
}

function nullWhereReverted(error: unknown): null {
  const isRevert = (cause: unknown) => cause instanceof ContractFunctionRevertedError
  if (error instanceof BaseError && error.walk(isRevert) !== null) return null
  throw error
}

/** Collects every address that stands in an answer, as a value or a name: more than are touched do no harm, fewer would. */
function addressesIn(answer: unknown, found: Set<Address>): void {
  if (typeof answer !== 'object' || answer === null) {
    const address = readAddress(answer)
    if (address !== null) found.add(address)
    return
  }
  for (const [name, value] of Object.entries(answer)) {
    const address = readAddress(name)
    if (address !== null) found.add(address)
    addressesIn(value, found)
  }
}

type RawClient = Client<Transport, undefined, undefined, Schema>

/** Finds who sent, received, mined and was paid in a block: from the block, and from the traces of its transactions. */
async function touchedBy(client: RawClient, block: Hex): Promise<Set<Address>> {
  const found = new Set<Address>()
  const whole = Object(await client.request({ method: 'eth_getBlockByNumber', params: [block, true] }))
  addressesIn(whole, found)
  for (const index of Object(whole.uncles ?? []).keys()) {
    const params: [Hex, Hex] = [block, numberToHex(index)]
    addressesIn(await client.request({ method: 'eth_getUncleByBlockNumberAndIndex', params }), found)
  }
  if (whole.transactions?.length > 0) addressesIn(await tracesOf(client, block), found)
  return found
}

/** What contracts sent stands in no block. Nodes have one of these two. */
async function tracesOf(client: RawClient, block: Hex): Promise<unknown> {
  try {
    return await client.request({ method: 'trace_block', params: [block] })
  } catch {
    const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
    return await client.request({ method: 'debug_traceBlockByNumber', params: [block, options] })
  }
}

/** A block's header as a node gives it: later forks have more fields. */
type RawHeader = Readonly<Record<string, unknown>>

/** The fields of a header in their order, to the newest fork; those from `baseFeePerGas` on are there or not. */
const FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
] as const

/** Numbers, which RLP has without leading zeros. */
const NUMBERS = new Set<string>([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])

/** Returns the hash that a header of Ethereum's form has: where it is the block's, its state root is the block's too. */
function headerHash(header: RawHeader): Hex {
  const values = FIELDS.filter((name) => typeof header[name] === 'string').map((name) => {
    const value = header[name] as Hex
    return NUMBERS.has(name) ? minimal(value) : value
  })
  return keccak256(toRlp(values))
}

function minimal(quantity: Hex): Hex {
  if (BigInt(quantity) === 0n) return '0x'
  const digits = quantity.slice(2)
  return trim(`0x${digits.length % 2 === 1 ? '0' : ''}${digits}`)
}
