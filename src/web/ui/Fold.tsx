import type { ReactNode } from 'react'
import { classNames, Icon } from './basics.tsx'

interface FoldProps {
  summary: ReactNode
  /** Unfolded from the start. */
  isOpen?: boolean
  /** A line of text that unfolds, without a frame. */
  quiet?: boolean
  onUnfold?(): void
  children: ReactNode
}

/** A line that unfolds. */
export function Fold({ summary, isOpen = false, quiet = false, onUnfold, children }: FoldProps) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => event.currentTarget.open && onUnfold?.()}
      className={quiet ? undefined : 'rounded-control border border-line'}
    >
      <summary
        className={classNames(
          'flex cursor-pointer list-none items-center gap-3 rounded-control [&::-webkit-details-marker]:hidden',
          quiet
            ? 'min-h-8 w-fit gap-1! text-13 font-medium text-muted hover:text-ink'
            : 'min-h-12 justify-between px-3 font-semibold',
        )}
      >
        {summary}
        {/* Turned by its own fold, whatever that is folded in. */}
        <Icon
          name="unfold"
          className={classNames('text-muted [details[open]>summary>&]:rotate-180', quiet && 'size-3')}
        />
      </summary>
      <div className={quiet ? 'pt-2' : 'border-t border-line p-3'}>{children}</div>
    </details>
  )
}
