import { type Address, type Hex, hexToBigInt, isHex, type RpcLog, size, slice } from 'viem'
import { TRANSFER_TOPIC } from './evm-node.ts'
import { SnapshotError } from './snapshot-error.ts'

/** One Transfer of an ERC-20. Addresses are in lower case. */
export interface TransferLog {
  from: Address
  to: Address
  value: bigint
}

const WORD = 32

/**
 * Reads logs as transfers of a token, in the order of the chain. A node may answer anything: each log has to be the token's own, a
 * Transfer of ERC-20's shape, within the blocks asked for, and there once. Throws SnapshotError.
 */
export function readTransfers(
  logs: readonly RpcLog[],
  token: Address,
  from: bigint,
  to: bigint,
): TransferLog[] {
  const seen = new Set<string>()
  return logs.map((log) => {
    const where = `log ${log.logIndex} of block ${log.blockNumber}`
    if (log.removed) throw new SnapshotError(`The node gave a log that was removed from the chain: ${where}`)
    if (log.address.toLowerCase() !== token.toLowerCase() || log.topics[0] !== TRANSFER_TOPIC) {
      throw new SnapshotError(`The node gave a log that is not a transfer of this token: ${where}`)
    }
    const block = BigInt(log.blockNumber ?? -1)
    if (block < from || block > to)
      throw new SnapshotError(`The node gave a log of another block than asked for: ${where}`)
    const place = `${log.blockNumber} ${log.logIndex}`
    if (seen.has(place)) throw new SnapshotError(`The node gave a log twice: ${where}`)
    seen.add(place)
    return readTransfer(log, where)
  })
}

function readTransfer({ topics, data }: RpcLog, where: string): TransferLog {
  const [, from, to] = topics
  if (topics.length !== 3 || !from || !to || !isHex(data) || size(data) !== WORD) {
    throw new SnapshotError(`This is not an ERC-20: a transfer of another shape in ${where}`)
  }
  return { from: addressOf(from), to: addressOf(to), value: hexToBigInt(data) }
}

const addressOf = (topic: Hex): Address => slice(topic, 12).toLowerCase() as Address
