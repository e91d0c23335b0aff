import { createHash } from 'node:crypto'
import { parseDecimalUnits } from '#domain/amounts.ts'
import type { ListChoices } from '#lists/list-shape/list-shape.ts'
import { buildXlsx, type FixtureCell, type XlsxFixture } from '../harness/build-xlsx.ts'

/**
 * How a file ends: read with no question, and right; asked about, and right by the answer; refused in words; or read with no question by
 * what nobody can tell from the file alone, so that the portal has to hold it against the supply.
 */
export type Way = 'right' | 'asked' | 'refused' | 'supply'

export interface Holder {
  index: number
  address: string
  /** In whole tokens, with a point. */
  tokens: string
  /** In base units. */
  wei: string
}

export type Content = string | Buffer | Promise<Buffer>
export type Build = (holders: readonly Holder[]) => Content

export interface ShapeOptions {
  /** Of the coin that the portal is set up for; 18 where left out. */
  decimals?: number
  /** Right only by this answer. */
  answer?: ListChoices
  /** The file does not have the right amounts: no reading of it is right. */
  isLost?: true
}

/** A file as a tool or a person writes it, and the way that it has to go. */
export interface FileShape extends ShapeOptions {
  name: string
  way: Way
  amounts: readonly string[]
  build: Build
}

export function shape(
  way: Way,
  name: string,
  amounts: readonly string[],
  build: Build,
  options: ShapeOptions = {},
): FileShape {
  return { way, name, amounts, build, ...options }
}

/** Shapes that go one way and have the same amounts, by their names. */
export function shapes(
  way: Way,
  amounts: readonly string[],
  builds: Readonly<Record<string, Build | readonly [build: Build, options: ShapeOptions]>>,
): FileShape[] {
  return Object.entries(builds).map(([name, of]) => {
    const [build, options] = typeof of === 'function' ? [of, {}] : of
    return shape(way, name, amounts, build, options)
  })
}

/** With fractions: nothing but whole tokens is meant. */
export const FRACTIONS =
  `1115.25 12.5 0.75 1234567.8912 400 88.125 2500.5 3.75 19.99 640.1 7.25 50000.5 1.5 333.333`.split(' ')
export const WHOLE = '1115 12 75 1234567 400 88 2500 3 19 640 7 50000 1 333'.split(' ')
/** Written in groups, each may be a fraction as well. */
export const THOUSANDS = '1500 2500 1115 4000 88125 2600 3750 19990 640100 7250 50000 1250 333000 9999'.split(
  ' ',
)
/** None has as much as a thousand. */
export const SMALL = '15.5 2.25 11.15 400.5 88.75 26.1 37.5 199.9 64.01 7.25 50.5 1.25 333.3 9.99'.split(' ')
/** With all the digits of a coin of 18 decimals. */
export const LONG = WHOLE.map((tokens, index) => `${tokens}.31691234567890${1234 + index}`)

export function holdersOf({ amounts, decimals = 18 }: Pick<FileShape, 'amounts' | 'decimals'>): Holder[] {
  return amounts.map((tokens, index) => ({
    index,
    address: `0x${createHash('sha1').update(`holder ${index}`).digest('hex')}`,
    tokens,
    wei: parseDecimalUnits(tokens, decimals).toString(),
  }))
}

type Line = (holder: Holder) => string

/** Writes lines: what stands above the holders, one for each, and what stands below. */
export function lines(above: string, line: Line, below = '', end = '\n'): Build {
  return (holders) =>
    [...(above === '' ? [] : [above]), ...holders.map(line), ...(below === '' ? [] : [below]), '']
      .join('\n')
      .replaceAll('\n', end)
}

export function json(value: (holders: readonly Holder[]) => unknown): Build {
  return (holders) => JSON.stringify(value(holders))
}

export function jsonLines(value: (holder: Holder) => unknown): Build {
  return lines('', (holder) => JSON.stringify(value(holder)))
}

interface SheetExtras extends Omit<XlsxFixture, 'rows'> {
  above?: readonly (readonly FixtureCell[])[]
  below?: readonly (readonly FixtureCell[])[]
}

export function workbook(
  names: readonly FixtureCell[] | null,
  cells: (holder: Holder) => readonly FixtureCell[],
  { above = [], below = [], ...fixture }: SheetExtras = {},
): Build {
  return (holders) =>
    buildXlsx({
      ...fixture,
      rows: [...above, ...(names === null ? [] : [names]), ...holders.map(cells), ...below],
    })
}

export const number = (text: string, style?: number): FixtureCell => ({
  number: text,
  ...(style !== undefined && { style }),
})

/** A sheet's styles: style 1 is the format that is given. */
export function formatted(code: string): string {
  const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${escaped}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`
}

/** Groups thousands, as in "1,234,567.89", with the marks of a country. */
export function grouped(tokens: string, group = ',', mark = '.'): string {
  const [whole = '', fraction] = tokens.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? groups : `${groups}${mark}${fraction}`
}

/** As in India: "12,34,567.89". */
export function groupedByTwos(tokens: string): string {
  const [whole = '', fraction] = tokens.split('.')
  const groups = whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ',')
  return fraction === undefined ? groups : `${groups}.${fraction}`
}

export const hex = (wei: string): string => `0x${BigInt(wei).toString(16)}`

/** Moves the point of an amount to the left. */
export function divided(tokens: string, places: number): string {
  const [whole = '', fraction = ''] = tokens.split('.')
  const digits = whole.padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}${fraction}`
}
