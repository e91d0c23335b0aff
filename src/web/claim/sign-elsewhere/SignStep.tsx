import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { AmountChanged } from '#web/claim/AmountChanged.tsx'
import type { ClaimFormProps } from '#web/claim/form/ClaimForm.tsx'
import { SubmissionFailure } from '#web/claim/form/SubmissionFailure.tsx'
import { SubmissionPhase } from '#web/claim/form/SubmissionPhase.tsx'
import { isSecret } from '#web/claim/form/secret.ts'
import { submitClaim, withSignature } from '#web/claim/form/submit-claim.ts'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import { readAnew } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { StepButtons } from '#web/claim/StepButtons.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { complaintText } from './complaint-text.ts'
import { HowToSign } from './HowToSign.tsx'
import { readSignature, type SignatureComplaint } from './read-signature.ts'
import { TextBlock } from './TextBlock.tsx'
import { expiryOf, type KeptText, makeText } from './text-to-sign.ts'
import { useExpiry } from './use-expiry.ts'

interface SignStepProps extends ClaimFormProps {
  kept: KeptText
  onChange(kept: KeptText): void
  /** Goes back to the destination. */
  onBack(): void
}

/** The text to be signed, and the field for its signature. */
export function SignStep(props: SignStepProps) {
  const { address, allocation, portal, session, submissions, kept, onChange, onBack } = props
  const queryClient = useQueryClient()
  const { text, pasted } = kept
  const { code } = useLanguage()
  const texts = useAllTexts()
  const { elsewhere: words } = texts
  const [complaint, setComplaint] = useState<SignatureComplaint | null>(null)
  const [isRenewing, setRenewing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { isOver: isPast, atDeviceTime } = useExpiry(expiryOf(text))
  const isOfOtherAmount = text.amountUA !== allocation.amountUA
  const isOver = isPast || isOfOtherAmount
  const submission = submissions.of(address)
  const phase = submission?.phase
  const isSubmitting = phase === 'signing' || phase === 'sending' || phase === 'looking'

  function paste(typed: string) {
    const hasSecret = isSecret(typed)
    onChange({ text, pasted: hasSecret ? '' : typed })
    setComplaint(hasSecret ? { kind: 'secret' } : null)
    submissions.clear(address)
  }

  /** What was pasted was of the text before. */
  async function renew() {
    setRenewing(true)
    setFailed(false)
    try {
      const { portal: told = portal, allocation: found = allocation } = await readAnew(queryClient, address)
      onChange({ text: makeText(told, found, address, text), pasted: '' })
      setComplaint(null)
      submissions.clear(address)
    } catch {
      setFailed(true)
    } finally {
      setRenewing(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting || isOver) return
    const read = readSignature(pasted, address, text)
    if ('problem' in read) {
      setComplaint(read.problem)
      field.current?.focus()
      return
    }
    const { sig } = read
    const claim = { ...text, eth: address, terms: null, resumable: false }
    submissions.begin(claim, session, {
      ...submitClaim,
      signClaim: async () => withSignature(claim, { ...text, sig }),
    })
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-1">
          <ScreenTitle>{words.signHeading}</ScreenTitle>
          <p className="text-muted">{words.signWith}</p>
          <p className="font-mono text-13 text-balance break-all sm:text-15">{address}</p>
        </div>
        <div className="space-y-3">
          <AmountChanged allocation={allocation} />
          <TextBlock
            text={text}
            until={atDeviceTime}
            over={isOfOtherAmount ? 'amount' : isPast ? 'time' : null}
            isRenewing={isRenewing}
            isLocked={isSubmitting}
            onRenew={renew}
          />
          {hasFailed && (
            <Notice tone="error" title={texts.page.noAnswer}>
              <p>{texts.page.noAnswerHelp}</p>
            </Notice>
          )}
          <HowToSign sol={text.sol} />
        </div>
        <TextArea
          ref={field}
          label={words.signature}
          hint={words.signatureHints[text.signedBy]}
          error={complaint && complaintText(complaint, address, texts, code)}
          value={pasted}
          onChange={(event) => paste(event.target.value)}
          disabled={isSubmitting}
          rows={4}
          className="break-all"
        />
        {submission?.error && <SubmissionFailure submission={submission} />}
        <div>
          <StepButtons
            leave={{ text: words.back, onClick: onBack, disabled: isSubmitting }}
            submit={{
              text: words.submit,
              disabled: isOver || isRenewing || !portal.claimsOpen,
              busy: isSubmitting,
              busyText: words.submitting,
            }}
          />
          <SubmissionPhase phase={phase} asksWallet={false} onCancel={() => submissions.cancel(address)} />
        </div>
      </form>
    </Card>
  )
}
