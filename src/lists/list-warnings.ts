import { createKeccak } from 'hash-wasm'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { ListWarning, ListWarningKind } from '#domain/list-warning.ts'
import { type AllocationEntry, markEvidence } from './list-shape/cell-text.ts'
import type { ListShape } from './list-shape/list-shape.ts'
import type { UnreadSheet } from './xlsx/open-xlsx.ts'

/** So many rows of a kind are named. */
const NAMED_ROWS = 5

/** Whole tokens above this are wei more likely: no coin has a quadrillion of them with one holder. */
const LIKELY_WEI_TOKENS = 10n ** 15n

/** A holder of less than this share of a token is dust; a list of nothing else is in whole tokens more likely. */
const DUST_DIVISOR = 10n ** 6n

/** Addresses that nobody signs for: zero, the precompiled contracts, and those that coins are burnt to. */
const NOBODYS = /^0x0{36}0{0,4}[0-9a-f]{0,4}$|^0x0{36}dead$|^0xdead0{36}$|^0xdead0{32}beef$/

interface Seen {
  count: number
  where: string[]
}

/** Collects what is odd about the rows of one list: nothing of it is wrong for certain. */
export class ListWarnings {
  readonly #rowWord: string
  readonly #coinDecimals: number
  readonly #dustBelowWei: bigint
  readonly #likelyWeiAbove: bigint
  readonly #seen = new Map<ListWarningKind, Seen>()
  #rowCount = 0
  #zeroCount = 0
  #dustCount = 0
  #hasFraction = false
  #isMarkShown = false

  constructor(rowWord: string, coinDecimals: number) {
    this.#rowWord = rowWord
    this.#coinDecimals = coinDecimals
    const oneTokenWei = 10n ** BigInt(coinDecimals)
    this.#dustBelowWei = (oneTokenWei + DUST_DIVISOR - 1n) / DUST_DIVISOR
    this.#likelyWeiAbove = LIKELY_WEI_TOKENS * oneTokenWei
  }

  /** True when an amount had a fraction: then the list is in whole tokens. */
  get hasFraction(): boolean {
    return this.#hasFraction
  }

