import { createClient, encodeFunctionData, type Hex, http, keccak256, parseAbi, stringToHex } from 'viem'
import type { EvmAddress } from '#domain/evm-address.ts'
import { addressAt, packAddresses } from './address-batches.ts'
import { ADDRESS_BYTES, codeProgram, probeProgram } from './address-program.ts'
import { explainNodeError } from './evm-chain.ts'

/** The limit for one question, with its retries and the waits between them. */
const DEADLINE_MS = 10_000
const RETRIES = 2
const GAS = '0x989680' // 10 million

/** Requests that one HTTP request carries. */
const IN_ONE_BATCH = 50

const WALLET = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const NOBODYS = parseAbi([
  'function ferryKnowsNobodyByThisName(bytes32 hash, bytes signature) view returns (bytes4)',
])
const ARGS = [keccak256(stringToHex('Ferry')), `0x${'11'.repeat(64)}1b`] as const
const SIGNATURE_CALL = encodeFunctionData({ abi: WALLET, args: ARGS })
const UNKNOWN_CALL = encodeFunctionData({ abi: NOBODYS, args: ARGS })

/** PUSH4 of isValidSignature's selector, as a compiler writes it where a contract has the function. */
const KNOWS_SIGNATURES = '631626ba7e'

/** The code of a key's account that delegates to a contract (EIP-7702). */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/** The implementation in the code of a minimal proxy (EIP-1167). */
const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i

/** The slot of a proxy's implementation (ERC-1967). */
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

const inTime = () => AbortSignal.timeout(DEADLINE_MS)

const ANSWERED = 2
const REFUSED = 1

/** A chain whose node is asked about many addresses at once. All questions throw an Error in words. */
export interface SurveyChain {
  readonly chainId: number
  /** Throws where the node is on another chain. */
  assertChain(): Promise<void>
  /** Returns those of the addresses, 20 bytes each, that have code. */
  withCode(addresses: Buffer): Promise<EvmAddress[]>
  /**
   * Returns those of some contracts that sign nothing: they do not answer EIP-1271, do not refuse a wrong signature with data of their
   * own, and neither their code nor that of the contract behind them has the function. A key that delegates (EIP-7702) is none of them.
   */
  silent(contracts: readonly EvmAddress[]): Promise<EvmAddress[]>
}

/** Makes a client without asking anything. `pace` is waited for before each request. */
export function connectSurveyChain(chainId: number, url: string, pace: () => Promise<void>): SurveyChain {
  const client = createClient({
    transport: http(url, {
      batch: { batchSize: IN_ONE_BATCH },
      retryCount: RETRIES,
      fetchOptions: { redirect: 'error' },
    }),
  })

  /** Only what has the same signal goes out in the same request. */
  async function ask(method: string, params: readonly unknown[], signal = inTime()): Promise<Hex> {
    const request = { method, params } as Parameters<typeof client.request>[0]
    const answer: unknown = await client.request(request, { signal }).catch((error: unknown) => {
      throw new Error(explainNodeError(error))
    })
    if (typeof answer === 'string' && /^0x[0-9a-f]*$/i.test(answer)) return answer as Hex
    throw new Error(`${method} was not answered with hex`)
  }

  /** Runs a program, and returns a byte for each address. */
  async function run(data: Hex, count: number): Promise<Buffer> {
    await pace()
    const answer = Buffer.from((await ask('eth_call', [{ data, gas: GAS }, 'latest'])).slice(2), 'hex')
    if (answer.length !== count + 1) throw new Error('a call for many addresses was not answered for each')
    return answer.subarray(1)
  }

  async function knowsByCode(address: EvmAddress, signal: AbortSignal): Promise<boolean> {
    const [code, slot] = await Promise.all([
      ask('eth_getCode', [address, 'latest'], signal),
      ask('eth_getStorageAt', [address, IMPLEMENTATION_SLOT, 'latest'], signal),
    ])
    if (DELEGATION.test(code) || code.toLowerCase().includes(KNOWS_SIGNATURES)) return true
    const behind = MINIMAL_PROXY.exec(code)?.[1] ?? slot.slice(-2 * ADDRESS_BYTES)
    if (!/^[0-9a-f]{40}$/i.test(behind) || /^0+$/.test(behind)) return false
    const codeBehind = await ask('eth_getCode', [`0x${behind}`, 'latest'], signal)
    return codeBehind.toLowerCase().includes(KNOWS_SIGNATURES)
  }

  return {
    chainId,

    async assertChain() {
      const idThere = Number(await ask('eth_chainId', []))
      if (idThere !== chainId) throw new Error(`the node is on chain ${idThere}`)
    },

    async withCode(addresses) {
      const flags = await run(codeProgram(addresses), addresses.length / ADDRESS_BYTES)
      return [...flags.keys()]
        .filter((place) => flags[place] !== 0)
        .map((place) => addressAt(addresses, place))
    },

    async silent(contracts) {
      const packed = packAddresses(contracts)
      const told = await run(probeProgram(SIGNATURE_CALL, packed), contracts.length)
      const anyway = await run(probeProgram(UNKNOWN_CALL, packed), contracts.length)
      const rest = contracts.filter((_, place) => {
        const isKnown = told[place] === ANSWERED || (told[place] === REFUSED && anyway[place] !== REFUSED)
        return !isKnown
      })
      await pace()
      const signal = inTime()
      const isKnown = await Promise.all(rest.map((address) => knowsByCode(address, signal)))
      return rest.filter((_, place) => !isKnown[place])
    },
  }
}
