import { type FormEvent, useState } from 'react'
import { isEvmAddress } from '#domain/evm-address.ts'
import { isSecret } from '#web/claim/form/secret.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { readStored, store } from '#web/lib/browser-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'

const LAST_SAFE_KEY = 'ferry-last-safe'

interface FindSafeProps {
  /** The page was opened by a link that can not be read. */
  badLink: boolean
  onFind(eth: string): void
  onLeave(): void
}

/** Asks for the Safe that held the coin. */
export function FindSafe({ badLink, onFind, onLeave }: FindSafeProps) {
  const [text, setText] = useState(() => readStored('browser', LAST_SAFE_KEY) ?? '')
  const [isRefused, setRefused] = useState(false)
  const texts = useAllTexts()
  const { safe: words } = texts

  function submit(event: FormEvent) {
    event.preventDefault()
    const eth = text.trim()
    setRefused(!isEvmAddress(eth))
    if (!isEvmAddress(eth)) return
    store('browser', LAST_SAFE_KEY, eth)
    onFind(eth)
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-2">
          <ScreenTitle>{words.heading}</ScreenTitle>
          <p>{words.help}</p>
        </div>
        {badLink && (
          <Notice tone="warn">
            <p>{words.badLink}</p>
          </Notice>
        )}
        <TextField
          label={words.address}
          hint={words.addressHint}
          error={isRefused ? words.invalid : null}
          value={text}
          onChange={(event) => {
            setText(isSecret(event.target.value) ? '' : event.target.value)
            setRefused(false)
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-14 font-mono"
        />
        <div className="flex gap-3">
          <Button variant="quiet" size="large" onClick={onLeave}>
            {texts.wait.cancel}
          </Button>
          <Button type="submit" variant="primary" size="large" className="min-w-0 flex-1">
            {words.find}
          </Button>
        </div>
      </form>
    </Card>
  )
}
