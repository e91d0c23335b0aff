import { payableAmount } from '#domain/payable-amount.ts'
import { Amount } from '#web/ui/Amount.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { fillCount } from '#web/ui/fill.ts'
import { useLanguage } from './language/Language.tsx'

interface AmountHeroProps {
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
