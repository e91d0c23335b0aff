import { payableAmount } from '#domain/amounts.ts'
import { Amount, formatDecimal } from '#web/ui/Amount.tsx'
import { classNames, Notice } from '#web/ui/basics.tsx'
import { fill, fillCount } from '#web/ui/fill.ts'
import { useLanguage } from './language/Language.tsx'
import type { SeenAllocation } from './queries.ts'

export interface AmountHeroProps {
  amountUA: string
  unit: string
  /** Of the token that arrives; null while it is not known. */
  decimals: number | null
  /** Drawn on the brand's ground. */
  onBrand?: boolean
}

/** The amount, large: the shorter the larger. Below it what arrives, where the token has fewer decimals. */
export function AmountHero({ amountUA, unit, decimals, onBrand = false }: AmountHeroProps) {
  return (
    <div>
      <p className={classNames('font-semibold tracking-tight', sizeOf(amountUA))}>
        <Amount value={amountUA} unit={unit} tight {...(onBrand && { lighter: 'text-on-brand-muted' })} />
      </p>
      <Arriving amountUA={amountUA} unit={unit} decimals={decimals} onBrand={onBrand} />
    </div>
  )
}

/** What arrives of an amount, where that is less. */
export function Arriving({ amountUA, unit, decimals, onBrand = false }: AmountHeroProps) {
  const { code, texts } = useLanguage()
  if (decimals === null) return null
  const arrives = payableAmount(amountUA, decimals)
  if (arrives === amountUA || arrives === '0') return null
  const lighter = onBrand ? 'text-on-brand-muted' : 'text-muted'
  return (
    <p className={classNames('mt-1 text-15', lighter)}>
      {texts.amount.receive}{' '}
      <span className={onBrand ? 'text-on-brand' : 'text-ink'}>
        <Amount value={arrives} unit={unit} lighter={lighter} />
      </span>{' '}
      <span className="whitespace-nowrap">{fillCount(texts.amount.decimals, { count: decimals }, code)}</span>
    </p>
  )
}

/** True where nothing of an amount arrives: it is less than the token's smallest unit. */
export function arrivesNothing(amountUA: string, decimals: number | null): boolean {
  return decimals !== null && payableAmount(amountUA, decimals) === '0'
}

function sizeOf({ length }: string): string {
  if (length <= 12) return 'text-30 sm:text-40'
  return length <= 18 ? 'text-22 sm:text-30' : 'text-22'
}

/** Says that the amount is another one than this visit has seen before. */
export function AmountChanged({ allocation: { amountUA, changedFrom } }: { allocation: SeenAllocation }) {
  const { locale, texts } = useLanguage()
  const write = (amount: string) => formatDecimal(amount, locale)
  return (
    changedFrom !== null && (
      <Notice>
        <p role="status">
          {fill(texts.allocation.changed, { was: write(changedFrom), is: write(amountUA) })}
        </p>
      </Notice>
    )
  )
}

interface NothingArrivesProps extends Pick<AmountHeroProps, 'amountUA' | 'decimals'> {
  quiet: boolean
}

/** Tells, before anything is signed, that the amount is less than the token's smallest unit, where it is. */
export function NothingArrives({ amountUA, decimals, quiet }: NothingArrivesProps) {
  const { code, texts } = useLanguage()
  if (decimals === null || !arrivesNothing(amountUA, decimals)) return null
  return (
    <Notice
      tone="warn"
      title={texts.amount.nothing}
      quiet={quiet}
      text={fillCount(texts.amount.nothingHelp, { count: decimals }, code)}
    />
  )
}
