import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'

/** Throws address_denied where one of these addresses is on the deny list. */
export async function assertNotDenied(
  { store }: Pick<AppContext, 'store'>,
  addresses: readonly string[],
): Promise<void> {
  if (await store.denyList.oneAmong(addresses)) throw new PortalError('address_denied')
}
