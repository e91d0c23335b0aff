import { type Hex, keccak256, toRlp, trim } from 'viem'

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
