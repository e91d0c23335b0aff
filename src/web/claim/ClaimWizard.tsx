import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { PortalResponse } from '#contract/portal.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { AllocationScreen } from './AllocationScreen.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import { ConnectScreen } from './ConnectScreen.tsx'
import { Crossing } from './Crossing.tsx'
import { claimQuery } from './queries.ts'
import { SuccessScreen } from './SuccessScreen.tsx'
import { nextWizardState, type Receipt } from './wizard-state.ts'

interface ClaimWizardProps {
  portal: PortalResponse
  session: WalletSession
}

const STOPS = { connect: 0, allocation: 1, claim: 2, success: 3 } as const

/** The four screens and the way between them. */
export function ClaimWizard({ portal, session }: ClaimWizardProps) {
  const [state, dispatch] = useReducer(nextWizardState, { step: 'connect' })
  const { address } = session
  const queryClient = useQueryClient()
  const claim = useQuery({ ...claimQuery(address ?? ''), enabled: address !== null })

  // A wallet that is already connected jumps straight to its allocation, and so does a change of account.
  useEffect(() => {
    dispatch({ type: address === null ? 'account_gone' : 'account_connected' })
  }, [address])

  function finish(eth: string, receipt: Receipt) {
    dispatch({ type: 'submitted', receipt })
    queryClient.invalidateQueries(claimQuery(eth))
  }

  const screen = address === null ? 'connect' : state.step
  const hasClaimed = screen === 'allocation' && Boolean(claim.data)

  return (
    <>
      <Crossing reached={hasClaimed ? STOPS.success : STOPS[screen]} />
      {screen === 'connect' && (
        <ConnectScreen
          portal={portal}
          session={session}
          onConnected={() => dispatch({ type: 'account_connected' })}
        />
      )}
      {address !== null && state.step === 'allocation' && (
        <AllocationScreen
          key={address}
          address={address}
          portal={portal}
          onProceed={(amountUA) => dispatch({ type: 'proceeded', amountUA })}
        />
      )}
      {address !== null && state.step === 'claim' && (
        <ClaimForm
          key={address}
          address={address}
          amountUA={state.amountUA}
          portal={portal}
          session={session}
          onSubmitted={(receipt) => finish(address, receipt)}
          onReset={() => dispatch({ type: 'reset' })}
        />
      )}
      {state.step === 'success' && <SuccessScreen receipt={state.receipt} portal={portal} />}
    </>
  )
}
