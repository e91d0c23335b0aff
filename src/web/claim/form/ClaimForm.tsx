import { type FormEvent, useState } from 'react'
import type { PortalResponse } from '#api-schema/portal.ts'
import { ClaimWindowNotice } from '#web/claim/ClaimWindowNotice.tsx'
import { isOnWrongNetwork, NetworkSelector } from '#web/claim/connect/NetworkSelector.tsx'
import { useTexts } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import type { Receipt } from '#web/claim/wizard-state.ts'
import type { WalletSession } from '#web/lib/wallet/use-wallet.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AddressField } from './AddressField.tsx'
import { ClaimSummary } from './ClaimSummary.tsx'
import { ConfirmProgramOwned } from './ConfirmProgramOwned.tsx'
import { keepDraft } from './draft.ts'
import { submissionErrorDetail } from './submission-error.ts'
import { isRefusal, useAddressEntry } from './use-address-entry.ts'
import { isUnconfirmed, useSubmission } from './use-submission.ts'

interface ClaimFormProps {
  address: string
  amountUA: string
  portal: PortalResponse
  session: WalletSession
  onSubmitted(receipt: Receipt): void
  /** Called when the address turned out to have a claim already. */
  onFoundClaimed(): void
  onReset(): void
}

/** The third screen: the destination of the tokens, and the signature. */
export function ClaimForm(props: ClaimFormProps) {
  const { address, amountUA, portal, session } = props
  const [confirmed, setConfirmed] = useState(false)
  const texts = useTexts()
  const { form: words } = texts
  const entry = useAddressEntry(address)
  const submission = useSubmission({ ...props, onSubmitted: finish })

  const wrongNetwork = isOnWrongNetwork(portal.networks, session.chainId)
  const needsConfirmation = entry.problem === 'sol_off_curve_unconfirmed' || isUnconfirmed(submission.error)
  const isRejected = isRefusal(entry.problem)
  const isReady = entry.hasShape && !isRejected && (!needsConfirmation || confirmed)

  function finish(receipt: Receipt) {
    keepDraft(address, '')
    props.onSubmitted(receipt)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await entry.check()) {
      submission.mutate({ eth: address, sol: entry.text, amountUA, confirmProgramOwned: confirmed })
    }
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div>
          <ScreenTitle>{words.heading}</ScreenTitle>
          <p className="mt-4 text-muted">{words.amount}</p>
          <p className="text-22 font-semibold">
            <Amount value={amountUA} unit={portal.tokenSymbol} />
          </p>
        </div>

        <AddressField
          entry={entry}
          disabled={submission.isPending}
          onEntered={() => {
            setConfirmed(false)
            submission.reset()
          }}
        />

        <Notice tone="warn" title={words.noticeHeading}>
          <ul className="list-disc space-y-1 pl-4">
            {words.notices.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>

        {wrongNetwork && <NetworkSelector networks={portal.networks} session={session} />}
        <ClaimWindowNotice portal={portal} />

        {needsConfirmation && <ConfirmProgramOwned confirmed={confirmed} onConfirm={setConfirmed} />}
        {entry.hasShape && !isRejected && (
          <ClaimSummary amountUA={amountUA} unit={portal.tokenSymbol} sol={entry.text} />
        )}
        {submission.error && !isUnconfirmed(submission.error) && (
          <Notice tone="error" title={words.notSubmitted}>
            <p>{submissionErrorDetail(submission.error, texts)}</p>
          </Notice>
        )}

        <div>
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <Button size="large" onClick={reset} disabled={submission.isPending}>
              {words.reset}
            </Button>
            <Button
              type="submit"
              variant="primary"
              size="large"
              className="flex-1"
              disabled={!isReady || wrongNetwork || !portal.claimsOpen}
              busy={submission.isPending}
              busyText={words.submitting}
            >
              {words.submit}
            </Button>
          </div>
          <p role="status" className="text-13 text-muted not-empty:mt-4">
            {submission.isPending && (submission.isSigned ? words.signed : words.openWallet)}
          </p>
        </div>
      </form>
    </Card>
  )

  function reset() {
    keepDraft(address, '')
    props.onReset()
  }
}
