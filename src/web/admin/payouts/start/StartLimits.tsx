import { startBody } from '#api-schema/start-payout.ts'
import { TextField } from '#web/ui/TextField.tsx'

/** The limits as they are typed. */
export interface TypedLimits {
  take: 'all' | 'first' | 'amount'
  count: string
  amountUA: string
  hasCanary: boolean
  canary: string
}

/** Reads what was typed as the server takes it. */
export function readLimits({ take, count, amountUA, hasCanary, canary: typedCanary }: TypedLimits) {
  const limit = {
    ...(take === 'first' && { count: Number(count.replaceAll(',', '')) }),
    ...(take === 'amount' && { amountUA: amountUA.replaceAll(',', '').trim() }),
  }
  const canary = hasCanary ? Number(typedCanary) : undefined
  return { limit, canary, isValid: startBody.safeParse({ limit, canary }).success }
}

interface StartLimitsProps {
  typed: TypedLimits
  onChange(typed: TypedLimits): void
  /** Nothing is to be limited any more, but a canary is of use. */
  isSelection: boolean
  unit: string
}

const CHOICES = [
  { take: 'all', name: 'All that waits' },
  { take: 'first', name: 'The first' },
  { take: 'amount', name: 'Up to an amount' },
] as const

/** Chooses how much a run pays, and whether its first payments go alone. */
export function StartLimits({ typed, onChange, isSelection, unit }: StartLimitsProps) {
  const change = (part: Partial<TypedLimits>) => onChange({ ...typed, ...part })
  return (
    <div className="space-y-3">
      {!isSelection && (
        <fieldset className="space-y-2">
          <legend className="pb-1 text-13 font-semibold">How many</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {CHOICES.map(({ take, name }) => (
              <label key={take} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="take"
                  checked={typed.take === take}
                  onChange={() => change({ take })}
                  className="size-4 accent-accent"
                />
                {name}
              </label>
            ))}
          </div>
          {typed.take === 'first' && (
            <TextField
              label="Number of claims, in order of arrival"
              inputMode="numeric"
              value={typed.count}
              onChange={(event) => change({ count: event.target.value })}
            />
          )}
          {typed.take === 'amount' && (
            <TextField
              label={`The most to send, in ${unit || 'tokens'}`}
              inputMode="decimal"
              hint="In order of arrival: it ends before the first claim that does not fit."
              value={typed.amountUA}
              onChange={(event) => change({ amountUA: event.target.value })}
            />
          )}
          {typed.take !== 'all' && (
            <p className="text-13 text-muted">
              Claims whose last payment failed are left out. They can be retried on the page of their run.
            </p>
          )}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={typed.hasCanary}
            onChange={(event) => change({ hasCanary: event.target.checked })}
            className="size-4 accent-accent"
          />
          Canary: the first
        </label>
        <input
          aria-label="Payments of the canary"
          inputMode="numeric"
          value={typed.canary}
          disabled={!typed.hasCanary}
          onChange={(event) => change({ canary: event.target.value })}
          className="min-h-8 w-16 rounded-control border border-control bg-card px-2 text-right text-15 tabular-nums disabled:bg-well disabled:text-muted"
        />
        <span className="max-sm:ps-6">have to be final before the rest is sent</span>
      </div>
    </div>
  )
}
