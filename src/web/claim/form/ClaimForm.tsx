import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { siweTermsOf } from '#domain/claim-message.ts'
import { arrivesNothing } from '#web/claim/AmountHero.tsx'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { isOnWrongNetwork, NetworkSelector } from '#web/claim/connect/NetworkSelector.tsx'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { NothingArrives } from '#web/claim/NothingArrives.tsx'
import { readAnew, type SeenAllocation } from '#web/claim/queries.ts'
import { StepButtons } from '#web/claim/StepButtons.tsx'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Card } from '#web/ui/Card.tsx'
import { AddressField } from './AddressField.tsx'
import { ClaimFormHead } from './ClaimFormHead.tsx'
import { ConfirmProgramOwned } from './ConfirmProgramOwned.tsx'
import { ContractWalletNote, isOnlyElsewhere, useContracts } from './ContractWalletNote.tsx'
import { keepDraft } from './draft.ts'
import { ImportantNotice } from './ImportantNotice.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { SubmissionFailure } from './SubmissionFailure.tsx'
import { SubmissionPhase } from './SubmissionPhase.tsx'
import { submitClaim } from './submit-claim.ts'
import { isRefusal, useAddressEntry } from './use-address-entry.ts'
import { isUnconfirmed, isWalletBusy, type Submissions } from './use-submissions.ts'

export interface ClaimFormProps {
  address: string
  allocation: SeenAllocation
  /** There is a claim already, which this one replaces. */
  corrects: boolean
  /** The claim that there is; null where that is not known, too. */
  claim: ClaimResponse | null
  portal: PortalResponse
  session: WalletSession
  submissions: Submissions
  /** Leaves the form. */
  onReset(): void
}

/** The third screen: the destination of the tokens, and the signature. */
export function ClaimForm(props: ClaimFormProps) {
  const { address, allocation, corrects, claim, portal, session, submissions } = props
  const { amountUA } = allocation
  const queryClient = useQueryClient()
  const [confirmed, setConfirmed] = useState(false)
  const texts = useAllTexts()
  const { form: words } = texts
  const entry = useAddressEntry(address)
  const contracts = useContracts(address, portal)
  const submission = submissions.of(address)
  const error = submission?.error ?? null
  /** Synchronous: a second click may come before the page has been drawn. */
  const isChecking = useRef(false)
  const [isPreparing, setPreparing] = useState(false)

  // A key's signature is good on every chain, and a paired wallet may know none of these.
  const isOffNetwork = isOnWrongNetwork(portal.networks, session.chainId)
  const isChainFree = isOffNetwork && session.wallet?.pairing !== undefined && contracts.length === 0
  const wrongNetwork = isOffNetwork && !isChainFree
  const chainId = isChainFree ? (portal.networks[0]?.chainId ?? null) : session.chainId
  const isNothing = arrivesNothing(amountUA, portal.payoutDecimals)
  const needsConfirmation = entry.problem === 'sol_off_curve_unconfirmed' || isUnconfirmed(error)
  const isRejected = isRefusal(entry.problem)
  const isReady = entry.hasShape && !isRejected && (!needsConfirmation || confirmed)
  const phase = submission?.phase
  const isSubmitting = phase === 'signing' || phase === 'sending' || phase === 'looking'
  // What is entered may still be changed while it is looked up: then it is not signed.
  const isEntered = isSubmitting || isWalletBusy(error)
  const isBusy = isPreparing || isSubmitting
  const isLocked = isPreparing || isEntered

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isChecking.current || isLocked) return
    isChecking.current = true
    // The field keeps the focus where its text is turned away at once.
    setPreparing(entry.hasShape)
    try {
      const fresh = entry.hasShape ? await readAnew(queryClient, address) : null
      // Where something is not as it was shown, that is shown first, and nothing signed.
      const isAsShown =
        fresh === null ||
        (fresh.portal?.claimsOpen !== false &&
          fresh.allocation?.amountUA === amountUA &&
          (corrects || !fresh.claim))
      // Last: it is false where another account or address is shown by now.
      if (isAsShown && (await entry.check())) {
        const asked = {
          eth: address,
          sol: entry.text,
          amountUA,
          corrects,
          confirmProgramOwned: confirmed,
          chainId,
          terms: siweTermsOf(fresh?.portal ?? portal, fresh?.allocation?.fileHash ?? allocation.fileHash),
          resumable: contracts.length > 0,
        }
        submissions.begin(asked, session, submitClaim)
      }
    } finally {
      setPreparing(false)
      isChecking.current = false
    }
  }

  const heaviest = heaviestOf({
    failure: error !== null && !isUnconfirmed(error),
    refusal: isRejected,
    vault: needsConfirmation,
    network: wrongNetwork,
    contract: isOnlyElsewhere(contracts, session.chainId),
    window: !portal.claimsOpen,
    nothing: isNothing,
  })

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-4">
        <ClaimFormHead corrects={corrects} allocation={allocation} claim={claim} portal={portal} />
        <ImportantNotice />
        <AddressField
          entry={entry}
          disabled={isEntered}
          quiet={heaviest === 'failure'}
          onEntered={() => {
            setConfirmed(false)
            submissions.clear(address)
          }}
        />

        {wrongNetwork && (
          <NetworkSelector networks={portal.networks} session={session} quiet={heaviest !== 'network'} />
        )}
        <ContractWalletNote
          contracts={contracts}
          address={address}
          chainId={session.chainId}
          portal={portal}
          quiet={heaviest !== null && heaviest !== 'contract'}
        />
        <ClaimWindowNotice portal={portal} quiet={heaviest !== 'window'} />
        {portal.payoutDecimals !== null && isNothing && (
          <NothingArrives decimals={portal.payoutDecimals} quiet={heaviest !== 'nothing'} />
        )}

        {needsConfirmation && (
          <ConfirmProgramOwned confirmed={confirmed} onConfirm={setConfirmed} quiet={heaviest !== 'vault'} />
        )}
        {entry.hasShape && !isRejected && (
          <MessagePreview
            portal={portal}
            chainId={Number(chainId)}
            eth={address}
            sol={entry.text}
            amountUA={amountUA}
          />
        )}

        <div className="submit-bar bottom-0 -mx-4 -mb-4 rounded-b-card border-t border-line bg-card px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
          {submission?.error && !isUnconfirmed(error) && (
            <div className="mb-3">
              <SubmissionFailure submission={submission} />
            </div>
          )}
          <StepButtons
            leave={{ text: corrects ? texts.wait.cancel : words.reset, onClick: reset, disabled: isLocked }}
            submit={{
              text: words.submit,
              disabled: !isReady || wrongNetwork || isNothing || !portal.claimsOpen || isLocked,
              busy: isBusy,
              busyText: words.submitting,
            }}
          />
          <SubmissionPhase
            phase={phase}
            asksWallet
            pairing={session.wallet?.pairing}
            isWalletBusy={isWalletBusy(error)}
            onCancel={() => submissions.cancel(address)}
          />
        </div>
      </form>
    </Card>
  )

  function reset() {
    keepDraft(address, '')
    submissions.clear(address)
    props.onReset()
  }
}

/** What a claimant has to know first, the weightiest first; each screen shows one of them in a box. */
const BY_WEIGHT = ['failure', 'refusal', 'vault', 'network', 'contract', 'window', 'nothing'] as const

function heaviestOf(holds: Record<(typeof BY_WEIGHT)[number], boolean>) {
  return BY_WEIGHT.find((concern) => holds[concern]) ?? null
}
