import type { AppContext } from '#app/app-context.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { addClaims } from './add-claims.ts'
import { bindPayment } from './bind-payment.ts'
import { sampleClaim } from './sample-rows.ts'

/** Puts the payment of a new claim on hold: the claim, and the id of the attempt. */
export async function holdPayment(
  app: AppContext,
  signature: string,
): Promise<{ claim: NewClaim; attemptId: string }> {
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await addClaims(app, [claim])
  const { id } = await bindPayment(app, claim, {
    signature,
    journaledAtMs: 1_700_000_000_000,
    missing: 'the node no longer has the blocks',
  })
  return { claim, attemptId: id }
}
