import { useState } from 'react'
import type { ListPreviewView } from '#api-schema/lists.ts'
import { SelectField } from '#web/admin/SelectField.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { isUndecided } from './list-question.ts'
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
