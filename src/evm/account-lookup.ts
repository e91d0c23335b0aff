import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { AccountReport, SafeReport } from '#domain/account-report.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { CheckBudget } from './check-budget.ts'
import { connectChains, type EvmChain, EvmChainError } from './evm-chain.ts'

/** Answers are given again for this long. */
const KEPT_FOR_MS = 30_000

const MOST_KEPT = 1_000

type Contracts = AccountReport['contracts']

const UNKNOWN: AccountReport = { kind: 'unknown', contracts: [] }

/** Tells whether an account is a contract, and on which chains. It decides nothing: a claim is checked by its signature. */
export interface AccountLookup {
  /** The chains that can be asked, in hex. */
  readonly chainIds: readonly string[]
  /** Looks for a client, who is null where clients can not be told apart. */
  find(address: EvmAddress, client: string | null): Promise<AccountReport>
}

interface AccountLookupOptions {
  rpcUrls: ReadonlyMap<number, string>
  /** Its own: whoever looks up accounts leaves the checks of claims their room. */
  budget?: CheckBudget
}

/** Creates the look-up on all configured chains. What no node says is `unknown`, also where too much is asked of them. */
export function createAccountLookup(options: AccountLookupOptions): AccountLookup {
  const { rpcUrls, budget = new CheckBudget() } = options
  const chains = [...connectChains(rpcUrls).values()]
  const kept = new Map<EvmAddress, { report: AccountReport; atMs: number }>()

  function keep(address: EvmAddress, report: AccountReport): void {
    kept.delete(address)
    kept.set(address, { report, atMs: performance.now() })
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  async function ask(address: EvmAddress): Promise<AccountReport> {
    const answers = await Promise.all(chains.map((chain) => askOne(chain, address)))
    const contracts = answers.flatMap((answer) => answer ?? [])
    if (contracts.length > 0) return { kind: 'contract', contracts }
    return answers.includes(null) ? UNKNOWN : { kind: 'key', contracts }
  }

  return {
    chainIds: Array.from(rpcUrls.keys(), hexOf),
    async find(address, client) {
      if (chains.length === 0) return UNKNOWN
      const known = kept.get(address)
      if (known && performance.now() - known.atMs < KEPT_FOR_MS) return known.report
      const report = (await budget.run(client, () => ask(address))) ?? UNKNOWN
      if (report.kind !== 'unknown') keep(address, report)
      return report
    },
  }
}

/** Returns null where the chain can not be asked. */
async function askOne(chain: EvmChain, address: EvmAddress): Promise<Contracts | null> {
  try {
    if (!(await chain.isContract(address))) return []
    return [{ chainId: hexOf(chain.chainId), safe: await readSafe(chain, address) }]
  } catch (error) {
    if (error instanceof EvmChainError) return null
    throw error
  }
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

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
async function readSafe(chain: EvmChain, address: EvmAddress): Promise<SafeReport | null> {
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
