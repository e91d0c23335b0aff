import { useTexts } from '#web/claim/language/Language.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** The connected address in full, and what it held in wei where that is known. */
export function EvmAddress({ address, amountWei }: { address: string; amountWei?: string }) {
  const { evmAddress, original } = useTexts().allocation
  return (
    <div>
      <p className="text-muted">{evmAddress}</p>
      <div className="flex items-center gap-2">
        <span className="min-w-0 font-mono text-13 text-balance break-all sm:text-15 rtl:text-right">
          {address}
        </span>
        <CopyButton text={address} />
      </div>
      {amountWei !== undefined && (
        <p className="text-13 text-muted">
          {original} <Amount value={amountWei} unit="wei" />
        </p>
      )}
    </div>
  )
}
