import type { BrowserContext } from 'playwright-core'

export interface InjectedSolanaWalletOptions {
  address: string
  name?: string
  /** The user's answer to a request for an account. */
  answer?: 'consent' | 'reject' | 'no_account' | 'fail' | 'silence'
}

/** Installs a Solana wallet (Wallet Standard) for every page of a context. */
export async function injectSolanaWallet(
  context: BrowserContext,
  { address, name = 'Test Solana Wallet', answer = 'consent' }: InjectedSolanaWalletOptions,
): Promise<void> {
  await context.addInitScript(install, { address, name, answer })
}

type Registrar = { register(wallet: unknown): void }

/** The page's window, as far as the function below needs it: it runs in the browser. */
declare const window: EventTarget

function install({ address, name, answer }: Required<InjectedSolanaWalletOptions>): void {
  const chains = ['solana:mainnet']
  const connect = async () => {
    if (answer === 'reject') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    if (answer === 'silence') await new Promise(() => {})
    if (answer === 'fail') throw new Error('The wallet is locked up')
    return { accounts: answer === 'no_account' ? [] : [{ address, chains, features: [] }] }
  }
  const wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>",
    chains,
    features: { 'standard:connect': { version: '1.0.0', connect } },
    accounts: [],
  })
  const register = ({ register: admit }: Registrar) => admit(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => {
    register((event as CustomEvent<Registrar>).detail)
  })
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
