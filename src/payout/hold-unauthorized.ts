import type { Transfer } from '#domain/transfer.ts'
import type { Store } from '#store/store.ts'
import type { PaymentAuthorization } from './payment-authorization.ts'
import type { SendingWallet } from './sending-wallet.ts'

export interface AuthorizingParts {
  store: Pick<Store, 'journal'>
  wallet: Pick<SendingWallet, 'mint' | 'genesisHash'>
  authorization: PaymentAuthorization
}

/** Puts transfers on hold that are not as they were signed or uploaded. Returns the others. */
export async function holdUnauthorized(
  { store, wallet, authorization }: AuthorizingParts,
  transfers: readonly Transfer[],
): Promise<Transfer[]> {
  const { mint, genesisHash } = wallet
  const token = { mintAddress: mint.address, mintDecimals: mint.decimals, genesisHash }
  const objections = await authorization.check(transfers, token)
  for (const [transferId, reason] of objections) await store.journal.holdUnverified([transferId], reason)
  return transfers.filter(({ id }) => !objections.has(id))
}
