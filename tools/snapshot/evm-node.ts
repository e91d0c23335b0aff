import {
  type Address,
  createPublicClient,
  type GetProofReturnType,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  type RpcLog,
  rpcSchema,
  toRlp,
  trim,
} from 'viem'
import { SnapshotError } from './snapshot-error.ts'

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
  balanceOf(token: Address, holder: Address, block: bigint): Promise<bigint>
  /** The same for many holders by one request; not every node takes such calls. */
  balancesOf(token: Address, holders: readonly Address[], block: bigint): Promise<bigint[]>
  totalSupply(token: Address, block: bigint): Promise<bigint>
  decimals(token: Address, block: bigint): Promise<number>
  proof(address: Address, slots: readonly Hex[], block: bigint): Promise<GetProofReturnType>
}

type Schema = [
  {
    Method: 'eth_getLogs'
    Parameters: [{ address: Address; topics: Hex[]; fromBlock: Hex; toBlock: Hex }]
    ReturnType: RpcLog[]
  },
]

const TERMS = { timeout: TIMEOUT_MS, fetchOptions: { redirect: 'error' } } as const

/** Connects a node. Requests that fail are repeated a few times before what went wrong is thrown. */
export function connectEvmNode(url: string): EvmNode {
  const client = createPublicClient({ transport: http(url, { ...TERMS, retryCount: 3 }) })
  // Asked past the client's own repetitions: a range that is refused is made smaller instead.
  const logs = createPublicClient({
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
      logs.request({
        method: 'eth_getLogs',
        params: [
          { address, topics: [TRANSFER_TOPIC], fromBlock: numberToHex(from), toBlock: numberToHex(to) },
        ],
      }),
    balanceOf: (address, holder, blockNumber) =>
      client.readContract({ ...read, address, functionName: 'balanceOf', args: [holder], blockNumber }),
    balancesOf: (address, holders, blockNumber) =>
      client.multicall({
        contracts: holders.map((holder) => ({
          ...read,
          address,
          functionName: 'balanceOf' as const,
          args: [holder] as const,
        })),
        allowFailure: false,
        // By a contract that is deployed for the call alone: it is on every chain, at every block.
        deployless: true,
        batchSize: 0,
        blockNumber,
      }),
    totalSupply: (address, blockNumber) =>
      client.readContract({ ...read, address, functionName: 'totalSupply', blockNumber }),
    decimals: (address, blockNumber) =>
      client.readContract({ ...read, address, functionName: 'decimals', blockNumber }),
    proof: (address, storageKeys, blockNumber) =>
      client.getProof({ address, storageKeys: [...storageKeys], blockNumber }),
  }
}

/** A block's header as a node gives it: later forks have more fields. */
export type RawHeader = Readonly<Record<string, unknown>>

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
export function headerHash(header: RawHeader): Hex {
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
