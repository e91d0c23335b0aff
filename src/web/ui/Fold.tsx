import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface FoldProps {
  summary: string
  /** Unfolded from the start. */
  isOpen?: boolean
  onUnfold?(): void
  children: ReactNode
}

/** A line that unfolds. */
export function Fold({ summary, isOpen = false, onUnfold, children }: FoldProps) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => event.currentTarget.open && onUnfold?.()}
      className="group rounded-control border border-line"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-control px-3 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <Icon name="unfold" className="text-muted group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  )
}
