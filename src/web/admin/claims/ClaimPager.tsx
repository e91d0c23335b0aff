import { Button } from '#web/ui/Button.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'

interface ClaimPagerProps {
  /** The position of the first claim shown in the whole list, from 1. */
  first: number
  shown: number
  /** The total, where it is known. */
  total: number | undefined
  busy: boolean
  onFirst?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** The page's position in the list, with buttons to the other pages, disabled where there is none. */
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
