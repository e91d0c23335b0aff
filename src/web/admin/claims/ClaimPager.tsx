import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'

interface ClaimPagerProps {
  /** The place in the whole list of the first claim shown, from 1. */
  first: number
  shown: number
  /** How many there are in all, where that is known. */
  total: number | undefined
  busy: boolean
  onFirst?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Which page of the claims this is, and the ways to the others. Where there is no way, the button is disabled. */
export function ClaimPager({ first, shown, total, busy, onFirst, onPrevious, onNext }: ClaimPagerProps) {
  const range = `${groupThousands(first)}–${groupThousands(first + shown - 1)}`
  return (
    <nav aria-label="Pages of claims" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-13 text-muted tabular-nums">
        {total === undefined ? range : `${range} of ${groupThousands(total)}`}
      </p>
      <div className="flex gap-2">
        {[
          { text: 'First', go: onFirst },
          { text: 'Previous', go: onPrevious },
          { text: 'Next', go: onNext },
        ].map(({ text, go }) => (
          <Button key={text} size="small" disabled={busy || !go} onClick={go}>
            {text}
          </Button>
        ))}
      </div>
    </nav>
  )
}
