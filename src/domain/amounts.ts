/**
 * Money. Every amount is an exact integer of some unit, branded so that one unit is never taken for another,
 * and crosses the wire and the store as a decimal string.
 */

declare const unit: unique symbol

/** The coin's base unit on the EVM side. */
export type Wei = bigint & { readonly [unit]: 'wei' }

/** The token's smallest unit on Solana: a u64. */
export type BaseUnits = bigint & { readonly [unit]: 'base-units' }

/** An exact, canonical decimal in whole tokens: no exponent, sign, separators or trailing zeros ("400", "5988.626491"). */
export type AmountUA = string & { readonly [unit]: 'amount-ua' }

export const NO_WEI = 0n as Wei
export const NO_DUST = '0' as AmountUA
export const NO_BASE_UNITS = 0n as BaseUnits

/** The most a token account can hold (SPL Token keeps amounts as u64). */
export const MAX_BASE_UNITS = 2n ** 64n - 1n

/** The most wei an EVM word can hold (uint256). */
export const MAX_WEI = 2n ** 256n - 1n

/** As many decimals as a written amount may have; tokens have 0 to 18. */
const FINEST_DECIMALS = 60

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,77})$/
const DECIMAL = /^(\d{1,60})(?:\.(\d{1,60}))?$/

export class AmountSyntaxError extends Error {
  override name = 'AmountSyntaxError'
}

/** Reads a whole number of wei. Throws AmountSyntaxError on anything but plain digits without leading zeros. */
export function parseWei(text: string): Wei {
  if (!WHOLE_NUMBER.test(text)) throw new AmountSyntaxError(`"${clip(text)}" is not a whole number of wei`)
  const wei = BigInt(text)
  if (wei > MAX_WEI) throw new AmountSyntaxError(`"${clip(text)}" is more than a uint256 holds`)
  return wei as Wei
}

export function assertBaseUnits(value: bigint): BaseUnits {
  if (value < 0n || value > MAX_BASE_UNITS) throw new AmountSyntaxError(`${value} does not fit a u64`)
  return value as BaseUnits
}

/**
 * Reads a decimal amount of whole units as an integer of the smallest unit.
 * Throws AmountSyntaxError on an exponent, a sign, a thousands separator, or more decimals than the unit has.
 */
export function parseDecimalUnits(text: string, decimals: number): bigint {
  const match = DECIMAL.exec(text)
  if (!match) throw new AmountSyntaxError(`"${clip(text)}" is not a plain decimal number`)
  const [, whole = '', fraction = ''] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) {
    throw new AmountSyntaxError(
      `"${clip(text)}" has ${significant.length} decimals, more than the ${decimals} there are`,
    )
  }
  return BigInt(whole + significant.padEnd(decimals, '0'))
}

/** The canonical decimal of an integer of the smallest unit. */
export function formatDecimalUnits(value: bigint, decimals: number): AmountUA {
  const digits = value.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return (fraction === '' ? whole : `${whole}.${fraction}`) as AmountUA
}

/** Reads a canonical amount as the store keeps it. Throws AmountSyntaxError. */
export function parseAmountUA(text: string): AmountUA {
  return formatDecimalUnits(parseDecimalUnits(text, FINEST_DECIMALS), FINEST_DECIMALS)
}

/** Reads an amount in whole tokens as wei of a coin with `coinDecimals`. Throws AmountSyntaxError. */
export function parseAmountUAAsWei(text: string, coinDecimals: number): Wei {
  const wei = parseDecimalUnits(text, coinDecimals)
  if (wei > MAX_WEI) throw new AmountSyntaxError(`"${clip(text)}" is more than a uint256 holds`)
  return wei as Wei
}

export interface TokenAmount {
  /** The base units to pay: `floor(amount × 10^mintDecimals)`. */
  baseUnits: BaseUnits
  /** The remainder that the floor cut off, in whole tokens. Never rounded up, never dropped unseen. */
  dustUA: AmountUA
}

/**
 * Converts whole tokens to the token's base units, and returns the remainder that the floor cut off. Throws
 * AmountSyntaxError above u64.
 */
export function toBaseUnits(amountUA: AmountUA, mintDecimals: number): TokenAmount {
  const amount = fitBaseUnits(amountUA, mintDecimals)
  if (amount === null) throw new AmountSyntaxError(`"${clip(amountUA)}" does not fit a u64`)
  return amount
}

/** Converts as toBaseUnits does; null above u64. */
export function fitBaseUnits(amountUA: AmountUA, mintDecimals: number): TokenAmount | null {
  const fine = parseDecimalUnits(amountUA, FINEST_DECIMALS)
  const perBaseUnit = 10n ** BigInt(FINEST_DECIMALS - mintDecimals)
  const baseUnits = fine / perBaseUnit
  if (baseUnits > MAX_BASE_UNITS) return null
  return {
    baseUnits: baseUnits as BaseUnits,
    dustUA: formatDecimalUnits(fine % perBaseUnit, FINEST_DECIMALS),
  }
}

/** The exact sum of decimal amounts. */
export function sumAmounts(amounts: Iterable<AmountUA>): AmountUA {
  let sum = 0n
  for (const amount of amounts) sum += parseDecimalUnits(amount, FINEST_DECIMALS)
  return formatDecimalUnits(sum, FINEST_DECIMALS)
}

/** Compares decimal amounts. */
export function isLess(amount: string, than: string): boolean {
  return parseDecimalUnits(amount, FINEST_DECIMALS) < parseDecimalUnits(than, FINEST_DECIMALS)
}

/** The exact amount by which a decimal amount falls short of what is needed. */
export function missingAmount(needed: string, available: string): AmountUA {
  const missing = parseDecimalUnits(needed, FINEST_DECIMALS) - parseDecimalUnits(available, FINEST_DECIMALS)
  return formatDecimalUnits(missing > 0n ? missing : 0n, FINEST_DECIMALS)
}

/** The base units of all payments together. */
export function sumBaseUnits(payments: Iterable<{ baseUnits: bigint }>): bigint {
  let sum = 0n
  for (const { baseUnits } of payments) sum += baseUnits
  return sum
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/**
 * Computes what arrives of an amount in whole tokens, as a decimal string: what lies beyond the token's decimals is cut off,
 * never rounded. "0" where nothing is left.
 */
export function payableAmount(amountUA: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amountUA.split('.')
  const kept = fraction.slice(0, decimals).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

const SOL_DECIMALS = 9

/** Lamports as an exact decimal in SOL. */
export function inSol(lamports: bigint): AmountUA {
  return formatDecimalUnits(lamports, SOL_DECIMALS)
}

/**
 * The most that is offered for a compute unit unless the operator says otherwise, in micro-lamports: about 0.00027 SOL for a
 * payout to nine new accounts.
 */
export const DEFAULT_PRIORITY_FEE_CAP = 1_000_000
