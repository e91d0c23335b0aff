import { useTexts } from '#web/claim/language/Language.tsx'
import type { Wallet } from '#web/lib/wallet/eip1193.ts'

interface WalletPickerProps {
  wallets: readonly Wallet[]
  selectedId: string | null
  onSelect(id: string): void
}

/** Selects one of several wallets. */
export function WalletPicker({ wallets, selectedId, onSelect }: WalletPickerProps) {
  const { wallet, unnamedWallet } = useTexts().connect
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{wallet}</legend>
      <div className="grid gap-2">
        {wallets.map(({ id, name, icon }) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control px-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="wallet"
              checked={id === selectedId}
              onChange={() => onSelect(id)}
              className="size-4 shrink-0 accent-accent"
            />
            {icon && <img src={icon} alt="" className="size-6 shrink-0" />}
            <span className="truncate font-medium">{name ?? unnamedWallet}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
