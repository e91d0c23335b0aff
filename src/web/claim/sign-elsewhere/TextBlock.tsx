import { useContext } from 'react'
import { useAllTexts, useLanguage } from '#web/claim/language/Language.tsx'
import { formatLocal, formatLocalMinute } from '#web/lib/format-time.ts'
import { isPhone } from '#web/lib/is-phone.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { fill } from '#web/ui/fill.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { UiLanguageContext } from '#web/ui/ui-language.ts'
import type { TextToSign } from './text-to-sign.ts'

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
export function TextBlock({ text, until, over, isRenewing, isLocked, onRenew }: TextBlockProps) {
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
