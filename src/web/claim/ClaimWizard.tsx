import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { ClaimResponse } from '#api-schema/claims.ts'
import type { PortalResponse } from '#api-schema/portal.ts'
import { isSameAccount } from '#web/lib/wallet/eip1193.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { AllocationScreen } from './AllocationScreen.tsx'
import { ConnectScreen } from './connect/ConnectScreen.tsx'
import { keepDraft } from './form/draft.ts'
import { allocationErrorText } from './form/submission-error.ts'
import { type Submissions, useSubmissions } from './form/use-submissions.ts'
import { useTexts } from './language/Language.tsx'
import {
  ClaimForm,
  ElsewhereForm,
  EnterAddress,
  LaterScreen,
  OtherAccounts,
  SafeClaim,
  SuccessScreen,
} from './later-screens.tsx'
import { useIsLive } from './page-data.ts'
import { allocationQuery, claimQuery, followedClaimQuery, isAllocated } from './queries.ts'
import type { Elsewhere } from './sign-elsewhere/use-elsewhere.ts'
import { RECEIPT_PREFIX } from './status/signed-receipt.ts'
import { WizardProgress } from './WizardProgress.tsx'
import { nextWizardState, type WizardEvent, type WizardState } from './wizard-state.ts'

interface ClaimWizardProps {
  portal: PortalResponse
  /** Its address is the account that is shown, whether a wallet gave it or it was entered. */
  session: WalletSession
  elsewhere: Elsewhere
}

const STEPS = { entering: 0, connect: 0, allocation: 1, claim: 2, success: 3 } as const

const FAR_SHORE = 4

/** Before there is an account: the address of one is being typed. */
const ENTERING = { step: 'entering' } as const

