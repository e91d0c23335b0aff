import type { ListPreviewView } from '#api-schema/lists.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { ListChoicesForm } from './use-list-question.ts'

interface UnitChoiceProps {
  preview: ListPreviewView
  unit: string
  choices: ListChoicesForm
  onChoose(choices: ListChoicesForm): void
}

const UNITS = [
  { value: 'amountUA', name: 'Whole tokens' },
  { value: 'amountWei', name: 'Wei, the smallest unit' },
] as const

/** Asks for the unit of a file's amounts, with what they add up to in each. */
export function UnitChoice({ preview, unit, choices, onChoose }: UnitChoiceProps) {
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
