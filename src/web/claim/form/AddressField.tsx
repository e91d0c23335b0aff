import { type KeyboardEvent, useState, useSyncExternalStore } from 'react'
import { WalletWait } from '#web/claim/connect/WalletButtons.tsx'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import type { AllTexts } from '#web/claim/language/later-english.ts'
import {
  getSolanaWallets,
  type SolanaWallet,
  subscribeToSolanaWallets,
} from '#web/lib/solana-wallet/wallet-standard.ts'
import { useWalletRequest } from '#web/lib/wallet/use-wallet.ts'
import { Button, Notice } from '#web/ui/basics.tsx'
import { TextArea } from '#web/ui/Field.tsx'
import { fill } from '#web/ui/fill.ts'
import { GroupedAddress } from '#web/ui/GroupedAddress.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import type { AddressSource } from './read-entered-address.ts'
import { walletErrorText } from './submission-error.ts'
import { type AddressEntry, isRefusal } from './use-address-entry.ts'

interface AddressFieldProps {
  entry: AddressEntry
  disabled: boolean
  /** Something weightier than a refusal is on the same screen. */
  quiet: boolean
  /** Called on every change. */
  onEntered(): void
}

/**
 * The field for the Solana address: typed, pasted, or taken from a wallet, and looked up on the cluster. The whole address stands below
 * it in groups as soon as there is one, to be compared by eye before anything is signed.
 */
export function AddressField({ entry, disabled, quiet, onEntered }: AddressFieldProps) {
  const [filledFrom, setFilledFrom] = useState<string | null>(null)
  const texts = useAllTexts()
  const { form: words } = texts
  const { problem } = entry
  const isRejected = isRefusal(problem)
  const isShown = entry.hasShape && !isRejected

  function enter(text: string, walletName: string | null) {
    entry.enter(text)
    setFilledFrom(walletName)
    onEntered()
  }

  /** Enter submits, as in a field of one line. A form whose button is disabled is not submitted, and would not say why. */
  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!entry.hasShape) entry.check()
    event.currentTarget.form?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
  }

  return (
    <div className="space-y-3">
      <SolanaWalletButtons disabled={disabled} onAddress={enter} />
      <div className="space-y-1">
        <TextArea
          label={words.solanaAddress}
          hint={isShown ? null : hintFor(entry, filledFrom, words)}
          placeholder={words.placeholder}
          error={complaintOf(entry, words)}
          aria-invalid={isRejected || undefined}
          value={entry.text}
          onChange={(event) => enter(event.target.value, null)}
          onKeyDown={handleKey}
          disabled={disabled}
          rows={2}
          enterKeyHint="done"
          className="scroll-my-4 resize-none break-all"
        />
        {isShown && (
          <section aria-label={words.lastLook}>
            <GroupedAddress address={entry.text} />
            <p className="text-13 text-muted">{hintFor(entry, filledFrom, words)}</p>
          </section>
        )}
      </div>
      {problem !== null && isRejected && <Notice tone="error" quiet={quiet} text={texts.errors[problem]} />}
      <div role="status" className="empty:hidden">
        {entry.isUnused && filledFrom === null && <Notice quiet text={words.unused} />}
      </div>
    </div>
  )
}

function complaintOf({ complaint, text }: AddressEntry, words: AllTexts['form']): string | null {
  if (complaint === null) return null
  const isName = complaint === 'invalid' && /\.\p{L}+$/u.test(text)
  return isName ? `${words.invalid} ${words.noNames}` : words[complaint]
}

function hintFor(
  { isChecking, source, hasShape, problem }: AddressEntry,
  filledFrom: string | null,
  words: AllTexts['form'],
): string {
  if (isChecking) return words.checking
  if (filledFrom !== null) return fill(words.fromWallet, { wallet: filledFrom })
  if (source !== null) return takenFrom(source, words)
  return hasShape && !isRefusal(problem) ? words.lastLookHelp : words.hint
}

function takenFrom(source: AddressSource, words: AllTexts['form']): string {
  if (source.kind === 'explorer') return fill(words.fromExplorer, { site: source.host })
  return source.kind === 'solana_link' ? words.fromLink : words.withoutHidden
}

interface SolanaWalletButtonsProps {
  disabled: boolean
  onAddress(address: string, walletName: string): void
}

/** Buttons that fill in the address from a Solana wallet of this browser. Nothing where there is none. */
function SolanaWalletButtons({ disabled, onAddress }: SolanaWalletButtonsProps) {
  const wallets = useSyncExternalStore(subscribeToSolanaWallets, getSolanaWallets)
  const texts = useAllTexts()
  const { form: words } = texts
  const read = useWalletRequest({
    ask: (wallet: SolanaWallet) => wallet.readAddress(),
    onSuccess: (address, { name }) => onAddress(address, name),
    onError: (error) =>
      showToast({ tone: 'error', title: texts.connect.failed, description: walletErrorText(error, texts) }),
  })

  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {wallets.map((wallet) => (
        <Button key={wallet.name} disabled={disabled || read.isPending} onClick={() => read.mutate(wallet)}>
          <span className="flex items-center gap-2">
            {wallet.icon && <img src={wallet.icon} alt="" className="size-4" />}
            {wallets.length === 1 ? words.useWallet : fill(words.takeFromWallet, { wallet: wallet.name })}
          </span>
        </Button>
      ))}
      {read.isPending && !disabled && (
        <div className="w-full">
          <WalletWait onCancel={read.cancel} />
        </div>
      )}
    </div>
  )
}
