import { readStored, store } from '#web/lib/browser-storage.ts'
import { createExternalStore } from '#web/lib/external-store.ts'
import type { Eip1193Provider, Pairing } from '#web/lib/wallet/eip1193.ts'
import type { WalletConnectClient, WalletConnectOptions } from './walletconnect-client.ts'
import { withinLimit } from './within-limit.ts'

/** There is a session with a wallet, to be resumed by the next visit. */
const RESUMED_KEY = 'ferry-walletconnect'

const NO_SESSION = { code: 4100, message: 'No wallet is connected' }

/** Creates a browser wallet's interface to a wallet behind a relay. Its client is fetched once it is needed. */
export function createWalletConnect(options: WalletConnectOptions): {
  provider: Eip1193Provider
  pairing: Pairing
} {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const state = createExternalStore<{ uri: string | null; isSending: boolean }>({
    uri: null,
    isSending: false,
  })
  let opening: Promise<WalletConnectClient> | null = null

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }

  function open(): Promise<WalletConnectClient> {
    opening ??= import('./walletconnect-client.ts').then(({ openWalletConnect }) =>
      openWalletConnect(options, {
        emit,
        onSession: (isThere) => store('browser', RESUMED_KEY, isThere ? '1' : null),
        onUri: (uri) => state.set({ ...state.get(), uri }),
        onSending: (isSending) => state.set({ ...state.get(), isSending }),
      }),
    )
    // What could not be fetched may be fetched the next time.
    opening.catch(() => {
      opening = null
    })
    return opening
  }

  return {
    provider: {
      async request(request) {
        const isIdle = opening === null && readStored('browser', RESUMED_KEY) === null
        if (isIdle && request.method === 'eth_accounts') return []
        if (isIdle && request.method === 'eth_chainId') throw NO_SESSION
        return (await withinLimit(open())).request(request)
      },
      on(event, listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener)
      },
    },
    pairing: {
      get: () => state.get().uri,
      isSending: () => state.get().isSending,
      subscribe: state.subscribe,
    },
  }
}
