import { ApiError } from '#web/lib/api-client.ts'

/** Whether the server refused because the chain does not show the payment: then, and only then, it can be forced. */
export function isUnproved(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.response?.code === 'transaction_unproved'
}
