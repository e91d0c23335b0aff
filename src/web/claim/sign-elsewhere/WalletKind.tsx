import { useId } from 'react'
import type { Network } from '#domain/networks.ts'
import { useAllTexts } from '#web/claim/language/Language.tsx'
import { Field, fieldDescription } from '#web/ui/Field.tsx'
import { fill } from '#web/ui/fill.ts'
import { CONTROL_CLASSES } from '#web/ui/TextField.tsx'

/** Stands for an ordinary wallet, whose signature is good on every chain. */
export const KEY_WALLET = ''

interface WalletKindProps {
  networks: readonly Network[]
  /** The chain of a contract wallet, or KEY_WALLET. */
  value: string
  onSelect(value: string): void
}

/** The kind of wallet that is to sign. Only a contract wallet has a chain. */
export function WalletKind({ networks, value, onSelect }: WalletKindProps) {
  const words = useAllTexts().elsewhere
  const id = useId()
  return (
    <Field id={id} label={words.kind} hint={words.kindHelp}>
      <select
        {...fieldDescription(id, { hint: words.kindHelp })}
        value={value}
        onChange={(event) => onSelect(event.target.value)}
        className={CONTROL_CLASSES}
      >
        <option value={KEY_WALLET}>{words.keyWallet}</option>
        {networks.map(({ chainId, chainName }) => (
          <option key={chainId} value={chainId}>
            {fill(words.contractWallet, { network: chainName })}
          </option>
        ))}
      </select>
    </Field>
  )
}
