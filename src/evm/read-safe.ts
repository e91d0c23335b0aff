import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { SafeReport } from '#domain/account-report.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { EvmChain } from './evm-chain.ts'

const ABI = parseAbi([
  'function VERSION() view returns (string)',
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
])

/** From this version on owners sign for one chain, and the wallet answers ERC-1271 as a claim asks it. */
const VERSION = /^(?:1\.[3-9]|1\.\d\d|[2-9])\./

/** More owners than a person would list. A contract can answer anything. */
const MOST_OWNERS = 100

/**
 * Reads the owners of a Safe and its threshold; null for a contract that is none, or one older than 1.3.0. Throws
 * EvmChainError.
 */
export async function readSafe(chain: EvmChain, address: EvmAddress): Promise<SafeReport | null> {
  const [version, threshold, owners] = await Promise.all(
    (['VERSION', 'getThreshold', 'getOwners'] as const).map(async (functionName) => {
      const answer = await chain.ask(address, encodeFunctionData({ abi: ABI, functionName }), null)
      return answer === null ? null : decode(functionName, answer)
    }),
  )
  if (typeof version !== 'string' || !VERSION.test(version)) return null
  if (typeof threshold !== 'bigint' || !isOwners(owners)) return null
  if (threshold < 1n || threshold > BigInt(owners.length)) return null
  return { threshold: Number(threshold), owners: owners.map((owner) => owner.toLowerCase()) }
}

function decode(functionName: string, data: `0x${string}`): unknown {
  try {
    return decodeFunctionResult({ abi: ABI as Abi, functionName, data })
  } catch {
    return null
  }
}

function isOwners(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MOST_OWNERS
}
