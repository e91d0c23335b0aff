/** An error that is answered to the caller as JSON-RPC's `error` object. Codes are those of a Solana node. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const RPC_ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  preflightFailure: -32002,
  signatureVerificationFailure: -32003,
  blockNotAvailable: -32004,
  nodeUnhealthy: -32005,
  unsupportedTransactionVersion: -32015,
  minContextSlotNotReached: -32016,
} as const

export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidParams, message)
}

export function signatureVerificationFailure(): RpcError {
  return new RpcError(
    RPC_ERROR_CODES.signatureVerificationFailure,
    'Transaction signature verification failure',
  )
}

export function minContextSlotNotReached(contextSlot: number): RpcError {
  return new RpcError(RPC_ERROR_CODES.minContextSlotNotReached, 'Minimum context slot has not been reached', {
    contextSlot,
  })
}
