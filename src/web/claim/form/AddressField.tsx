import { useState } from 'react'
import type { Texts } from '#web/claim/language/en.ts'
import { useTexts } from '#web/claim/language/Language.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { AddressSource } from './read-entered-address.ts'
import { SolanaWalletButtons } from './SolanaWalletButtons.tsx'
import { type AddressEntry, isRefusal } from './use-address-entry.ts'

interface AddressFieldProps {
  entry: AddressEntry
  disabled: boolean
  /** Something weightier than a refusal is on the same screen. */
  quiet: boolean
  /** Called on every change. */
  onEntered(): void
}

/** The field for the Solana address: typed, pasted, or taken from a wallet, and looked up on the cluster. */
export function AddressField({ entry, disabled, quiet, onEntered }: AddressFieldProps) {
  const [filledFrom, setFilledFrom] = useState<string | null>(null)
  const texts = useTexts()
  const { form: words } = texts
  const { complaint, problem } = entry
  const isRejected = isRefusal(problem)

  function enter(text: string, walletName: string | null) {
    entry.enter(text)
    setFilledFrom(walletName)
    onEntered()
  }

  return (
    <div className="space-y-3">
      <SolanaWalletButtons disabled={disabled} onAddress={enter} />
      <TextField
        label={words.solanaAddress}
        hint={hintFor(entry, filledFrom, words)}
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
        className="min-h-14 font-mono sm:text-17"
      />
      {problem !== null && isRejected && (
        <Notice tone="error" quiet={quiet}>
          <p>{texts.errors[problem]}</p>
        </Notice>
      )}
      <div role="status">
        {entry.isUnused && filledFrom === null && (
          <Notice>
            <p>{words.unused}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}

function hintFor(
  { isChecking, source }: AddressEntry,
  filledFrom: string | null,
  words: Texts['form'],
): string {
  if (isChecking) return words.checking
  if (filledFrom !== null) return words.fromWallet(filledFrom)
  return source === null ? words.hint : takenFrom(source, words)
}

function takenFrom(source: AddressSource, words: Texts['form']): string {
  if (source.kind === 'explorer') return words.fromExplorer(source.host)
  return source.kind === 'solana_link' ? words.fromLink : words.withoutHidden
}
