import { type FormEvent, useState } from 'react'
import { isSecret } from '#web/claim/form/secret.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { ScreenTitle } from '#web/claim/ScreenTitle.tsx'
import { readStored, store } from '#web/lib/browser-storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type EvmAddressProblem, readEnteredEvmAddress } from './read-evm-address.ts'

const TYPED_KEY = 'ferry-elsewhere-typed'

interface EnterAddressProps {
  onEntered(address: string): void
  onBack(): void
}

/** The first screen of those who sign elsewhere: the address that held the coin. */
export function EnterAddress({ onEntered, onBack }: EnterAddressProps) {
  const { elsewhere: words, form, otherWays } = useAllTexts()
  const [text, setText] = useState(() => readStored('visit', TYPED_KEY) ?? '')
  const [problem, setProblem] = useState<EvmAddressProblem | 'secret' | null>(null)

  function enter(typed: string) {
    const hasSecret = isSecret(typed)
    // Anything else than an address may be a secret, and is not kept.
    store('visit', TYPED_KEY, 'address' in readEnteredEvmAddress(typed) ? typed : null)
    setText(hasSecret ? '' : typed)
    setProblem(hasSecret ? 'secret' : null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readEnteredEvmAddress(text)
    if ('problem' in read) setProblem(read.problem)
    else onEntered(read.address)
  }

  return (
    <Card>
      <form onSubmit={submit} noValidate className="space-y-6">
        <div className="space-y-2">
          <ScreenTitle>{otherWays.open}</ScreenTitle>
          <p>{words.about}</p>
        </div>
        <TextField
          label={words.address}
          hint={words.addressHint}
          error={problem && (problem === 'secret' ? form.secret : words.addressProblems[problem])}
          value={text}
          onChange={(event) => enter(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-14 font-mono"
        />
        <div className="flex gap-3">
          <Button variant="quiet" size="large" onClick={onBack}>
            {words.back}
          </Button>
          <Button type="submit" variant="primary" size="large" className="min-w-0 flex-1">
            {words.check}
          </Button>
        </div>
      </form>
    </Card>
  )
}
