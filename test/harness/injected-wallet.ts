import type { BrowserContext } from 'playwright-core'
import type { Hex } from 'viem'
import type { Holder } from './holders.ts'

/** An error that a wallet throws at the page (EIP-1193). */
export interface WalletError {
  code: number
  message?: string
  data?: unknown
}

/** A browser wallet whose keys and faults the test controls. */
export interface InjectedWallet {
  /** Methods that the page called, in order. */
  readonly calls: string[]
  accounts: Holder['account'][]
  /** True where the page may see the accounts without asking. */
  connected: boolean
  chainId: string
  /** Writes a signature in the form that this wallet returns. */
  writeSignature(signature: Hex): string
  /** Chains it can switch to. */
  knownChains: Set<string>
  /** Rejects the next call of a method. */
  refuse(method: string, error: WalletError): void
  /** Answers the next call of a method with this. */
  answer(method: string, result: unknown): void
  /** Delays the next call of a method, as a person would, until the returned function is called. */
  hold(method: string): () => void
  /** Fires an event of the provider in every page. */
  emit(event: string, value?: unknown): Promise<void>
}

export interface InjectedWalletOptions {
  accounts: Holder['account'][]
  name?: string
  /** The name under which the page remembers it. */
  rdns?: string
  connected?: boolean
  chainId?: string
  /** False for a wallet that is only found at `window.ethereum`. */
  announced?: boolean
}

type Outcome = { result: unknown } | { error: WalletError }
type WalletFault = () => Promise<Outcome | null>

const NOT_AUTHORIZED = { code: 4100, message: 'The account is not connected.' }
const UNKNOWN_CHAIN = { code: 4902, message: 'Unrecognized chain ID.' }
const UNKNOWN_METHOD = { code: 4200, message: 'The wallet does not know this method.' }

let installed = 0

/** Installs a wallet for every page of a context. It outlives reloads, as an extension does. */
export async function injectWallet(
  context: BrowserContext,
  options: InjectedWalletOptions,
): Promise<InjectedWallet> {
  const { name = 'Test Wallet', rdns = 'org.example.wallet', announced = true } = options
  installed += 1
  const bridge = `wallet${installed}`
  const faults = new Map<string, WalletFault[]>()

  const wallet: InjectedWallet = {
    calls: [],
    accounts: options.accounts,
    connected: options.connected ?? false,
    chainId: options.chainId ?? '0x38',
    writeSignature: (signature) => signature,
    knownChains: new Set(['0x1', '0x38']),
    refuse: (method, error) => put(method, async () => ({ error })),
    answer: (method, result) => put(method, async () => ({ result })),
    hold(method) {
      const { promise, resolve } = Promise.withResolvers<null>()
      put(method, () => promise)
      return () => resolve(null)
    },
    async emit(event, value) {
      for (const page of context.pages()) {
        await page.evaluate(fireEvent, { bridge, event, value })
      }
    },
  }

  function put(method: string, fault: WalletFault): void {
    faults.set(method, [...(faults.get(method) ?? []), fault])
  }

  await context.exposeFunction(bridge, async (method: string, params: unknown[]): Promise<Outcome> => {
    wallet.calls.push(method)
    const outcome = await faults.get(method)?.shift()?.()
    return outcome ?? answerAsUsual(wallet, method, params)
  })
  await context.addInitScript(install, { bridge, name, rdns, announced })
  return wallet
}

async function answerAsUsual(wallet: InjectedWallet, method: string, params: unknown[]): Promise<Outcome> {
  const addresses = wallet.accounts.map(({ address }) => address)
  switch (method) {
    case 'eth_accounts':
      return { result: wallet.connected ? addresses : [] }
    case 'eth_requestAccounts':
      wallet.connected = true
      return { result: addresses }
    case 'eth_chainId':
      return { result: wallet.chainId }
    case 'personal_sign': {
      const [raw, address] = params as [Hex, string]
      const account = wallet.accounts.find((each) => each.address === address)
      if (!account) return { error: NOT_AUTHORIZED }
      return { result: wallet.writeSignature(await account.signMessage({ message: { raw } })) }
    }
    case 'eth_signTypedData_v4': {
      const [address, json] = params as [string, string]
      const account = wallet.accounts.find((each) => each.address === address)
      if (!account?.signTypedData) return { error: NOT_AUTHORIZED }
      return { result: wallet.writeSignature(await account.signTypedData(JSON.parse(json))) }
    }
    case 'wallet_addEthereumChain':
      wallet.knownChains.add((params as [{ chainId: string }])[0].chainId)
      return { result: null }
    case 'wallet_switchEthereumChain': {
      const [{ chainId }] = params as [{ chainId: string }]
      if (!wallet.knownChains.has(chainId)) return { error: UNKNOWN_CHAIN }
      wallet.chainId = chainId
      await wallet.emit('chainChanged', chainId)
      return { result: null }
    }
    default:
      return { error: UNKNOWN_METHOD }
  }
}

type Listener = (value: unknown) => void

/** The page's window, as far as the functions below need it: they run in the browser. */
declare const window: EventTarget &
  Record<string, unknown> & {
    injectedWallets?: Record<string, { emit(event: string, value: unknown): void }>
  }

function install(config: { bridge: string; name: string; rdns: string; announced: boolean }): void {
  const listeners = new Map<string, Set<Listener>>()
  const ask = window[config.bridge] as (method: string, params: unknown[]) => Promise<Outcome>
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const outcome = await ask(method, params)
      if ('error' in outcome)
        throw Object.assign(new Error(outcome.error.message ?? 'Refused'), outcome.error)
      return outcome.result
    },
    on(event: string, listener: Listener) {
      const ofEvent = listeners.get(event) ?? new Set()
      listeners.set(event, ofEvent.add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  window.injectedWallets = {
    ...window.injectedWallets,
    [config.bridge]: {
      emit(event, value) {
        for (const listener of listeners.get(event) ?? []) listener(value)
      },
    },
  }
  if (!config.announced) {
    window.ethereum = provider
    return
  }
  const icon =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' rx='2'/></svg>"
  const info = Object.freeze({ uuid: crypto.randomUUID(), name: config.name, rdns: config.rdns, icon })
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

function fireEvent({ bridge, event, value }: { bridge: string; event: string; value: unknown }): void {
  window.injectedWallets?.[bridge]?.emit(event, value)
}
