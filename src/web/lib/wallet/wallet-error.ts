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
  | 'no_evm_account'
  | 'relay_silent'
  | 'sign_rejected'
  | 'sign_failed'
  | 'sign_empty'
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
  const original = property(property(thrown, 'data'), 'originalError')
  const codes = [errorCode(thrown), errorCode(original)]
  if (codes.includes(USER_REJECTED)) return `${action}_rejected`
  if (codes.includes(REQUEST_PENDING)) return 'request_pending'
  if (action === 'switch_network' && codes.includes(CHAIN_NOT_ADDED)) return 'switch_network_unknown'
  if (action === 'sign' && codes.includes(UNAUTHORIZED)) return 'not_connected'
  if ([thrown, original].some(isRefusal)) return `${action}_rejected`
  if (action === 'connect' && codes.some((code) => code !== null && OUT_OF_TOUCH.includes(code))) {
    return 'connect_out_of_touch'
  }
  return `${action}_failed`
}

/** A refusal in words, of wallets that give it another code, or none. */
const REFUSAL = /reject|den(?:y|ied)|declin|cancel/i

function isRefusal(thrown: unknown): boolean {
  const told = typeof thrown === 'string' ? [thrown] : [property(thrown, 'code'), property(thrown, 'message')]
  return told.some((text) => typeof text === 'string' && REFUSAL.test(text))
}

/** Some wallets write the number as a text. */
function errorCode(thrown: unknown): number | null {
  const code = property(thrown, 'code')
  if (typeof code === 'string' && /^-?\d+$/.test(code)) return Number(code)
  return typeof code === 'number' ? code : null
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
