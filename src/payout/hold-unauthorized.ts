import type { Transfer } from '#domain/transfer.ts'
import type { Store } from '#store/store.ts'
import type { PaymentAuthorization } from './payment-authorization.ts'
import type { SendingWallet } from './sending-wallet.ts'
import type { SignedPayments } from './signed-payments.ts'

export interface AuthorizingParts {
  store: Pick<Store, 'journal'>
  wallet: Pick<SendingWallet, 'mint' | 'genesisHash'>
  authorization: PaymentAuthorization
  signed: SignedPayments
}

/** Puts transfers on hold that are not as they were accepted, or that this process has signed for already. Returns the others. */
export async function holdUnauthorized(
  { store, wallet, authorization, signed }: AuthorizingParts,
  transfers: readonly Transfer[],
): Promise<Transfer[]> {
  const { mint, genesisHash } = wallet
  const token = { mintAddress: mint.address, mintDecimals: mint.decimals, genesisHash }
  const objections = await authorization.check(transfers, token)
  const free: Transfer[] = []
  for (const transfer of transfers) {
    const reason = objections.get(transfer.id) ?? signed.objectionTo(transfer)
    if (reason === null) free.push(transfer)
    else await store.journal.holdUnverified([transfer.id], reason)
  }
  return free
}
