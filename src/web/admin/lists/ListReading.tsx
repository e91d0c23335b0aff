import { useState } from 'react'
import type { ListPreviewView, ListWarningView } from '#api-schema/lists.ts'
import { ScrollRegion } from '#web/admin/PagedTable.tsx'
import { useLiveState } from '#web/admin/status/live-state.ts'
import { capitalize, groupThousands, ShortAddress } from '#web/admin/values.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Button, classNames, Notice } from '#web/ui/basics.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { isUndecided, type ListChoicesForm } from './use-list-question.ts'

interface ListReadingProps {
  preview: ListPreviewView
  unit: string
  choices: ListChoicesForm
  onChoose(choices: ListChoicesForm): void
}

const MARKS = [
  { value: '.', name: 'Point: 1.234 is one and a fraction' },
  { value: ',', name: 'Comma: 1.234 is a thousand and more' },
] as const

/** What was read of a file, its first rows, and the choices that are a person's. A version of the list has none. */
export function ListReading(props: ListReadingProps) {
  const { preview, choices } = props
  if (preview.samples.length === 0) return null
  const isOpen = isUndecided(preview) || Object.keys(choices).length > 0
  return (
    <section aria-label="What was read" className="space-y-4">
      <SampleRows preview={preview} />
      {isOpen ? (
        <Choices {...props} />
      ) : (
        <Fold summary="Read it in another way">
          <Choices {...props} />
        </Fold>
      )}
    </section>
  )
}

function Choices({ preview, unit, choices, onChoose }: ListReadingProps) {
  const isMarkAsked = preview.odd.some(({ kind }) => kind === 'decimal_mark')
  return (
    <div className="space-y-4 pt-1">
      <ColumnChoice preview={preview} choices={choices} onChoose={onChoose} />
      {preview.read?.unit === 'amountUA' && (
        <SelectField
          label="Decimal mark"
          value={choices.decimalMark ?? (isMarkAsked ? '' : preview.read.mark)}
          options={[...(isMarkAsked ? [{ value: '' as const, name: 'Choose…' }] : []), ...MARKS]}
          onSelect={(mark) => mark !== '' && onChoose({ decimalMark: mark })}
        />
      )}
      {preview.chosen && <UnitChoice preview={preview} unit={unit} choices={choices} onChoose={onChoose} />}
    </div>
  )
}

type ColumnChoiceProps = Pick<ListReadingProps, 'preview' | 'choices' | 'onChoose'>

/** Asks which two columns are the addresses and the amounts. */
function ColumnChoice({ preview, choices, onChoose }: ColumnChoiceProps) {
  const [draft, setDraft] = useState<{ address: string; amount: string } | null>(null)
  const { address, amount } = draft ?? choices.columns ?? preview.chosen ?? { address: '', amount: '' }
  const options = [{ value: '', name: 'Choose…' }, ...preview.columns.map((name) => ({ value: name, name }))]

  function choose(columns: { address: string; amount: string }) {
    setDraft(columns)
    if (columns.address && columns.amount && columns.address !== columns.amount) onChoose({ columns })
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Column of addresses"
        value={address}
        options={options}
        onSelect={(name) => choose({ address: name, amount })}
      />
      <SelectField
        label="Column of amounts"
        value={amount}
        options={options}
        onSelect={(name) => choose({ address, amount: name })}
      />
    </div>
  )
}

