const USER_REJECTED = 4001
const CHAIN_NOT_ADDED = 4902
const REQUEST_PENDING = -32002
const DISCONNECTED = [4900, 4901, -32603]

/** What the wallet was asked to do. */
export type WalletAction = 'connect' | 'sign' | 'add_network' | 'switch_network'

const TEXTS: Record<WalletAction, { rejected: string; failed: string }> = {
  connect: { rejected: 'User rejected the connection request.', failed: 'An unknown error occurred.' },
  sign: { rejected: 'User rejected signature request', failed: 'Failed to sign message' },
  add_network: {
    rejected: 'User rejected network addition request',
    failed: 'Failed to add network to the wallet',
  },
  switch_network: { rejected: 'User rejected network switch request', failed: 'Failed to switch network.' },
}

/** Something a wallet did not do, in words for the person who asked. */
export class WalletError extends Error {
  override name = 'WalletError'
  /** True when the wallet does not know the network that it was to switch to. */
  readonly networkUnknown: boolean

  constructor(message: string, { networkUnknown = false } = {}) {
    super(message)
    this.networkUnknown = networkUnknown
  }
}

/** No wallet is there to be asked. */
export function walletMissing(): WalletError {
  return new WalletError('Browser wallet not detected. Please install it to continue.')
}

export function walletNotConnected(): WalletError {
  return new WalletError('Wallet not connected')
}

/** Reads what a wallet threw. Some wallets wrap the code that counts in `data.originalError`. */
export function readWalletError(action: WalletAction, thrown: unknown): WalletError {
  const codes = [errorCode(thrown), errorCode(property(property(thrown, 'data'), 'originalError'))]
  const { rejected, failed } = TEXTS[action]
  if (codes.includes(USER_REJECTED)) return new WalletError(rejected)
  if (codes.includes(REQUEST_PENDING)) {
    return new WalletError('Your wallet already shows a request. Open your wallet and answer it.')
  }
  if (action === 'switch_network' && codes.includes(CHAIN_NOT_ADDED)) {
    return new WalletError('Network not found in the wallet', { networkUnknown: true })
  }
  if (action === 'connect' && codes.some((code) => code !== null && DISCONNECTED.includes(code))) {
    return new WalletError('Network error occurred. Please try again.')
  }
  return new WalletError(failed)
}

function errorCode(thrown: unknown): number | null {
  const code = property(thrown, 'code')
  return typeof code === 'number' ? code : null
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
