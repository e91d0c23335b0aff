import { useState } from 'react'
import type { ListPreviewView } from '#api-schema/lists.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { Amount } from '#web/ui/Amount.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { groupThousands } from '#web/ui/group-thousands.ts'
import { SampleRows } from './SampleRows.tsx'
import { UnitChoice } from './UnitChoice.tsx'
import type { ListChoicesForm } from './use-list-question.ts'

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

/** What was read of a file, its first rows, and the choices that are a person's. */
export function ListReading({ preview, unit, choices, onChoose }: ListReadingProps) {
  const { totals, before, expectedSupplyUA, odd } = preview
  const isUnitAsked = odd.some(({ kind }) => kind === 'unit_unknown') || choices.unit !== undefined
  const isMarkAsked = odd.some(({ kind }) => kind === 'decimal_mark') || choices.decimalMark !== undefined
  const total = preview.unit === null ? null : totals[preview.unit]
  return (
    <section aria-label="What was read" className="space-y-4">
      <SampleRows preview={preview} />
      {(preview.chosen === null || choices.columns) && (
        <ColumnChoice preview={preview} choices={choices} onChoose={onChoose} />
      )}
      {isMarkAsked && (
        <SelectField
          label="Decimal mark"
          value={choices.decimalMark ?? ''}
          options={[{ value: '', name: 'Choose…' }, ...MARKS]}
          onSelect={(mark) => mark !== '' && onChoose({ decimalMark: mark })}
        />
      )}
      {isUnitAsked && <UnitChoice preview={preview} unit={unit} choices={choices} onChoose={onChoose} />}
      {total !== null && preview.chosen && (
        <Facts>
          <Fact name="Holders">
            <span className="font-mono tabular-nums">{groupThousands(preview.count)}</span>
            {before && <span className="text-13 text-muted">was {groupThousands(before.count)}</span>}
          </Fact>
          {!odd.some(({ kind }) => kind === 'unit_unknown') && (
            <Fact name="Total">
              <Amount value={total} unit={unit} />
            </Fact>
          )}
          {before && (
            <Fact name="Total in force">
              <Amount value={before.totalAmountUA} unit={unit} />
            </Fact>
          )}
          {expectedSupplyUA !== null && (
            <Fact name="Expected supply">
              <Amount value={expectedSupplyUA} unit={unit} />
            </Fact>
          )}
        </Facts>
      )}
    </section>
  )
}

type ColumnChoiceProps = Pick<ListReadingProps, 'preview' | 'choices' | 'onChoose'>

/** Asks which two columns are the addresses and the amounts. */
function ColumnChoice({ preview, choices, onChoose }: ColumnChoiceProps) {
  const [draft, setDraft] = useState<{ address: string; amount: string } | null>(null)
  const { address, amount } = draft ?? choices.columns ?? { address: '', amount: '' }
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
