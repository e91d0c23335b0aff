import { useState } from 'react'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { SolanaWalletButtons } from './SolanaWalletButtons.tsx'
import type { AddressEntry } from './use-address-entry.ts'

interface AddressFieldProps {
  entry: AddressEntry
  disabled: boolean
  /** Called on every change. */
  onEntered(): void
}

/** The field for the Solana address: typed, pasted, or taken from a wallet. */
export function AddressField({ entry, disabled, onEntered }: AddressFieldProps) {
  const [filledFrom, setFilledFrom] = useState<string | null>(null)
  const texts = useTexts()
  const { form: words } = texts
  const { complaint, problem } = entry
  const isRejected = problem !== null && problem !== 'sol_off_curve_unconfirmed'

  function enter(text: string, walletName: string | null) {
    entry.enter(text)
    setFilledFrom(walletName)
    onEntered()
  }

  return (
    <div className="space-y-3">
      <TextField
        label={words.solanaAddress}
        hint={filledFrom === null ? words.hint : words.fromWallet(filledFrom)}
        placeholder={words.placeholder}
        error={complaint && words[complaint]}
        aria-invalid={isRejected || undefined}
        value={entry.text}
        onChange={(event) => enter(event.target.value, null)}
        // A form whose button is disabled is not submitted by Enter, and would not say why.
        onKeyDown={(event) => event.key === 'Enter' && !entry.hasShape && entry.check()}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
      />
      <SolanaWalletButtons disabled={disabled} onAddress={enter} />
      {isRejected && (
        <Notice tone="error">
          <p>{texts.errors[problem]}</p>
        </Notice>
      )}
    </div>
  )
}
