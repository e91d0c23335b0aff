import { useState } from 'react'
import type { ListPreviewView } from '#api-schema/lists.ts'
import { ScrollRegion } from '#web/admin/ScrollRegion.tsx'
import { SelectField } from '#web/admin/SelectField.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Fold } from '#web/ui/Fold.tsx'
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
