import { WalletError } from '#web/lib/wallet/wallet-error.ts'

/** A Solana wallet of this browser, asked for nothing but its address. */
export interface SolanaWallet {
  name: string
  /** A data: URI, shown in an `<img>` only. */
  icon: string | null
  /** Asks for an account. Gives its address; throws WalletError. */
  readAddress(): Promise<string>
}

/** As the Wallet Standard has it; what comes is whatever an extension sends. */
interface StandardWallet {
  name: string
  icon?: unknown
  chains?: readonly string[]
  features: {
    'standard:connect'?: { connect(): Promise<{ accounts: readonly StandardAccount[] }> }
  }
}

interface StandardAccount {
  address: string
  chains: readonly string[]
}

interface Registrar {
  register(...wallets: StandardWallet[]): () => void
}

declare global {
  interface WindowEventMap {
    'wallet-standard:register-wallet': CustomEvent<(registrar: Registrar) => void>
  }
}

const registered = new Map<StandardWallet, SolanaWallet>()
const listeners = new Set<() => void>()
let wallets: readonly SolanaWallet[] = []
let started = false

/** The Solana wallets found so far; the same array until another one turns up. */
export function getSolanaWallets(): readonly SolanaWallet[] {
  return wallets
}

/** Starts looking for Solana wallets on the first call (Wallet Standard). */
export function subscribeToSolanaWallets(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => listeners.delete(listener)
}

function start(): void {
  if (started) return
  started = true
  const registrar: Registrar = { register }
  // Whoever loads later than the page announces itself; whoever loaded before waits to hear that the page is ready.
  window.addEventListener('wallet-standard:register-wallet', ({ detail }) => detail(registrar))
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: registrar }))
}

function register(...found: StandardWallet[]): () => void {
  const fitting = found.filter(isSolanaWallet)
  for (const wallet of fitting) registered.set(wallet, toSolanaWallet(wallet))
  publish()
  return () => {
    for (const wallet of fitting) registered.delete(wallet)
    publish()
  }
}

function publish(): void {
  wallets = [...registered.values()]
  for (const listener of listeners) listener()
}

function isSolanaWallet({ chains, features }: StandardWallet): boolean {
  return Boolean(features['standard:connect']) && (chains ?? []).some(isSolanaChain)
}

function isSolanaChain(chain: string): boolean {
  return chain.startsWith('solana:')
}

function toSolanaWallet(wallet: StandardWallet): SolanaWallet {
  const { name, icon } = wallet
  return {
    name,
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    async readAddress() {
      const accounts = await connect(wallet)
      const account = accounts.find(({ chains }) => chains.some(isSolanaChain))
      if (!account) throw new WalletError('connect_rejected')
      return account.address
    },
  }
}

async function connect({ features }: StandardWallet): Promise<readonly StandardAccount[]> {
  try {
    const result = await features['standard:connect']?.connect()
    return result?.accounts ?? []
  } catch (thrown) {
    throw new WalletError(isRejection(thrown) ? 'connect_rejected' : 'connect_failed')
  }
}

/** The standard has no code for a refusal: wallets use EIP-1193's, or say it in words. */
function isRejection(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  const { code, message } = thrown as { code?: unknown; message?: unknown }
  return code === 4001 || (typeof message === 'string' && /reject|denied|declin|cancel/i.test(message))
}
