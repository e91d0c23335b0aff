import { classNames } from '#web/ui/class-names.ts'
import { groupThousands } from '#web/ui/group-thousands.ts'

interface BriefAmountProps {
  value: string
  unit?: string | undefined
  /** In a column of amounts: their decimal points stand below each other. */
  isAligned?: boolean
}

const PLACES = 4

/** An amount to four decimal places. The rest is cut off, never rounded, and marked by "…"; hover, a copy and a screen reader have all of it. */
export function BriefAmount({ value, unit, isAligned = false }: BriefAmountProps) {
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
          isAligned && 'inline-block min-w-[6ch] text-left whitespace-pre',
        )}
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
