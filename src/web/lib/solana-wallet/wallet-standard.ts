import { getWallets } from '@wallet-standard/app'
import { WalletError } from '#web/lib/wallet/eip1193.ts'

/** A Solana wallet of this browser, asked for nothing but its address. */
export interface SolanaWallet {
  name: string
  /** A data: URI, shown in an `<img>` only. */
  icon: string | null
  /** Asks for an account. Returns its address; throws WalletError. */
  readAddress(): Promise<string>
}

type StandardWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number]
type StandardAccount = StandardWallet['accounts'][number]

interface ConnectFeature {
  connect(): Promise<{ accounts: readonly StandardAccount[] }>
}

let registered: readonly StandardWallet[] = []
let solanaWallets: readonly SolanaWallet[] = []

/** The Solana wallets found so far; the same array until one comes or goes. The first call starts the search (Wallet Standard). */
export function getSolanaWallets(): readonly SolanaWallet[] {
  const found = getWallets().get()
  if (found !== registered) {
    registered = found
    solanaWallets = found.flatMap(toSolanaWallet)
  }
  return solanaWallets
}

export function subscribeToSolanaWallets(listener: () => void): () => void {
  const { on } = getWallets()
  const stops = [on('register', listener), on('unregister', listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

function isSolanaChain(chain: string): boolean {
  return chain.startsWith('solana:')
}

/** Reads a registered wallet, or none where it is not for Solana. An extension may have sent anything. */
function toSolanaWallet({ name, icon, chains, features }: Partial<StandardWallet>): SolanaWallet[] {
  const feature = features?.['standard:connect'] as ConnectFeature | undefined
  if (!feature || !chains?.some(isSolanaChain)) return []
  const wallet: SolanaWallet = {
    name: `${name}`,
    icon: typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null,
    async readAddress() {
      const accounts = await connect(feature)
      const account = accounts.find((each) => each.chains.some(isSolanaChain))
      if (!account) throw new WalletError('connect_rejected')
      return account.address
    },
  }
  return [wallet]
}

async function connect(feature: ConnectFeature): Promise<readonly StandardAccount[]> {
  try {
    const { accounts } = await feature.connect()
    return accounts ?? []
  } catch (thrown) {
    throw new WalletError(isRejection(thrown) ? 'connect_rejected' : 'connect_failed')
  }
}

/** True when the user rejected. The standard has no code for it: wallets use EIP-1193's, or say it in words. */
function isRejection(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  const { code, message } = thrown as { code?: unknown; message?: unknown }
  return code === 4001 || (typeof message === 'string' && /reject|denied|declin|cancel/i.test(message))
}
