import { isEvmAddress } from '#domain/evm-address.ts'
import { type Network, readChainId } from '#domain/networks.ts'

/** The interface of a browser wallet (EIP-1193). */
export interface Eip1193Provider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** Compares accounts as numbers: wallets write the same one with and without capitals. */
export function isSameAccount(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
}

/** A wallet that announced itself (EIP-6963), or the one at `window.ethereum`. */
export interface Wallet {
  /** Stays the same from visit to visit, where the wallet allows it. */
  id: string
  /** Null when the wallet gives none. */
  name: string | null
  /** A data: URI, shown in an `<img>` only: what a wallet sends is not trusted. */
  icon: string | null
  provider: Eip1193Provider
  /** Of a wallet that is paired with the page before it connects. */
  pairing?: Pairing
}

/** What is known of a wallet behind a relay. */
export interface Pairing {
  /** The link by which it is paired, while one is waited for. */
  get(): string | null
  /** A request is on its way to the relay, which has not acknowledged it yet. */
  isSending(): boolean
  subscribe(listener: () => void): () => void
}

const USER_REJECTED = 4001
const UNAUTHORIZED = 4100
const CHAIN_NOT_ADDED = 4902
const REQUEST_PENDING = -32002
const OUT_OF_TOUCH = [4900, 4901, -32603]

/** The request to a wallet. */
export type WalletAction = 'connect' | 'sign' | 'add_network' | 'switch_network'

/** The failed request and, as far as the wallet says, its reason. The texts are in the page's catalogue. */
export type WalletProblem =
  | 'not_detected'
  | 'not_connected'
  | 'chain_unknown'
  | 'request_pending'
  | 'connect_rejected'
  | 'connect_out_of_touch'
  | 'connect_failed'
  | 'no_evm_account'
  | 'relay_silent'
  | 'sign_rejected'
  | 'sign_failed'
  | 'sign_empty'
  | 'sign_pending'
  | 'add_network_rejected'
  | 'add_network_failed'
  | 'switch_network_rejected'
  | 'switch_network_unknown'
  | 'switch_network_failed'

export class WalletError extends Error {
  override name = 'WalletError'
  readonly problem: WalletProblem