  add(entry: AllocationEntry, address: EvmAddress, wei: bigint): void {
    const { row, address: text, amount, amountField } = entry
    this.#rowCount += 1
    // Of one case there is nothing to check.
    if (text !== address && !isCaseRight(text.slice(-40))) this.#note('wrong_checksum', row)
    if (NOBODYS.test(address)) this.#note('nobodys_address', row)
    if (entry.isHidden) this.#note('hidden_rows', row)
    if (wei === 0n) this.#zeroCount += 1
    else if (wei < this.#dustBelowWei) this.#dustCount += 1
    if (amountField === 'amountWei') return
    if (amount.includes('.')) this.#hasFraction = true
    const evidence = entry.mark ?? markEvidence(amount)
    if (evidence === 'either') this.#note('decimal_mark', row)
    else if (evidence !== 'none') this.#isMarkShown = true
    if (wei > this.#likelyWeiAbove) this.#note('tokens_like_wei', row)
  }

  /** Says what was odd, with the words for it. */
  list(shape: ListShape | null, totalWei: bigint): ListWarning[] {
    if (!shape || this.#rowCount === 0) return []
    const { decimalMark, unit } = shape
    const isUnitKnown = shape.isUnitCertain || this.#hasFraction
    const things: (ListWarning | null)[] = [
      isUnitKnown ? null : this.#whole('unit_unknown', this.#unitWords(shape, totalWei)),
      this.#isMarkShown || shape.isMarkCertain
        ? null
        : this.#thing(
            'decimal_mark',
            (count) =>
              `${count}: one mark and three digits after it, as in 1.234 or 1,234: thousands, or a fraction. It is read with "${decimalMark}" before the fraction`,
          ),
      this.#thing(
        'tokens_like_wei',
        (count) => `${count}: more than a quadrillion tokens for one holder. The amounts may be in wei`,
      ),
      unit === 'amountWei' && this.#zeroCount + this.#dustCount === this.#rowCount && this.#dustCount > 0
        ? this.#whole(
            'wei_like_tokens',
            'no holder has as much as a millionth of a token: the amounts may be in whole tokens',
          )
        : null,
      this.#zeroCount === this.#rowCount
        ? this.#whole('all_zero', 'every amount is zero: nobody on this list has an allocation')
        : null,
      this.#rowCount === 1 ? this.#whole('one_row', 'the list has a single holder') : null,
      this.#thing(
        'wrong_checksum',
        (count) =>
          `${count}: upper and lower case of the address do not check (EIP-55). A digit of it may be wrong`,
      ),
      this.#thing(
        'nobodys_address',
        (count) =>
          `${count}: an address that nobody can sign for (zero, a precompiled contract, or one that coins are burnt to)`,
      ),
      this.#thing(
        'hidden_rows',
        (count) =>
          `${count}: hidden in the file, by hand or by a filter. They are on the list like the others`,
      ),
    ]
    return things.filter((thing) => thing !== null)
  }

  #note(kind: ListWarningKind, row: number): void {
    const seen = this.#seen.get(kind) ?? { count: 0, where: [] }
    this.#seen.set(kind, seen)
    seen.count += 1
    if (seen.where.length < NAMED_ROWS) seen.where.push(`${this.#rowWord} ${row}`)
  }

  #thing(kind: ListWarningKind, words: (count: string) => string): ListWarning | null {
    const seen = this.#seen.get(kind)
    if (!seen) return null
    const count = `${seen.count.toLocaleString('en-US')} ${seen.count === 1 ? this.#rowWord : `${this.#rowWord}s`}`
    return { kind, words: words(count), rows: seen.count, where: seen.where }
  }

  #whole(kind: ListWarningKind, words: string): ListWarning {
    return { kind, words, rows: this.#rowCount, where: [] }
  }

  #unitWords({ source, columns, amount, unit }: ListShape, totalWei: bigint): string {
    const other = 10n ** BigInt(this.#coinDecimals)
    const [asTokens, asWei] =
      unit === 'amountUA' ? [totalWei, totalWei / other] : [totalWei * other, totalWei]
    const inTokens = (wei: bigint) => formatDecimalUnits(wei, this.#coinDecimals)
    return `"${columns[amount]}" does not say its unit (${source}): in whole tokens the list adds up to ${inTokens(asTokens)} tokens, in wei to ${inTokens(asWei)}`
  }
}

/** Says which sheets of a workbook are not read, though something stands in them. */
export function warnOfSheets(unread: readonly UnreadSheet[]): ListWarning[] {
  if (unread.length === 0) return []
  const names = unread
    .slice(0, NAMED_ROWS)
    .map(
      ({ name, isHidden, rows }) => `"${name.slice(0, 60)}" (${isHidden ? 'hidden, ' : ''}${countOf(rows)})`,
    )
  const more = unread.length > NAMED_ROWS ? ', …' : ''
  const words = `one sheet of the workbook is read. Not read: ${names.join(', ')}${more}`
  return [{ kind: 'unread_sheets', words, rows: unread.length, where: [] }]
}

function countOf(rows: number | null): string {
  if (rows === null) return 'very many rows'
  return `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`
}

/** As WebAssembly: lists of a million addresses with checksums are common, and plain JavaScript takes ten seconds for one. */
const keccak = await createKeccak(256)

/** Tells whether the letter case of an address's 40 digits checks (EIP-55). One case has no checksum, and is right. */
export function isCaseRight(digits: string): boolean {
  const lowered = digits.toLowerCase()
  if (digits === lowered || digits === digits.toUpperCase()) return true
  const hash = keccak.init().update(lowered).digest('binary')
  for (let index = 0; index < digits.length; index++) {
    const byte = hash[index >> 1] ?? 0
    const isUpper = (index % 2 === 0 ? byte >> 4 : byte & 15) >= 8
    const digit = lowered.charAt(index)
    if (digits.charAt(index) !== (isUpper ? digit.toUpperCase() : digit)) return false
  }
  return true
}
