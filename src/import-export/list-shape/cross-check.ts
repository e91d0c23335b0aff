import { AmountSyntaxError, parseAmountUAAsWei, parseWei } from '#domain/amounts.ts'
import { comparableName } from './known-columns.ts'
import type { ListShape } from './list-shape.ts'

type CheckRow = NonNullable<ListShape['checkRow']>

interface CheckedTop {
  names: readonly string[] | null
  coinDecimals: number
}

/** Exports that say a thing twice are held to it: a row that contradicts itself is no basis for a payment. */
export function crossCheckOf(
  { amount, unit }: Pick<ListShape, 'amount' | 'unit'>,
  { names, coinDecimals }: CheckedTop,
): Pick<ListShape, 'checkRow'> {
  const at = (name: string) => names?.findIndex((each) => comparableName(each) === name) ?? -1
  const checks: CheckRow[] = []
  const decimals = at('contractdecimals')
  if (decimals >= 0) checks.push((cells) => wrongDecimals(cells[decimals], coinDecimals))
  const formatted = at('balanceformatted')
  if (formatted >= 0 && formatted !== amount && unit === 'amountWei') {
    checks.push((cells) => contradiction(cells[amount], cells[formatted], coinDecimals))
  }
  const tokenType = at('tokentype')
  if (tokenType >= 0) checks.push((cells) => wrongKind(cells[tokenType]))
  const token = at('tokenaddress')
  if (token >= 0) checks.push(oneToken(token))
  if (checks.length === 0) return {}
  return {
    checkRow: (cells) => checks.map((check) => check(cells)).find((problem) => problem !== null) ?? null,
  }
}

function wrongDecimals(text: string | undefined, coinDecimals: number): string | null {
  if (text === undefined || text.trim() === `${coinDecimals}`) return null
  return `the token has ${text} decimals here, and ${coinDecimals} in this portal's settings`
}

/** The shorter of the two may be rounded, by less than one of its last digits. */
function contradiction(
  raw: string | undefined,
  formatted: string | undefined,
  decimals: number,
): string | null {
  if (!raw || !formatted) return null
  try {
    const difference = parseWei(raw.trim()) - parseAmountUAAsWei(formatted.trim(), decimals)
    const fraction = formatted.trim().split('.')[1] ?? ''
    const lastDigit = 10n ** BigInt(Math.max(decimals - fraction.length, 0))
    if (difference > -lastDigit && difference < lastDigit) return null
    return `${raw} wei and ${formatted} tokens are not the same with ${decimals} decimals`
  } catch (error) {
    // An amount that can not be read is told by its own check.
    if (error instanceof AmountSyntaxError) return null
    throw error
  }
}

function wrongKind(text: string | undefined): string | null {
  const kind = text?.trim().toLowerCase() ?? ''
  return ['', 'erc20', 'native'].includes(kind) ? null : `"${text}" is no ERC-20 and no coin`
}

/** A list of several tokens' holders is no holder list. */
function oneToken(column: number): CheckRow {
  let token: string | undefined
  return (cells) => {
    const text = cells[column]?.trim().toLowerCase() ?? ''
    token ??= text
    return text === token
      ? null
      : `the token is ${text || 'none'} here, and ${token || 'none'} in the first row`
  }
}
