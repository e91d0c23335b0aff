import type { PendingClaim } from '#web/claim/form/pending-claim.ts'
import { type SignedClaim, submitClaim } from '#web/claim/form/submit-claim.ts'
import type { Submissions } from '#web/claim/form/use-submissions.ts'
import type { SeenAllocation } from '#web/claim/queries.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { joinSignatures } from './safe-signatures.ts'
import type { SafeTarget } from './safe-target.ts'

interface OwnersClaim {
  safe: SafeTarget
  allocation: SeenAllocation
  pending: PendingClaim
  /** The owners have seen that a program controls the Solana address. */
  confirmed: boolean
  text: string
  signatures: ReadonlyMap<string, string>
  session: WalletSession
  submissions: Submissions
}

/** Submits the claim of a Safe with its owners' signatures, as any other claim is. */
export function submitForOwners(claim: OwnersClaim): void {
  const { safe, allocation, pending, confirmed, text, session, submissions } = claim
  const { eth, sol, chainId, nonce, corrects } = pending
  const { amountUA } = allocation
  const signature = joinSignatures(claim.signatures, safe.threshold)
  const signed: SignedClaim = {
    body: { eth, sol, nonce, signature, chainId, ...(confirmed && { confirmProgramOwned: true }) },
    corrects,
    receipt: {
      portal: location.origin,
      submittedAt: new Date(serverNow()).toISOString(),
      chainId,
      address: eth,
      msg: text,
      sig: signature,
    },
  }
  const asked = { eth, sol, amountUA, corrects, confirmProgramOwned: confirmed, resumable: true, chainId }
  submissions.begin({ ...asked, terms: null }, session, {
    ...submitClaim,
    signClaim: async () => signed,
  })
}
