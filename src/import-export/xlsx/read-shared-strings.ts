import { setImmediate } from 'node:timers/promises'
import { formatLimit } from '#import-export/file-limits.ts'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import type { XlsxArchive } from './open-xlsx.ts'
import { readXml } from './read-xml.ts'
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
