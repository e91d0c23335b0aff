import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PortalResponse } from '#contract/portal.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { errorSentence } from '#web/lib/error-sentence.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { isOnWrongNetwork, NetworkSelector } from './NetworkSelector.tsx'
import { submissionErrorText } from './submission-error.ts'
import { submitClaim } from './submit-claim.ts'
import type { Receipt } from './wizard-state.ts'

interface ClaimFormProps {
  address: string
  amountUA: string
  portal: PortalResponse
  session: WalletSession
  onSubmitted(receipt: Receipt): void
  onReset(): void
}

/** The third screen: where the tokens go, and the signature. */
export function ClaimForm({ address, amountUA, portal, session, onSubmitted, onReset }: ClaimFormProps) {
  const [sol, setSol] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [confirmed, setConfirmed] = useState(false)
  const isValid = SOLANA_ADDRESS_SHAPE.test(sol)
  const wrongNetwork = isOnWrongNetwork(portal.networks, session.chainId)

  const submission = useMutation({
    mutationFn: () => submitClaim({ eth: address, sol, amountUA, confirmProgramOwned: confirmed }, session),
    onSuccess: onSubmitted,
    onError: (failure) =>
      showToast({
        tone: 'error',
        title: 'Submission Failed',
        description: submissionErrorText(failure),
      }),
  })

  function enter(text: string) {
    const entered = text.trim()
    setSol(entered)
    setConfirmed(false)
    setError(entered === '' || SOLANA_ADDRESS_SHAPE.test(entered) ? null : 'Invalid Solana address format.')
    submission.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isValid) submission.mutate()
    else setError('Please enter a valid Solana address.')
  }

  const refusal = submission.error instanceof ApiError ? submission.error.response : null
  const needsConfirmation = refusal?.code === 'sol_off_curve_unconfirmed' || confirmed

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div>
          <h1 className="text-22 font-semibold">Submit your claim</h1>
          <p className="mt-4 text-muted">Claiming amount</p>
          <p className="text-22 font-semibold">
            <Amount value={amountUA} unit={portal.tokenSymbol} />
          </p>
        </div>

        <div className="space-y-3">
          <TextField
            label="Solana address"
            hint="32 to 44 characters. The tokens are sent to this address."
            placeholder="Your Solana wallet address"
            error={error}
            value={sol}
            onChange={(event) => enter(event.target.value)}
            disabled={submission.isPending}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
          {isValid && (
            <div className="rounded-control bg-well p-3">
              <p className="text-13 text-muted">Compare every group with the address in your Solana wallet</p>
              <GroupedAddress address={sol} />
            </div>
          )}
        </div>

        <Notice tone="warn" title="Important notice">
          <ul className="list-disc space-y-1 pl-4">
            <li>You can claim once. The Solana address can not be changed afterwards.</li>
            <li>Enter a wallet whose key you hold. Do not enter an address of an exchange.</li>
            <li>Your wallet will ask for a signature. It moves no funds and costs no gas.</li>
          </ul>
        </Notice>

        {wrongNetwork && <NetworkSelector networks={portal.networks} session={session} />}

        {submission.isError && (
          <Notice tone="error" title="Your claim was not submitted">
            <p>{errorSentence(submission.error, submission.error.message)}</p>
          </Notice>
        )}
        {needsConfirmation && (
          <label className="flex gap-3">
            <input
              type="checkbox"
              checked={confirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            This address is controlled by a program, it is mine, and I mean it.
          </label>
        )}

        <div className="flex flex-col-reverse gap-3 sm:flex-row">
          <Button size="large" onClick={onReset} disabled={submission.isPending}>
            Reset
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="flex-1"
            disabled={sol === '' || error !== null || wrongNetwork || (needsConfirmation && !confirmed)}
            busy={submission.isPending}
            busyText="Signing & Submitting..."
          >
            Sign & Submit Claim
          </Button>
        </div>
      </form>
    </Card>
  )
}
