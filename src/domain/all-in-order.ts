/** Waits for all of these, and throws what the first of them in order was rejected with, whichever was the first in time. */
export async function allInOrder<const Results extends readonly unknown[]>(
  promises: { readonly [Place in keyof Results]: Promise<Results[Place]> },
): Promise<Results> {
  const settled = await Promise.allSettled(promises)
  const refused = settled.find((one) => one.status === 'rejected')
  if (refused) throw refused.reason
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as Results
}
