import { useTexts } from '#web/claim/language/Language.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

/** The connected address in full. */
export function EvmAddress({ address }: { address: string }) {
  const { evmAddress } = useTexts().allocation
  return (
    <div>
      <p className="text-muted">{evmAddress}</p>
      <div className="flex items-center gap-2">
        <span className="min-w-0 font-mono text-13 text-balance break-all sm:text-15 rtl:text-right">
          {address}
        </span>
        <CopyButton text={address} />
      </div>
    </div>
  )
}
