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
  | 'sign_rejected'
  | 'sign_failed'
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
  const codes = [errorCode(thrown), errorCode(property(property(thrown, 'data'), 'originalError'))]
  if (codes.includes(USER_REJECTED)) return `${action}_rejected`
  if (codes.includes(REQUEST_PENDING)) return 'request_pending'
  if (action === 'switch_network' && codes.includes(CHAIN_NOT_ADDED)) return 'switch_network_unknown'
  if (action === 'sign' && codes.includes(UNAUTHORIZED)) return 'not_connected'
  if (action === 'connect' && codes.some((code) => code !== null && OUT_OF_TOUCH.includes(code))) {
    return 'connect_out_of_touch'
  }
  return `${action}_failed`
}

function errorCode(thrown: unknown): number | null {
  const code = property(thrown, 'code')
  return typeof code === 'number' ? code : null
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
