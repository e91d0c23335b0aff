import { randomBytes } from 'node:crypto'
import {
  BaseError,
  CounterfactualDeploymentFailedError,
  createClient,
  ExecutionRevertedError,
  type Hex,
  http,
  zeroAddress,
} from 'viem'
import { call } from 'viem/actions'
import type { EvmAddress } from '#domain/evm-address.ts'

/** The limit for one question, with its retries and the waits between them. */
const DEADLINE_MS = 5_000

const RETRIES = 2

/** More than enough to deploy a wallet and check its signature; a call that needs more is refused. */
const GAS_LIMIT = 10_000_000n

/** A deployment that is simulated before a contract is called; it never reaches the chain. */
export interface Deployment {
  factory: Hex
  factoryData: Hex
}

/** For so long a node is not asked again which chain it is on, nor whether an account without code has some by now. */
const REMEMBERED_MS = 60_000

/** The accounts without code that are remembered. */
const REMEMBERED_ACCOUNTS = 10_000

/** A chain behind a JSON-RPC node's URL. Both questions throw EvmChainError when it can not be asked. */
export interface EvmChain {
  readonly chainId: number
  /**
   * True for a contract, and for a key's account that delegates to one (EIP-7702). False may be a minute old, unless it has to be
   * fresh.
   */
  hasCode(address: EvmAddress, options?: { fresh: boolean }): Promise<boolean>
  /** True for a contract alone. False may be a minute old. */
  isContract(address: EvmAddress): Promise<boolean>
  /**
   * Calls a contract with `data`. Returns its answer, or null when it reverts, runs out of gas, returns nothing or does not
   * exist. One that is not deployed yet is deployed first, for this call alone, when `deployment` does that.
   */
  ask(address: EvmAddress, data: Hex, deployment: Deployment | null): Promise<Hex | null>
}

const NO_CODE = '0x'

/** The code of a key's account that delegates to a contract (EIP-7702). */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

const NO_DEPLOYMENT: Deployment = { factory: zeroAddress, factoryData: '0x' }

/**
 * Makes a client without asking anything. `hasCode` compares the node's chain once a minute: a URL can lead to another node. That an
 * account has no code is remembered as long; that it has some never is. Times are milliseconds that never go back.
 */
export function connectEvmChain(
  chainId: number,
  url: string,
  deadlineMs = DEADLINE_MS,
  nowMs: () => number = () => performance.now(),
): EvmChain {
  let chainKnownUntilMs = Number.NEGATIVE_INFINITY
  /** The one that is forgotten first comes first. */
  const emptyUntilMs = new Map<EvmAddress, number>()
  const client = createClient({
    transport: http(url, { retryCount: RETRIES, fetchOptions: { redirect: 'error' } }),
    // A contract could otherwise have this server fetch any URL it names (EIP-3668).
    ccipRead: false,
  })

  async function read(method: 'eth_chainId' | 'eth_getCode', params?: unknown): Promise<string> {
    const request = { method, params } as Parameters<typeof client.request>[0]
    const result = await asking(client.request(request, { signal: AbortSignal.timeout(deadlineMs) }))
    if (isHex(result)) return result
    throw notHex(method)
  }

  function notHex(method: string): EvmChainError {
    return new EvmChainError(chainId, 'unreachable', `${method} was not answered with hex`)
  }

  async function assertChain(): Promise<void> {
    if (chainKnownUntilMs > nowMs()) return
    const idThere = Number(await read('eth_chainId'))
    if (idThere !== chainId)
      throw new EvmChainError(chainId, 'wrong_chain', `The node is on chain ${idThere}`)
    chainKnownUntilMs = nowMs() + REMEMBERED_MS
  }

  function rememberEmpty(address: EvmAddress): void {
    emptyUntilMs.delete(address)
    emptyUntilMs.set(address, nowMs() + REMEMBERED_MS)
    const [oldest] = emptyUntilMs.keys()
    if (emptyUntilMs.size > REMEMBERED_ACCOUNTS && oldest !== undefined) emptyUntilMs.delete(oldest)
  }

  async function asking<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw isChainTrouble(error) ? new EvmChainError(chainId, 'unreachable', explainNodeError(error)) : error
    }
  }

  async function codeOf(address: EvmAddress, { fresh } = { fresh: false }): Promise<string> {
    const isEmpty = !fresh && (emptyUntilMs.get(address) ?? Number.NEGATIVE_INFINITY) > nowMs()
    const [, code] = await Promise.all([
      assertChain(),
      isEmpty ? NO_CODE : read('eth_getCode', [address, 'latest']),
    ])
    if (code === NO_CODE && !isEmpty) rememberEmpty(address)
    return code
  }

  return {
    chainId,

    async hasCode(address, options) {
      return (await codeOf(address, options)) !== NO_CODE
    },

    async isContract(address) {
      const code = await codeOf(address)
      return code !== NO_CODE && !DELEGATION.test(code)
    },

    async ask(address, data, deployment) {
      const answer = call(client, {
        // Some wallets treat certain callers, such as the zero address, as simulations. A random address is none of them.
        account: `0x${randomBytes(20).toString('hex')}`,
        to: address as Hex,
        data,
        // Even where there is nothing to deploy: the call then runs inside another, which turns every failure of the
        // contract into a plain revert, so that a contract's failure is never taken for the node's.
        ...(deployment ?? NO_DEPLOYMENT),
        gas: GAS_LIMIT,
        requestOptions: { signal: AbortSignal.timeout(deadlineMs) },
      }).catch((error) => {
        if (isRevert(error)) return { data: undefined }
        // viem fails over an answer that is no text: anything that it throws here, the node has caused.
        throw isChainTrouble(error) ? error : notHex('eth_call')
      })
      const { data: told = null } = await asking(answer)
      if (told !== null && !isHex(told)) throw notHex('eth_call')
      return told
    },
  }
}

function isHex(answer: unknown): answer is Hex {
  return typeof answer === 'string' && /^0x[0-9a-f]*$/i.test(answer)
}

function isRevert(error: unknown): boolean {
  if (error instanceof CounterfactualDeploymentFailedError) return true
  return error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
}

/** True for errors that the node caused; any other error is a bug in this code. */
function isChainTrouble(error: unknown): error is Error {
  return error instanceof BaseError || (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name))
}

/** The reason why a chain can not be asked: its node gives no usable answer, or the URL leads to another chain's node. */
type EvmChainTrouble = 'unreachable' | 'wrong_chain'

/** A chain can not be asked just now. The message is for the operator's log, and never carries the URL: it may hold a key. */
export class EvmChainError extends Error {
  override name = 'EvmChainError'
  readonly chainId: number
  readonly trouble: EvmChainTrouble

  constructor(chainId: number, trouble: EvmChainTrouble, message: string) {
    super(message)
    this.chainId = chainId
    this.trouble = trouble
  }
}

/** A node's message is cut to this length. */
const MAX_REASON_LENGTH = 200

/** Says what went wrong with a node, without its URL, which may hold a key. */
export function explainNodeError(error: unknown): string {
  const reason =
    error instanceof BaseError
      ? `${error.shortMessage} ${error.details ?? ''}`
      : error instanceof Error
        ? error.message
        : String(error)
  return reason.slice(0, MAX_REASON_LENGTH)
}

/** Connects chains by their nodes' URLs. */
export function connectChains(rpcUrls: ReadonlyMap<number, string>): Map<number, EvmChain> {
  return new Map(Array.from(rpcUrls, ([chainId, url]) => [chainId, connectEvmChain(chainId, url)]))
}
