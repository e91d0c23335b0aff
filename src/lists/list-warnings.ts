import { createKeccak } from 'hash-wasm'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { ListWarning, ListWarningKind } from '#domain/list-warning.ts'
import { type AllocationEntry, countDigits, markEvidence } from './list-shape/cell-text.ts'
import { otherMeaningOf } from './list-shape/known-columns.ts'
import type { ListShape } from './list-shape/list-shape.ts'
import type { UnreadSheet } from './xlsx/open-xlsx.ts'

/** So many rows of a kind are named. */
const NAMED_ROWS = 5

/** In a list of so many rows half of whose amounts have 14 or 15 digits, and none more, a spreadsheet has rounded them. */
const ROUNDED_ROWS = 3
const ROUNDED_DIGITS = 14
/** A double has no more. */
const DOUBLE_DIGITS = 17

/** Coins of fewer decimals have short amounts anyhow. */
const ROUNDED_DECIMALS = 15

/** A gap of fewer powers of ten between two neighbouring amounts is nothing odd, whatever decimals the coin has. */
const MIN_GAP = 5

/** Whole tokens above this are wei more likely: no coin has a quadrillion of them with one holder. */
const LIKELY_WEI_TOKENS = 10n ** 15n

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
  readonly #oneTokenWei: bigint
  readonly #likelyWeiAbove: bigint
  readonly #seen = new Map<ListWarningKind, Seen>()
  #rowCount = 0
  #zeroCount = 0
  #belowOneCount = 0
  #hasFraction = false
  /** Rows whose text shows the decimal mark, and whether one shows how thousands are grouped. */
  #markedCount = 0
  #isGroupingShown = false
  #longCount = 0
  #longestDigits = 0
  /** Of amounts in the smallest unit, by how many digits they have: the number of rows. */
  readonly #magnitudes: number[] = []

  constructor(rowWord: string, coinDecimals: number) {
    this.#rowWord = rowWord
    this.#coinDecimals = coinDecimals
    this.#oneTokenWei = 10n ** BigInt(coinDecimals)
    this.#likelyWeiAbove = LIKELY_WEI_TOKENS * this.#oneTokenWei
  }

  /** True when an amount had a fraction: then the list is in whole tokens. */
  get hasFraction(): boolean {
    return this.#hasFraction
  }

  add(entry: AllocationEntry, address: EvmAddress, wei: bigint): void {
    const { row, address: text, amount, amountField } = entry
    this.#rowCount += 1
    // Of one case there is nothing to check.
    if (text !== address && !isCaseRight(text.slice(-40))) this.#noteAddress('wrong_checksum', address)
    if (NOBODYS.test(address)) this.#noteAddress('nobodys_address', address)
    if (entry.isHidden) this.#note('hidden_rows', row)
    if (wei > this.#likelyWeiAbove) this.#note('tokens_like_wei', row)
    if (wei === 0n) this.#zeroCount += 1
    else {
      if (wei < this.#oneTokenWei) this.#belowOneCount += 1
      const magnitude = wei.toString().length
      this.#magnitudes[magnitude] = (this.#magnitudes[magnitude] ?? 0) + 1
    }
    const digits = countDigits(amount)
    if (digits >= ROUNDED_DIGITS) this.#longCount += 1
    if (digits > this.#longestDigits) this.#longestDigits = digits
    if (amountField === 'amountWei') return
    if (/\.\d*[1-9]/.test(amount)) this.#hasFraction = true
    const evidence = entry.mark ?? markEvidence(amount)
    if (evidence === 'either') this.#note('decimal_mark', row)
    else if (evidence !== 'none') this.#markedCount += 1
    if (entry.showsGroups) this.#isGroupingShown = true
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
        (count) =>
          `${count}: more than a quadrillion tokens for one holder. The amounts may be ${unit === 'amountUA' ? 'in wei' : "those of a coin with more decimals than this portal's"}`,
      ),
      unit === 'amountWei' &&
      this.#zeroCount + this.#belowOneCount === this.#rowCount &&
      this.#belowOneCount > 0
        ? this.#whole(
            'wei_like_tokens',
            'no holder has as much as one token: the amounts may be in whole tokens',
          )
        : null,
      this.#columnSays(shape),
      this.#gap(),
      this.#rounding(),
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
    this.#noteWhere(kind, () => `${this.#rowWord} ${row}`)
  }

  #noteAddress(kind: ListWarningKind, address: EvmAddress): void {
    this.#noteWhere(kind, () => address)
  }

  #noteWhere(kind: ListWarningKind, where: () => string): void {
    const seen = this.#seen.get(kind) ?? { count: 0, where: [] }
    this.#seen.set(kind, seen)
    seen.count += 1
    if (seen.where.length < NAMED_ROWS) seen.where.push(where())
  }

  /** One clear amount does not decide for many that are not; one that groups its thousands does. */
  get #isMarkShown(): boolean {
    return this.#isGroupingShown || this.#markedCount > (this.#seen.get('decimal_mark')?.count ?? 0)
  }

  #columnSays({ columns, amount, unit }: ListShape): ListWarning | null {
    const name = columns[amount] ?? ''
    const word = otherMeaningOf(name)
    if (word === null || (unit === 'amountWei' && /^(?:raw|wei)$/i.test(word))) return null
    return this.#whole('column_says', `"${name}" says "${word}": its numbers are taken as they stand`)
  }

  /** Tells of amounts of two kinds of magnitude: some may be in wei, and some in whole tokens. */
  #gap(): ListWarning | null {
    const widest = Math.max(this.#coinDecimals - 3, MIN_GAP)
    let last: number | null = null
    let rows = 0
    for (const [magnitude, count = 0] of this.#magnitudes.entries()) {
      if (count === 0) continue
      if (last !== null && magnitude - last > widest) {
        const few = Math.min(rows, this.#rowCount - this.#zeroCount - rows)
        const words = `the amounts are of two kinds, with nothing between them: ${countOf(few)} may be in another unit than the others`
        return { kind: 'mixed_magnitudes', words, rows: few, where: [] }
      }
      last = magnitude
      rows += count
    }
    return null
  }

  /** Tells of amounts that end where a spreadsheet's numbers, or a double's digits, end. */
  #rounding(): ListWarning | null {
    if (this.#coinDecimals < ROUNDED_DECIMALS || this.#rowCount < ROUNDED_ROWS) return null
    if (this.#longestDigits > DOUBLE_DIGITS || this.#longCount * 2 <= this.#rowCount) return null
    return this.#whole(
      'rounded',
      `no amount has more than ${this.#longestDigits} digits, as numbers in a spreadsheet: they may have been rounded. Export the list as text`,
    )
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
