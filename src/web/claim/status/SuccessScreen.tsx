import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortenAddress } from '#domain/shorten-address.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { claimQuery } from '#web/claim/queries.ts'
import type { Receipt } from '#web/claim/wizard-state.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ClaimCard, type ClaimCardProps } from './ClaimCard.tsx'

/** The state of a claim right after it was accepted. */
const JUST_TAKEN = {
  status: 'queued',
  sending: false,
  solTx: null,
  cluster: null,
  reason: null,
  inRunAt: null,
  onChainAt: null,
  settledAt: null,
  attention: null,
  correctable: true,
} as const

interface SuccessScreenProps
  extends Pick<ClaimCardProps, 'address' | 'portal' | 'onCorrect' | 'onOtherWallet'> {
  receipt: Receipt
}

/** The last screen. It goes on polling the claim until the tokens have arrived. */
export function SuccessScreen({ receipt, ...props }: SuccessScreenProps) {
  const { claim: words } = useAllTexts()
  const followed = useQuery(claimQuery(props.address))
  const { id, amountUA, solAddress, isCorrected } = receipt
  // Until the portal has told its own time.
  const [submittedAt] = useState(() => Math.floor(serverNow() / 1000))
  const claim = followed.data ?? {
    ...JUST_TAKEN,
    id,
    amountUA,
    submittedAt,
    solAddr: shortenAddress(solAddress),
  }
  const title = isCorrected ? words.addressChanged : words.submitted
  return (
    <ClaimCard
      {...props}
      claim={claim}
      stale={followed.isError}
      title={claim.status === 'rejected' ? undefined : title}
      sentTo={solAddress}
    />
  )
}
