import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Network } from '#domain/networks.ts'
import type { Wallet } from './eip1193.ts'
import { getWallets, subscribeToWallets } from './wallet-discovery.ts'
import { walletMissing, walletNotConnected } from './wallet-error.ts'
import {
  addNetwork,
  firstAccount,
  readConnectedAccount,
  readWalletChainId,
  requestAccount,
  signText,
  switchNetwork,
} from './wallet-requests.ts'

const LAST_WALLET_KEY = 'ferry-last-wallet'

/** The reader's wallet as the page knows it. Every action throws WalletError. */
export interface WalletSession {
  wallets: readonly Wallet[]
  /** The wallet that actions go to: the chosen one, else the first found. */
  wallet: Wallet | null
  choose(id: string): void
  /** Verbatim as the wallet gave it; null while none is connected. */
  address: string | null
  /** `0x` hex as the wallet says it; null while unknown. */
  chainId: string | null
  connect(): Promise<string>
  sign(text: string): Promise<string>
  addNetwork(network: Network): Promise<void>
  switchNetwork(network: Network): Promise<void>
}

/** Finds the wallets of the browser, takes up a connection that already exists, and follows account and chain. */
export function useWallet(): WalletSession {
  const wallets = useSyncExternalStore(subscribeToWallets, getWallets)
  const [chosenId, setChosenId] = useState(() => localStorage.getItem(LAST_WALLET_KEY))
  const [address, setAddress] = useState<string | null>(null)
  const [chainId, setChainId] = useState<string | null>(null)
  const wallet = wallets.find(({ id }) => id === chosenId) ?? wallets[0] ?? null
  const provider = wallet?.provider ?? null

  const refreshChainId = useCallback(async () => {
    if (provider) setChainId(await readWalletChainId(provider))
  }, [provider])

  useEffect(() => {
    setAddress(null)
    setChainId(null)
    if (!provider) return
    let current = true
    const followAccounts = (accounts: unknown) => setAddress(firstAccount(accounts))
    const followChain = (value: unknown) => setChainId(typeof value === 'string' ? value : null)
    provider.on?.('accountsChanged', followAccounts)
    provider.on?.('chainChanged', followChain)
    readConnectedAccount(provider).then((account) => current && account && setAddress(account))
    readWalletChainId(provider).then((value) => current && setChainId(value))
    return () => {
      current = false
      provider.removeListener?.('accountsChanged', followAccounts)
      provider.removeListener?.('chainChanged', followChain)
    }
  }, [provider])

  return {
    wallets,
    wallet,
    choose: setChosenId,
    address,
    chainId,
    async connect() {
      if (!wallet) throw walletMissing()
      const account = await requestAccount(wallet.provider)
      localStorage.setItem(LAST_WALLET_KEY, wallet.id)
      setAddress(account)
      await refreshChainId()
      return account
    },
    async sign(text) {
      if (!provider || address === null) throw walletNotConnected()
      return signText(provider, address, text)
    },
    async addNetwork(network) {
      if (!provider) throw walletNotConnected()
      await addNetwork(provider, network)
      await refreshChainId()
    },
    async switchNetwork(network) {
      if (!provider) throw walletNotConnected()
      await switchNetwork(provider, network)
      // Some wallets switch without saying so.
      await refreshChainId()
    },
  }
}
