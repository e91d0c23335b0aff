import type { AppContext } from '#app/app-context.ts'
import { tokenNamer } from '#domain/token-name.ts'

/** Reads the names of the tokens that the records know. */
export async function readTokenNames({ store, settings }: Pick<AppContext, 'store' | 'settings'>) {
  const [bulk, standalone, distributions] = await Promise.all([
    store.senders.find('bulk'),
    store.senders.find('standalone'),
    store.distributions.list(),
  ])
  const uploaded = distributions.filter(({ mintName }) => mintName !== null).reverse()
  return tokenNamer(settings.tokenSymbol, bulk, [...uploaded, bulk ?? [], standalone ?? []].flat())
}
