import { isEvmAddress } from '#domain/evm-address.ts'
import { type Network, readChainId } from '#domain/networks.ts'
import type { Eip1193Provider } from './eip1193.ts'
import { readWalletError, type WalletAction, WalletError, type WalletProblem } from './wallet-error.ts'

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
