import { WalletError } from '#web/lib/wallet/wallet-error.ts'

const LIMIT_MS = 15_000

/** Waits for an answer of the relay. Throws WalletError `relay_silent` where none comes. */
export async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new WalletError('relay_silent')), LIMIT_MS)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
