import { within } from '#domain/concurrency.ts'
import { WalletError } from '#web/lib/wallet/eip1193.ts'

const LIMIT_MS = 15_000

/** Waits for an answer of the relay. Throws WalletError `relay_silent` where none comes. */
export function withinLimit<T>(answer: Promise<T>): Promise<T> {
  return within(answer, LIMIT_MS, () => new WalletError('relay_silent'))
}
