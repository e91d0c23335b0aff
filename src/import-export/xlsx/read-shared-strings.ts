import { setImmediate } from 'node:timers/promises'
import { formatLimit } from '#import-export/file-limits.ts'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import type { XlsxArchive } from './open-xlsx.ts'
import { mixedText, parseXml, readXml } from './read-xml.ts'
import type { XlsxLimits } from './xlsx-limits.ts'

/** Reads the workbook's shared texts, which cells refer to by number. The pieces of a formatted text are joined. */
export async function readSharedStrings(
  archive: XlsxArchive,
  path: string,
  limits: XlsxLimits,
): Promise<string[]> {
  const strings: string[] = []
  let pieces: string[] = []
  let isInText = false
  let isInPhonetic = false
  const reading = readXml(archive.read(path), {
    open(name) {
      if (isInText) throw mixedText()
      if (name === 'si') pieces = []
      else if (name === 'rPh') isInPhonetic = true
      else if (name === 't') isInText = !isInPhonetic
    },
    text(text) {
      if (isInText) pieces.push(text)
    },
    close(name) {
      if (name === 't') isInText = false
      else if (name === 'rPh') isInPhonetic = false
      else if (name === 'si') {
        strings.push(pieces.join(''))
        if (strings.length > limits.maxSharedStrings) throw tooManyStrings(limits)
      }
    },
  })
  for await (const _ of reading) await setImmediate()
  return strings
}

function tooManyStrings({ maxSharedStrings }: XlsxLimits): UnreadableFileError {
  return new UnreadableFileError(
    `the workbook has more than ${formatLimit(maxSharedStrings)} texts, which is the limit`,
  )
}

/** The display format of a number cell. A date or a percentage shows something else than the stored number. */
export type NumberFormat = 'plain' | 'date' | 'percent'

/** Formats that every workbook has without declaring them (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: readonly [from: number, to: number, format: NumberFormat][] = [
  [9, 10, 'percent'],
  [14, 22, 'date'],
  [27, 36, 'date'],
  [45, 47, 'date'],
  [50, 58, 'date'],
]

/** Reads the number format of each cell style, by the style's number. */
export async function readNumberFormats(archive: XlsxArchive, path: string): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isInCellStyles = false
  await parseXml(archive.read(path), {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0)
      if (name === 'numFmt') custom.set(id, readFormatCode(formatCode ?? ''))
      if (name === 'cellXfs') isInCellStyles = true
      if (name === 'xf' && isInCellStyles) formats.push(custom.get(id) ?? builtIn(id))
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  return formats
}

function builtIn(id: number): NumberFormat {
  return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'plain'
}

/** Reads a format like `[$-409]yyyy\-mm\-dd;@`. Quoted text, escaped characters, colours and locales are ignored. */
function readFormatCode(code: string): NumberFormat {
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 's')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '')
  if (/[ymdhs]/i.test(bare)) return 'date'
  return bare.includes('%') ? 'percent' : 'plain'
}
