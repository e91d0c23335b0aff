import { useTexts } from '#web/claim/language/Language.tsx'
import { classNames } from '#web/ui/class-names.ts'

interface WalletButtonProps {
  name: string
  icon: string | null
  /** The one thing to do. */
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
        'flex min-h-14 w-full items-center gap-3 rounded-control border px-4 py-2 text-start text-17 transition-colors not-aria-busy:disabled:opacity-60 aria-busy:opacity-85',
        isPrimary
          ? 'border-accent-edge bg-accent-fill text-on-accent enabled:hover:bg-accent-strong'
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
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        <span className="max-w-full truncate">{name}</span>
        <span className={classNames('text-13', !isPrimary && 'text-accent')}>
          {isBusy ? connecting : connect}
        </span>
      </span>
    </button>
  )
}
