import { ClusterUnreachableError } from '#solana/cluster.ts'

/** Waits for an answer only as long as a person would. Throws ClusterUnreachableError when it is not there by then. */
export async function withinPatience<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ClusterUnreachableError('it did not answer in time')), patienceMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
