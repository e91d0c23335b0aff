import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Network } from '#domain/networks.ts'
import { readStored, store } from '#web/lib/browser-storage.ts'
import {
  addNetwork,
  chainIdText,
  type Eip1193Provider,
  firstAccount,
  isSameAccount,
  readConnectedAccount,
  readWalletChainId,
  requestAccount,
  signText,
  signTypedData,
  switchNetwork,
  type Wallet,
  WalletError,
} from './eip1193.ts'
import { getWallets, subscribeToWallets } from './wallet-discovery.ts'

const NONE: readonly Wallet[] = []
const noWallets = () => NONE

const LAST_WALLET_KEY = 'ferry-last-wallet'

/** The state of the reader's wallet, and its actions. Every action throws WalletError. */
export interface WalletSession {
  wallets: readonly Wallet[]
  /** The wallet that actions go to: the chosen one, else the first found. */
  wallet: Wallet | null
  choose(id: string): void
  /** Verbatim as the wallet gave it; null while none is connected. */
  address: string | null
  /** As the wallet reports it; null while unknown. */
  chainId: string | null
  connect(options: ConnectOptions): Promise<string>
  sign(text: string): Promise<string>
  /** Signs EIP-712 data, given as JSON. */
  signTyped(json: string): Promise<string>
  addNetwork(network: Network): Promise<void>
  switchNetwork(network: Network): Promise<void>
}

interface ConnectOptions {
  /** The wallet to ask; the one in use unless given. */
  id?: string
  /** Opens the wallet's own chooser, where it has one: a connected wallet gives the same account again. */
  choose: boolean
  /** Once aborted, the answer changes nothing. */
  cancelled: AbortSignal
}

/** Finds the wallets of the browser, resumes a connection that already exists, and follows account and chain. */
export function useWallet(): WalletSession {
  const wallets = useSyncExternalStore(subscribeToWallets, getWallets, noWallets)
  const [chosenId, setChosenId] = useState(() => readStored('browser', LAST_WALLET_KEY))
  const wallet = wallets.find(({ id }) => id === chosenId) ?? wallets[0] ?? null
  const { address, setAddress, chainId, refreshChainId } = useFollowed(wallet?.provider ?? null)
  useConnectedOfSeveral(wallets, chosenId, setChosenId)

  function connected(): { provider: Eip1193Provider; account: string } {
    if (!wallet || address === null) throw new WalletError('not_connected')
    return { provider: wallet.provider, account: address }
  }

  return {
    wallets,
    wallet,
    choose: setChosenId,
    address,
    chainId,
    async connect({ id, choose, cancelled }) {
      const asked = wallets.find((each) => each.id === id) ?? wallet
      if (!asked) throw new WalletError('not_detected')
      // From here on the page follows this one: its answer must not be taken for another's.
      setChosenId(asked.id)
      const account = await requestAccount(asked.provider, choose)
      cancelled.throwIfAborted()
      store('browser', LAST_WALLET_KEY, asked.id)
      setAddress(account)
      await refreshChainId(asked.provider)
      return account
    },
    async sign(text) {
      const { provider, account } = connected()
      return signText(provider, account, text)
    },
    async signTyped(json) {
      const { provider, account } = connected()
      return signTypedData(provider, account, json)
    },
    async addNetwork(network) {
      if (!wallet) throw new WalletError('not_connected')
      await addNetwork(wallet.provider, network)
      await refreshChainId(wallet.provider)
    },
    async switchNetwork(network) {
      if (!wallet) throw new WalletError('not_connected')
      await switchNetwork(wallet.provider, network)
      // Some wallets switch without an event.
      await refreshChainId(wallet.provider)
    },
  }
}

/** Tracks account and chain of one provider by its events. */
function useFollowed(provider: Eip1193Provider | null) {
  const [address, setAccount] = useState<string | null>(null)
  const [chainId, setChainId] = useState<string | null>(null)

  /** Keeps the account as it was first written: some wallets repeat it in other letters. */
  const setAddress = useCallback(
    (account: string | null) => setAccount((before) => (isSameAccount(before, account) ? before : account)),
    [],
  )

  const refreshChainId = useCallback(async (of: Eip1193Provider) => {
    setChainId(await readWalletChainId(of))
  }, [])

  useEffect(() => {
    setAddress(null)
    setChainId(null)
    if (!provider) return
    let current = true
    /** After `connect` and `disconnect` too: some wallets lose their node, say "disconnected", and keep the account. */
    const readAgain = () => {
      readConnectedAccount(provider).then((account) => current && setAddress(account))
      readWalletChainId(provider).then((value) => current && setChainId(value))
    }
    const events: Record<string, (value: unknown) => void> = {
      accountsChanged: (accounts) => setAddress(firstAccount(accounts)),
      chainChanged: (value) => setChainId(chainIdText(value)),
      connect: readAgain,
      disconnect: readAgain,
    }
    for (const [event, listener] of Object.entries(events)) provider.on?.(event, listener)
    // This request may be answered after a connection was made, so only an account counts here.
    readConnectedAccount(provider).then((account) => current && account !== null && setAddress(account))
    readWalletChainId(provider).then((value) => current && setChainId(value))
    return () => {
      current = false
      for (const [event, listener] of Object.entries(events)) provider.removeListener?.(event, listener)
    }
  }, [provider, setAddress])

  return { address, setAddress, chainId, refreshChainId }
}

/** Chooses the wallet that is connected to this page, where none of several was ever chosen. */
function useConnectedOfSeveral(
  wallets: readonly Wallet[],
  chosenId: string | null,
  choose: (id: string) => void,
): void {
  useEffect(() => {
    if (chosenId !== null || wallets.length < 2) return
    let current = true
    Promise.all(wallets.map(({ provider }) => readConnectedAccount(provider))).then((accounts) => {
      const connected = wallets[accounts.findIndex((account) => account !== null)]
      if (current && connected) choose(connected.id)
    })
    return () => {
      current = false
    }
  }, [wallets, chosenId, choose])
}

interface WalletRequestOptions<V, R> {
  ask(input: V, cancelled: AbortSignal): Promise<R>
  onSuccess(answer: R, input: V): void
  onError(error: Error, input: V): void
}

/** Asks a wallet for something, which may never answer. After `cancel` an answer is not heard, whenever it comes. */
export function useWalletRequest<V, R>({ ask, ...callbacks }: WalletRequestOptions<V, R>) {
  const controller = useRef<AbortController>(undefined)
  const request = useMutation({
    ...callbacks,
    mutationFn(input: V) {
      const asked = new AbortController()
      const { signal } = asked
      controller.current = asked
      const answer = ask(input, signal)
      return new Promise<R>((resolve, reject) => {
        answer.then(
          (value) => signal.aborted || resolve(value),
          (error) => signal.aborted || reject(error),
        )
      })
    },
  })

  function cancel() {
    controller.current?.abort()
    request.reset()
  }

  return { ...request, cancel }
}
