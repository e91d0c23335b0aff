import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { shortenAddress } from '#domain/shorten-address.ts'
import { AmountChanged } from '#web/claim/AmountHero.tsx'
import type { ClaimFormProps } from '#web/claim/form/ClaimFormParts.tsx'
import { isSecret } from '#web/claim/form/read-entered-address.ts'
import { StepButtons, SubmissionFailure, SubmissionPhase } from '#web/claim/form/SubmissionFoot.tsx'
import { submitClaim, withSignature } from '#web/claim/form/submit-claim.ts'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import type { LanguageCode } from '#web/claim/language/languages.ts'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import { readAnew } from '#web/claim/queries.ts'
import { ScreenTitle } from '#web/claim/Screen.tsx'
import { formatLocal, formatLocalMinute, serverNow } from '#web/lib/time.ts'
import { isPhone } from '#web/lib/wallet/wallet-discovery.ts'
import { copyText } from '#web/ui/Address.tsx'
import { Button, Card, classNames, Notice } from '#web/ui/basics.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { fill, fillCount } from '#web/ui/fill.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { UiLanguageContext } from '#web/ui/ui-language.ts'
import { readSignature, type SignatureComplaint } from './read-signature.ts'
import { expiryOf, type KeptText, makeText, type TextToSign } from './text-to-sign.ts'

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
          {hasFailed && <Notice tone="error" title={texts.page.noAnswer} text={texts.page.noAnswerHelp} />}
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

/** Where a text can be signed. */
function HowToSign({ sol }: { sol: string }) {
  const words = useAllTexts().elsewhere.how
  return (
    <Fold summary={words.heading}>
      <ul className="list-disc space-y-3 ps-4 text-15">
        <li>{words.wallet}</li>
        <li>{words.explorer}</li>
        <li>
          {words.foundry}
          <Command>cast wallet sign --interactive "$(cat text.txt)"</Command>
        </li>
        <li>
          {words.command}
          <Command>
            npm run claim -- --portal {location.origin} --sol {sol} --keystore key.json
          </Command>
        </li>
      </ul>
      <p className="mt-3 text-13 text-muted">{words.exactly}</p>
    </Fold>
  )
}

function Command({ children }: { children: ReactNode }) {
  return (
    <code className="mt-1 block rounded-control bg-well p-2 font-mono text-13 break-words">{children}</code>
  )
}

interface TextBlockProps {
  text: TextToSign
  /** Epoch seconds, by the clock of the device. */
  until: number
  /** Why the text can not be signed any more; null while it can. */
  over: 'time' | 'amount' | null
  isRenewing: boolean
  isLocked: boolean
  onRenew(): void
}

/** The text exactly as it is verified, in one block and as a QR code, and until when it counts. */
function TextBlock({ text, until, over, isRenewing, isLocked, onRenew }: TextBlockProps) {
  const isOver = over !== null
  const { locale } = useLanguage()
  const texts = useAllTexts()
  const { elsewhere: words } = texts
  const { texts: ui } = useContext(UiLanguageContext)
  const { msg, signedBy } = text
  const time = signedBy === 'key' ? formatLocalMinute(until, locale) : formatLocal(until, locale)
  const renew = (
    <Button
      size="small"
      variant={isOver ? 'primary' : 'secondary'}
      busy={isRenewing}
      disabled={isLocked}
      onClick={onRenew}
    >
      {words.newText}
    </Button>
  )
  return (
    <section aria-labelledby="text-to-sign" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="text-to-sign" className="font-semibold">
          {words.text}
        </h2>
        {!isOver && (
          <div className="flex gap-2">
            {renew}
            <Button size="small" onClick={() => copyText(msg, words.textName, ui)}>
              {words.copy}
            </Button>
          </div>
        )}
      </div>
      <pre className="rounded-control bg-well p-3 font-mono text-13 break-all whitespace-pre-wrap">{msg}</pre>
      <div role="status">
        {isOver ? (
          <Notice tone="warn" title={words.over}>
            {over === 'time' && <p>{fill(words.overHelp, { time })}</p>}
            <div className="pt-2">{renew}</div>
          </Notice>
        ) : (
          <p className="text-13 text-muted">{fill(words.until[signedBy], { time })}</p>
        )}
      </div>
      {!isOver && (
        <Fold summary={words.textQr} isOpen={!isPhone(navigator)}>
          <QrCode text={msg} label={words.textQr} className={classNames('mx-auto w-full', sizeFor(msg))} />
        </Fold>
      )}
    </section>
  )
}

/** A longer text has more and smaller modules. */
function sizeFor({ length }: string): string {
  return length < 300 ? 'max-w-60' : 'max-w-80'
}

/** Says why a pasted signature is not sent. */
function complaintText(
  complaint: SignatureComplaint,
  eth: string,
  { elsewhere: { signatureProblems: words }, form }: AllTexts,
  language: LanguageCode,
): string {
  if (complaint.kind === 'secret') return form.secret
  if (complaint.kind === 'length') return fillCount(words.length, { count: complaint.bytes }, language)
  if (complaint.kind !== 'otherSigner') return words[complaint.kind]
  const { signer } = complaint
  return signer === null ? words.noSigner : fill(form.otherSigner, { signer, own: shortenAddress(eth) })
}

const LOOK_EVERY_MS = 1_000

/** Tells whether a time of the server has passed, and when that is by the clock of the device (epoch seconds). */
function useExpiry(serverMs: number): { isOver: boolean; atDeviceTime: number } {
  const [isOver, setOver] = useState(() => serverNow() >= serverMs)

  useEffect(() => {
    const look = () => setOver(serverNow() >= serverMs)
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [serverMs])

  return { isOver, atDeviceTime: Math.floor((Date.now() + serverMs - serverNow()) / 1000) }
}