/** The wizard's four screens, one at a time. */
export function ClaimWizard({ portal, session, elsewhere }: ClaimWizardProps) {
  const [state, dispatch] = useReducer(nextWizardState, { step: 'connect', lost: false, other: false })
  /** Null unless a Safe's owners claim: the fragment of their link, empty where they begin. */
  const [safeLink, setSafeLink] = useSafeFragment()
  const { address } = session
  const queryClient = useQueryClient()
  const texts = useTexts()
  const claim = useQuery({ ...followedClaimQuery(address ?? ''), enabled: address !== null })
  const isAtForm = state.step === 'claim'
  const allocation = useQuery({ ...allocationQuery(address ?? ''), enabled: isAtForm && address !== null })
  const submissions = useSubmissions({
    address,
    onSubmitted(account, receipt) {
      keepDraft(account, '')
      const wasQueued = claim.data?.status === 'queued'
      finish({
        type: 'submitted',
        account,
        receipt: { ...receipt, isCorrected: receipt.isCorrected && wasQueued },
      })
    },
    onFoundClaimed: (account) => finish({ type: 'found_claimed', account }),
  })

  // A wallet that is already connected jumps straight to its allocation, and so does a change of account.
  useEffect(() => {
    dispatch(address === null ? { type: 'account_gone' } : { type: 'account_connected', account: address })
  }, [address])

  useClaimGone(address, claim.data, state.step === 'success', (account) =>
    dispatch({ type: 'claim_gone', account }),
  )

  // What was read again may leave nothing to do here: another list, or another tab.
  const isNothingLeft = allocation.data !== undefined && !isAllocated(allocation.data)
  const isClaimedElsewhere =
    isAtForm && !state.corrects && Boolean(claim.data) && isIdle(submissions, state.account)
  useEffect(() => {
    if (isAtForm && (isNothingLeft || isClaimedElsewhere)) goBack()
  })

  // Another tab has claimed.
  useEffect(() => {
    const look = ({ key }: StorageEvent) => {
      if (key?.startsWith(RECEIPT_PREFIX)) queryClient.invalidateQueries()
    }
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [queryClient])

  /** Moves on, and reads what is known of this account again: the cached claim is out of date, and its amounts were seen. */
  function finish(event: WizardEvent & { account: string }) {
    queryClient.resetQueries(claimQuery(event.account))
    queryClient.resetQueries(allocationQuery(event.account))
    dispatch(event)
  }

  /** Goes to the form for another Solana address, with the amount that would be claimed now. */
  async function correct(account: string) {
    try {
      await queryClient.fetchQuery(allocationQuery(account))
      dispatch({ type: 'correcting', account })
    } catch (error) {
      const description = allocationErrorText(error instanceof Error ? error : null, texts)
      showToast({ tone: 'error', title: texts.page.noAnswer, description })
    }
  }

  function startAgain(other: boolean) {
    dispatch({ type: 'reset', other })
    elsewhere.leave()
  }

  function goBack() {
    if (address !== null) dispatch({ type: 'went_back', account: address })
  }
  /** Null where no node tells of contract wallets. */
  const beginSafe = portal.contractChains.length > 0 ? () => setSafeLink('') : null
  useBackFrom(isAtForm && safeLink === null, goBack)

  if (safeLink !== null) {
    return (
      <>
        <WizardProgress reached={address === null ? STEPS.connect : STEPS.claim} />
        <LaterScreen>
          <SafeClaim
            key={safeLink}
            portal={portal}
            session={session}
            submissions={submissions}
            fragment={safeLink}
            onLeave={() => setSafeLink(null)}
          />
        </LaterScreen>
      </>
    )
  }

  const screen = elsewhere.isEntering ? ENTERING : screenFor(address, state)
  const others = submissions.besides(address)
  const Form = elsewhere.account === null ? ClaimForm : ElsewhereForm

  return (
    <>
      <WizardProgress reached={stepOf(screen.step, claim.data)} />
      <div role="status" className="mb-6 space-y-3 empty:hidden">
        {others.length > 0 && (
          <LaterScreen>
            <OtherAccounts claims={others} onCancel={submissions.cancel} />
          </LaterScreen>
        )}
      </div>
      {screen.step === 'entering' && (
        <LaterScreen>
          <EnterAddress
            portal={portal}
            onEntered={(account) => {
              elsewhere.enter(account)
              dispatch({ type: 'account_connected', account })
            }}
            onBack={() => startAgain(true)}
          />
        </LaterScreen>
      )}
      {screen.step === 'connect' && (
        <ConnectScreen
          portal={portal}
          session={session}
          wasLost={screen.lost}
          wantsOther={screen.other}
          onConnected={(account) => dispatch({ type: 'account_connected', account })}
          onElsewhere={elsewhere.begin}
          onSafe={beginSafe}
        />
      )}
      {screen.step === 'allocation' && (
        <AllocationScreen
          key={screen.account}
          address={screen.account}
          portal={portal}
          session={session}
          isGone={screen.gone ?? false}
          onProceed={() => dispatch({ type: 'proceeded', account: screen.account })}
          onCorrect={() => correct(screen.account)}
          onOtherWallet={() => startAgain(true)}
          onSafe={beginSafe}
        />
      )}
      {screen.step === 'claim' && allocation.data && (
        <LaterScreen>
          <Form
            key={screen.account}
            address={screen.account}
            allocation={allocation.data}
            corrects={screen.corrects}
            claim={claim.data ?? null}
            portal={portal}
            session={session}
            submissions={submissions}
            onReset={() => (screen.corrects ? goBack() : startAgain(false))}
          />
        </LaterScreen>
      )}
      {screen.step === 'success' && (
        <LaterScreen>
          <SuccessScreen
            address={screen.account}
            receipt={screen.receipt}
            portal={portal}
            onCorrect={() => correct(screen.account)}
            onOtherWallet={() => startAgain(true)}
          />
        </LaterScreen>
      )}
    </>
  )
}

/** Returns the state where it is the connected account's: until it has changed, another one is at its allocation. */
function screenFor(address: string | null, state: WizardState): WizardState {
  if (address === null) return { step: 'connect', lost: state.step === 'connect' && state.lost, other: false }
  if (state.step === 'connect' || isSameAccount(state.account, address)) return state
  return { step: 'allocation', account: address }
}

/** Calls back once an account's claim that was there, or has just been made, is none any more. */
function useClaimGone(
  address: string | null,
  claim: ClaimResponse | null | undefined,
  isJustMade: boolean,
  onGone: (account: string) => void,
): void {
  const seenOf = useRef<string | null>(null)
  useEffect(() => {
    if (address === null || claim === undefined) return
    const isGone = claim === null && (isJustMade || seenOf.current === address)
    seenOf.current = claim && address
    if (isGone) onGone(address)
  })
}

function isIdle(submissions: Submissions, account: string): boolean {
  const phase = submissions.of(account)?.phase
  return phase === undefined || phase === 'failed'
}

/** Returns the step shown as reached: an existing claim is done, a paid one at the far shore, a rejected one is back at its third step. */
function stepOf(screen: keyof typeof STEPS, claim: ClaimResponse | null | undefined) {
  if (STEPS[screen] === STEPS.connect || !claim) return STEPS[screen]
  if (claim.status === 'sent') return FAR_SHORE
  return claim.status === 'rejected' ? STEPS.claim : STEPS.success
}

/** Marks the entry of the history that stands for a screen within the page. */
const MARK = { ferry: 'screen' }

const isMarked = () => history.state?.ferry === MARK.ferry

/** Has the browser's Back lead from a screen to the one before it, and not off the page. */
function useBackFrom(isShown: boolean, onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })

  useEffect(() => {
    if (!isShown) return
    // A reload keeps the entry.
    if (!isMarked()) history.pushState(MARK, '')
    const follow = () => isMarked() || latest.current()
    window.addEventListener('popstate', follow)
    return () => {
      window.removeEventListener('popstate', follow)
      // Going back by itself would scroll.
      if (isMarked()) history.replaceState(null, '')
    }
  }, [isShown])
}

/** The part of the page's address by which the owners of a Safe hand on its claim: `#safe=…`, or null. */
function read(): string | null {
  if (typeof location === 'undefined') return null
  return location.hash.startsWith('#safe=') ? location.hash : null
}

/** Follows that part. An empty one begins such a claim, null ends it. */
function useSafeFragment(): [string | null, (fragment: string | null) => void] {
  const [fragment, setFragment] = useState(read)
  // The page's HTML was drawn before it was known.
  const isLive = useIsLive()

  useEffect(() => {
    const follow = () => setFragment(read())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  function change(next: string | null) {
    if (next === null) history.replaceState(null, '', location.pathname + location.search)
    setFragment(next)
  }

  return [isLive ? fragment : null, change]
}
