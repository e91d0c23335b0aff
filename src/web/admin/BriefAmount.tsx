import { classNames } from '#web/ui/class-names.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'

interface BriefAmountProps {
  value: string
  unit?: string | undefined
  /** The places of its column: the decimal points of amounts stand below each other. */
  places?: number
}

const PLACES = 4

/** An amount to four decimal places. The rest is cut off, never rounded, and marked by "…"; hover, a copy and a screen reader have all of it. */
export function BriefAmount({ value, unit, places = 0 }: BriefAmountProps) {
  const [whole = '', fraction = ''] = value.split('.')
  const rest = fraction.slice(PLACES)
  return (
    <span
      title={rest === '' ? undefined : `${groupThousands(value)} ${unit ?? ''}`.trim()}
      className="relative font-mono whitespace-nowrap tabular-nums"
    >
      {groupThousands(whole || '0')}
      <span
        className={classNames(
          'font-normal text-muted',
          places > 0 && 'inline-block text-left whitespace-pre',
        )}
        style={places > 0 ? { minWidth: `${places + 1}ch` } : undefined}
      >
        {fraction !== '' && `.${fraction.slice(0, PLACES)}`}
        {rest !== '' && (
          <>
            <span className="sr-only">{rest}</span>
            <span aria-hidden="true" className="select-none">
              …
            </span>
          </>
        )}
      </span>
      {unit && <span className="font-sans font-normal text-muted"> {unit}</span>}
    </span>
  )
}

/** The most places that these amounts are shown with, the mark of what is cut off among them. */
export function placesIn(amounts: readonly string[]): number {
  return Math.max(0, ...amounts.map((amount) => Math.min(amount.split('.')[1]?.length ?? 0, PLACES + 1)))
}
