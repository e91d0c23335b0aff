import { BaseError } from 'viem'

/** A node's message is cut to this length. */
const MAX_REASON_LENGTH = 200

/** Says what went wrong with a node, without its URL, which may hold a key. */
export function explainNodeError(error: unknown): string {
  const reason =
    error instanceof BaseError
      ? `${error.shortMessage} ${error.details ?? ''}`
      : error instanceof Error
        ? error.message
        : String(error)
  return reason.slice(0, MAX_REASON_LENGTH)
}
