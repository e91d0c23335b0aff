import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/claim/language/Language.tsx'
import { dropSigned, keepReceipt, keepSigned } from '#web/claim/status/signed-receipt.ts'
import type { Receipt } from '#web/claim/wizard-state.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { isSameAccount, WalletError } from '#web/lib/wallet/eip1193.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { isPendingInSafe, LostAnswer, OtherSigner, submissionErrorText } from './submission-error.ts'
import type { ClaimToSubmit, SignedClaim, SubmitClaim } from './submit-claim.ts'

/** The submission of one account's claim. */
export interface Submission {
  readonly account: string
  /** `looking`: the portal's answer was lost, and it is asked whether the claim has arrived. */
  readonly phase: 'signing' | 'sending' | 'looking' | 'submitted' | 'failed'
  readonly error: Error | null
  /** The wallet was answered when the signature was too old already. */
  readonly late: boolean
}

/** The submissions of this visit, one at most for each account. They go on when another account is shown. */
export interface Submissions {
  of(account: string): Submission | undefined
  /** Those of other accounts than this one. */
  besides(account: string | null): Submission[]
  /** Signs and sends a claim, unless one of this account is under way. */
  begin(claim: ClaimToSubmit, session: WalletSession, how: SubmitClaim): void
  /** Stops waiting: a signature that still comes is not used. */
  cancel(account: string): void
  /** Forgets the failure of an account. */
  clear(account: string): void
}

interface SubmissionsOptions {
  /** The account that is shown. */
  address: string | null
  onSubmitted(account: string, receipt: Receipt): void
  /** Called when the account turned out to have a claim already. */
  onFoundClaimed(account: string): void
}

/** What the portal adds to a receipt. */
type Given = Awaited<ReturnType<SubmitClaim['sendClaim']>>

const keyOf = (account: string) => account.toLowerCase()

export function useSubmissions(options: SubmissionsOptions): Submissions {
  const { address } = options
  const [all, setAll] = useState<Readonly<Record<string, Submission>>>({})
  /** Synchronous: a second click may come before the page has been drawn. */
  const underWay = useRef(new Map<string, AbortController>())
  const texts = useTexts()
  const queryClient = useQueryClient()
  // What an answer is told in, and to whom, is decided when it comes.
  const latest = useRef({ ...options, texts })
  useEffect(() => {
    latest.current = { ...options, texts }
  })

  const forget = useCallback((isMeant: (each: Submission) => boolean) => {
    setAll((before) => Object.fromEntries(Object.entries(before).filter(([, each]) => !isMeant(each))))
  }, [])

  // The claim itself is shown to its account from here on.
  useEffect(() => {
    forget(({ account, phase }) => phase === 'submitted' && isSameAccount(account, address))
  }, [address, forget])

  function put(account: string, change: Partial<Submission>) {
    const fresh: Submission = { account, phase: 'signing', error: null, late: false }
    setAll((before) => ({ ...before, [keyOf(account)]: { ...fresh, ...change } }))
  }

  function end(account: string, change: Partial<Submission>) {
    underWay.current.delete(keyOf(account))
    put(account, change)
  }

  function fail(account: string, error: Error, late: boolean) {
    end(account, { phase: 'failed', error, late })
    const { address: shown, texts: words, onFoundClaimed } = latest.current
    const isFailure = !(error instanceof LostAnswer) && !isPendingInSafe(error)
    if (isFailure && isSameAccount(account, shown)) {
      const description = submissionErrorText(error, words)
      showToast({ tone: 'error', title: words.submission.failed, description })
    }
    // What the portal refuses rests on something that this page has read before.
    if (error instanceof ApiError || error instanceof OtherSigner) queryClient.invalidateQueries()
    if (error instanceof ApiError && error.response?.code === 'already_claimed') {
      forget((each) => isSameAccount(each.account, account) && isSameAccount(account, shown))
      onFoundClaimed(account)
    }
  }

  function succeed({ eth, amountUA, sol, corrects }: ClaimToSubmit, { receipt }: SignedClaim, given: Given) {
    const { id } = given
    keepReceipt({ ...receipt, ...given })
    end(eth, { phase: 'submitted' })
    if (isSameAccount(eth, latest.current.address)) forget((each) => isSameAccount(each.account, eth))
    latest.current.onSubmitted(eth, { id, amountUA, solAddress: sol, isCorrected: corrects })
  }

  /** Returns null when the request was cancelled meanwhile. */
  async function sign(
    claim: ClaimToSubmit,
    session: WalletSession,
    { signClaim }: SubmitClaim,
    cancelled: AbortSignal,
  ) {
    try {
      const signed = await signClaim(claim, session)
      if (!cancelled.aborted) return signed
      showToast({ title: latest.current.texts.wait.lateSignature })
    } catch (error) {
      if (!cancelled.aborted) throw error
    }
    // The wallet is free again for what it turned away meanwhile.
    forget(({ error }) => isWalletBusy(error))
    return null
  }

  async function run(
    claim: ClaimToSubmit,
    session: WalletSession,
    how: SubmitClaim,
    { signal }: AbortController,
  ) {
    const { eth } = claim
    let signed: SignedClaim | null = null
    try {
      signed = await sign(claim, session, how, signal)
      if (!signed) return
      keepSigned(signed.receipt)
      const given = await how.sendClaim(signed, (phase) => signal.aborted || put(eth, { phase }), signal)
      if (!signal.aborted) succeed(claim, signed, given)
    } catch (caught) {
      if (signal.aborted) return
      const thrown = signed === null ? caught : await how.explainRefusal(claim, signed, caught)
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      if (caught instanceof ApiError) dropSigned(eth)
      fail(eth, error, signed !== null && how.wasAnsweredLate(signed, error))
    }
  }

  return {
    of: (account) => all[keyOf(account)],
    besides: (account) => Object.values(all).filter((each) => !isSameAccount(each.account, account)),
    begin(claim, session, how) {
      if (underWay.current.has(keyOf(claim.eth))) return
      const controller = new AbortController()
      underWay.current.set(keyOf(claim.eth), controller)
      put(claim.eth, { phase: 'signing' })
      run(claim, session, how, controller)
    },
    cancel(account) {
      const isLooking = all[keyOf(account)]?.phase === 'looking'
      underWay.current.get(keyOf(account))?.abort()
      underWay.current.delete(keyOf(account))
      if (isLooking) fail(account, new LostAnswer(), false)
      else forget((each) => isSameAccount(each.account, account))
    },
    clear: (account) => forget((each) => isSameAccount(each.account, account) && each.phase === 'failed'),
  }
}

/** True when the wallet turned a request away because it still shows another one. */
export function isWalletBusy(error: Error | null): boolean {
  return error instanceof WalletError && error.problem === 'request_pending'
}

/** True when the server requires a confirmation of a program-controlled address. */
export function isUnconfirmed(error: Error | null): boolean {
  return error instanceof ApiError && error.response?.code === 'sol_off_curve_unconfirmed'
}
