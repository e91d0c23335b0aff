import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { AllocationScreen } from './allocation/AllocationScreen.tsx'
import { ConnectScreen } from './connect/ConnectScreen.tsx'
import { ClaimForm } from './form/ClaimForm.tsx'
import { claimQuery, followedClaimQuery } from './queries.ts'
import { SuccessScreen } from './status/SuccessScreen.tsx'
import { WizardProgress } from './WizardProgress.tsx'
import { nextWizardState, type WizardEvent, type WizardState } from './wizard-state.ts'

interface ClaimWizardProps {
  portal: PortalResponse
  session: WalletSession
}

const STEPS = { connect: 0, allocation: 1, claim: 2, success: 3 } as const

/** The wizard's four screens, one at a time. */
export function ClaimWizard({ portal, session }: ClaimWizardProps) {
  const [state, dispatch] = useReducer(nextWizardState, { step: 'connect', lost: false })
  const { address } = session
  const queryClient = useQueryClient()
  const claim = useQuery({ ...followedClaimQuery(address ?? ''), enabled: address !== null })

  // A wallet that is already connected jumps straight to its allocation, and so does a change of account.
  useEffect(() => {
    dispatch({ type: address === null ? 'account_gone' : 'account_connected' })
  }, [address])

  /** Moves on, and reads the claim of this address again: the cached one is out of date. */
  function finish(eth: string, event: WizardEvent) {
    queryClient.resetQueries(claimQuery(eth))
    dispatch(event)
  }

  const screen = address === null ? 'connect' : state.step

  return (
    <>
      <WizardProgress reached={stepOf(screen, claim.data)} />
      {screen === 'connect' && (
        <ConnectScreen
          portal={portal}
          session={session}
          wasLost={state.step === 'connect' && state.lost}
          onConnected={() => dispatch({ type: 'account_connected' })}
        />
      )}
      {address !== null && state.step === 'allocation' && (
        <AllocationScreen
          key={address}
          address={address}
          portal={portal}
          onProceed={(amountUA) => dispatch({ type: 'proceeded', amountUA })}
          onOtherWallet={() => dispatch({ type: 'reset' })}
        />
      )}
      {address !== null && state.step === 'claim' && (
        <ClaimForm
          key={address}
          address={address}
          amountUA={state.amountUA}
          portal={portal}
          session={session}
          onSubmitted={(receipt) => finish(address, { type: 'submitted', receipt })}
          onFoundClaimed={() => finish(address, { type: 'found_claimed' })}
          onReset={() => dispatch({ type: 'reset' })}
        />
      )}
      {address !== null && state.step === 'success' && (
        <SuccessScreen address={address} receipt={state.receipt} portal={portal} />
      )}
    </>
  )
}

/** Returns the step shown as reached: an existing claim is done, a rejected one is back at its third step. */
function stepOf(screen: WizardState['step'], claim: ClaimResponse | null | undefined) {
  if (screen === 'connect' || !claim) return STEPS[screen]
  return claim.status === 'rejected' ? STEPS.claim : STEPS.success
}
