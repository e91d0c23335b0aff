import { useTexts } from '#web/claim/language/Language.tsx'
import { classNames } from '#web/ui/class-names.ts'

interface WalletButtonProps {
  name: string
  icon: string | null
  /** The only one there is. */
  isPrimary: boolean
  isBusy: boolean
  onConnect(): void
}

/** One wallet: a tap connects it. */
export function WalletButton({ name, icon, isPrimary, isBusy, onConnect }: WalletButtonProps) {
  const { connect, connecting } = useTexts().connect
  return (
    <button
      type="button"
      onClick={onConnect}
      disabled={isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(
        'flex min-h-14 w-full items-center gap-3 rounded-control border px-4 py-2 text-start text-17 transition-colors disabled:opacity-60',
        isPrimary
          ? 'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong'
          : 'border-control bg-card enabled:hover:border-accent enabled:hover:bg-accent-soft',
      )}
    >
      {icon ? (
        <img src={icon} alt="" className="size-8 shrink-0 rounded-small" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-small bg-well text-15 font-semibold text-ink"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
      <span className={classNames('shrink-0 text-13 font-semibold', !isPrimary && 'text-accent')}>
        {isBusy ? connecting : connect}
      </span>
    </button>
  )
}