  constructor(problem: WalletProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Reads the error that a wallet threw; one of ours stays as it is. Some wallets wrap the code that counts in `data.originalError`. */
export function readWalletError(action: WalletAction, thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown
  return new WalletError(problemOf(action, thrown))
}

function problemOf(action: WalletAction, thrown: unknown): WalletProblem {
  const original = property(property(thrown, 'data'), 'originalError')
  const codes = [errorCode(thrown), errorCode(original)]
  if (codes.includes(USER_REJECTED)) return `${action}_rejected`
  if (codes.includes(REQUEST_PENDING)) return 'request_pending'
  if (action === 'switch_network' && codes.includes(CHAIN_NOT_ADDED)) return 'switch_network_unknown'
  if (action === 'sign' && codes.includes(UNAUTHORIZED)) return 'not_connected'
  if ([thrown, original].some(isRefusal)) return `${action}_rejected`
  if (action === 'connect' && codes.some((code) => code !== null && OUT_OF_TOUCH.includes(code))) {
    return 'connect_out_of_touch'
  }
  return `${action}_failed`
}

/** A refusal in words, of wallets that give it another code, or none. */
const REFUSAL = /reject|den(?:y|ied)|declin|cancel/i

function isRefusal(thrown: unknown): boolean {
  const told = typeof thrown === 'string' ? [thrown] : [property(thrown, 'code'), property(thrown, 'message')]
  return told.some((text) => typeof text === 'string' && REFUSAL.test(text))
}

/** Some wallets write the number as a text. */
function errorCode(thrown: unknown): number | null {
  const code = property(thrown, 'code')
  if (typeof code === 'string' && /^-?\d+$/.test(code)) return Number(code)
  return typeof code === 'number' ? code : null
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

const CHOOSER_REFUSED: readonly WalletProblem[] = ['connect_rejected', 'request_pending']

async function ask(
  action: WalletAction,
  provider: Eip1193Provider,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  try {
    return await provider.request(params ? { method, params } : { method })
  } catch (thrown) {
    throw readWalletError(action, thrown)
  }
}

/** Returns the first EVM address of a wallet's list of accounts, verbatim; null without one. */
export function firstAccount(accounts: unknown): string | null {
  const listed: unknown[] = Array.isArray(accounts) ? accounts : []
  return (listed.find((each) => typeof each === 'string' && isEvmAddress(each)) as string | null) ?? null
}

/** Reads the account that the wallet already shows to this page, without a prompt; null when there is none. */
export async function readConnectedAccount(provider: Eip1193Provider): Promise<string | null> {
  return provider.request({ method: 'eth_accounts' }).then(firstAccount, () => null)
}

/** Asks for an account; `choose` has the wallet show its accounts to choose from (EIP-2255). Throws WalletError. */
export async function requestAccount(provider: Eip1193Provider, choose: boolean): Promise<string> {
  if (choose) await openChooser(provider)
  const accounts = await ask('connect', provider, 'eth_requestAccounts')
  const account = firstAccount(accounts)
  if (account !== null) return account
  const hasOthers = Array.isArray(accounts) && accounts.length > 0
  throw new WalletError(hasOthers ? 'no_evm_account' : 'connect_rejected')
}

/** Throws WalletError when the reader refuses. A wallet that has no chooser is asked in the common way afterwards. */
async function openChooser(provider: Eip1193Provider): Promise<void> {
  try {
    await ask('connect', provider, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  } catch (error) {
    if (error instanceof WalletError && CHOOSER_REFUSED.includes(error.problem)) throw error
  }
}

/** Reads the wallet's chain; null when it gives none. */
export async function readWalletChainId(provider: Eip1193Provider): Promise<string | null> {
  return provider.request({ method: 'eth_chainId' }).then(chainIdText, () => null)
}

/** Reads a chain id as wallets report it: `0x` hex from most, a number from a few. */
export function chainIdText(value: unknown): string | null {
  if (typeof value === 'number') return `0x${value.toString(16)}`
  return typeof value === 'string' ? value : null
}

/** Signs a text (EIP-191). Throws WalletError. */
export async function signText(provider: Eip1193Provider, address: string, text: string): Promise<string> {
  return readSignature(await ask('sign', provider, 'personal_sign', [hexOfUtf8(text), address]))
}

/** Signs EIP-712 data, given as JSON. Throws WalletError. */
export async function signTypedData(provider: Eip1193Provider, address: string, json: string) {
  return readSignature(await ask('sign', provider, 'eth_signTypedData_v4', [address, json]))
}

/** Reads a signature, which has no bytes where a contract was told on its chain. Throws WalletError. */
function readSignature(answer: unknown): string {
  if (typeof answer !== 'string') throw new WalletError('sign_failed')
  const signature = answer.trim()
  if (!/^(?:0x)?(?:[0-9a-f]{2})*$/i.test(signature)) throw new WalletError('sign_empty')
  return fullSignature(signature)
}

/** Writes a signature with `0x`, and a compact one (EIP-2098) at its full length: as all but a few wallets give it. */
export function fullSignature(signature: string): string {
  const hex = signature.replace(/^0x/i, '')
  if (!/^[0-9a-f]{128}$/i.test(hex)) return `0x${hex}`
  const parityAndS = BigInt(`0x${hex.slice(64)}`)
  const s = BigInt.asUintN(255, parityAndS).toString(16).padStart(64, '0')
  return `0x${hex.slice(0, 64)}${s}${parityAndS >> 255n ? '1c' : '1b'}`
}

/** Asks the wallet to add a network (EIP-3085). It does not switch to it. Throws WalletError. */
export async function addNetwork(provider: Eip1193Provider, network: Network): Promise<void> {
  const { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls } = network
  await ask('add_network', provider, 'wallet_addEthereumChain', [
    { chainId, chainName, nativeCurrency, rpcUrls, blockExplorerUrls },
  ])
}

/** Asks the wallet to switch to a network (EIP-3326). Throws WalletError: `switch_network_unknown` when it must be added first. */
export async function switchNetwork(provider: Eip1193Provider, network: Network): Promise<void> {
  await ask('switch_network', provider, 'wallet_switchEthereumChain', [{ chainId: network.chainId }])
}

/** Compares chain ids as numbers: wallets write them with capitals or leading zeros. */
export function isSameChain(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false
  const chainId = readChainId(a)
  return chainId !== null && chainId === readChainId(b)
}

function hexOfUtf8(text: string): string {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return `0x${digits.join('')}`
}