/** The first rows of a file, with the two columns that are read marked. */
function SampleRows({ preview }: { preview: ListPreviewView }) {
  const { columns, chosen, samples } = preview
  if (samples.length === 0) return null
  const isRead = (name: string | undefined) => name === chosen?.address || name === chosen?.amount
  return (
    <ScrollRegion label="First rows" className="rounded-control border border-line">
      <table className="w-full text-13">
        <thead>
          <tr className="border-b border-line bg-well text-left">
            {columns.map((name) => (
              <th
                key={name}
                className={classNames(
                  'px-3 py-2 align-top font-medium whitespace-nowrap',
                  isRead(name) ? 'text-ink' : 'text-muted',
                )}
              >
                {name}
                {chosen && (
                  <span className={classNames('block font-normal', isRead(name) && 'text-accent')}>
                    {name === chosen.address
                      ? 'read as the address'
                      : name === chosen.amount
                        ? 'read as the amount'
                        : 'not read'}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {samples.map((cells) => (
            <tr key={cells.join('\n')}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index] ?? index}
                  className={classNames(
                    'px-3 py-1.5 font-mono whitespace-nowrap max-sm:max-w-36 max-sm:truncate',
                    !isRead(columns[index]) && 'text-muted',
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const UNITS = [
  { value: 'amountUA', name: 'Whole tokens' },
  { value: 'amountWei', name: 'Wei, the smallest unit' },
] as const

/** Asks for the unit of a file's amounts, with what they add up to in each. */
function UnitChoice({ preview, unit, choices, onChoose }: ListReadingProps) {
  const { totals, chosen } = preview
  const isUnknown = preview.odd.some(({ kind }) => kind === 'unit_unknown')
  const taken = choices.unit ?? (isUnknown ? null : preview.read?.unit)
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 font-semibold">
        In what unit is “{chosen?.amount ?? 'the amount'}”?{isUnknown && ' The file does not say.'}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {UNITS.map(({ value, name }) => {
          const total = totals[value]
          // What has a fraction is no whole number of wei.
          if (total === null) return null
          return (
            <label
              key={value}
              className={classNames(
                'flex cursor-pointer items-start gap-3 rounded-control border p-3 hover:bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                taken === value ? 'border-accent' : 'border-control',
              )}
            >
              <input
                type="radio"
                name="list-unit"
                checked={taken === value}
                onChange={() => onChoose({ unit: value })}
                className="mt-1 size-4 accent-accent"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{name}</span>
                <span className="block text-13 text-muted">
                  <Amount value={total} unit={unit} /> in all
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** A place is a row, or an address. */
const ADDRESS = /^0x[0-9a-f]{40}$/i

/** More places than these are folded. */
const NAMED_AT_ONCE = 5

interface ListWarningsProps {
  title: string
  odd: readonly ListWarningView[]
  /** Reads the list again without rows that have no address. */
  onLeaveOut?(rows: number[]): void
}

/** What is odd about a list, with the first rows that are. The unit is asked for elsewhere. */
export function ListWarnings({ title, odd, onLeaveOut }: ListWarningsProps) {
  const things = odd.filter(({ kind }) => kind !== 'unit_unknown')
  if (things.length === 0) return null
  return (
    <Notice tone="warn" title={title}>
      <ul className="space-y-2">
        {things.map(({ kind, words, rows, where }) => (
          <li key={kind} className="space-y-2 [overflow-wrap:anywhere]">
            <p>{capitalize(words)}.</p>
            {kind === 'no_holder' && onLeaveOut && (
              <Button
                size="small"
                onClick={() => onLeaveOut(where.map((place) => Number(place.split(' ').at(-1))))}
              >
                {rows === 1 ? 'Leave this row out' : 'Leave these rows out'}
              </Button>
            )}
            {kind === 'no_holder' ? null : where.length > NAMED_AT_ONCE ? (
              <Fold summary={rows > where.length ? `The first ${where.length}` : `All ${where.length}`}>
                <Places where={where} rows={rows} />
              </Fold>
            ) : (
              where.length > 0 && <Places where={where} rows={rows} />
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Places({ where, rows }: Pick<ListWarningView, 'where' | 'rows'>) {
  return (
    <span className="flex flex-wrap gap-x-3 text-13 text-muted">
      {where.map((place) =>
        ADDRESS.test(place) ? <ShortAddress key={place} address={place} /> : <span key={place}>{place}</span>,
      )}
      {rows > where.length && '…'}
    </span>
  )
}

interface ReadingProgressProps {
  /** Where it is known: another list may be read at the same moment. */
  fileName?: string | undefined
  /** All rows, where an earlier reading has counted them. */
  rows?: number | null
  /** The server has the file already. */
  isSent?: boolean
}

/** Shows how many rows of a holder list the server has read so far, and then how many of them it has stored. */
export function ReadingProgress({ fileName, rows: all = null, isSent = false }: ReadingProgressProps) {
  const { state } = useLiveState()
  const reading = state?.reading ?? null
  const isThis = reading !== null && (fileName === undefined || reading.fileName === fileName)
  const { rowsRead, rows } = isThis ? reading : { rowsRead: 0, rows: 0 }
  const known = all ?? (rows > 0 && rowsRead > 0 ? rowsRead : null)
  const begun = isThis || isSent ? 'Reading the file…' : 'Sending the file…'
  return (
    <div className="min-w-48 space-y-1">
      {all !== null && (
        <ProgressBar label="Rows" value={Math.min(rowsRead, all) + Math.min(rows, all)} max={2 * all} />
      )}
      <p className="text-13 text-muted tabular-nums">
        {rows === 0 && begun}
        {rows === 0 && rowsRead > 0 && ` ${groupThousands(rowsRead)} rows`}
        {rows > 0 &&
          `${groupThousands(rows)}${known === null ? '' : ` of ${groupThousands(known)}`} rows stored`}
        {known !== null && rows >= known && ', comparing…'}
      </p>
    </div>
  )
}
