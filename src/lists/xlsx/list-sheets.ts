import { posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { UnreadableFileError } from '#lists/file-problems.ts'
import { openXlsx, type XlsxArchive, type XlsxLimits } from './open-xlsx.ts'
import { parseXml, readXml } from './read-xml.ts'

/** One worksheet of a workbook; charts are none. */
export interface Sheet {
  name: string
  /** The path of its part. */
  path: string
  isHidden: boolean
}

/** The worksheets of a workbook, in its order, and the paths of the parts that they share. */
export interface Workbook {
  sheets: Sheet[]
  /** Null where the workbook has none. */
  sharedStrings: string | null
  styles: string | null
}

interface Relation {
  id: string
  /** The last piece of its type: "worksheet". The rest differs between the two flavours of the format. */
  kind: string
  path: string
}

/** Lists the worksheets of a workbook. Throws UnreadableFileError. */
export async function listSheets(archive: XlsxArchive): Promise<Workbook> {
  const top = await readRelations(archive, '')
  const workbook = top.find(({ kind }) => kind === 'officeDocument')?.path
  if (!workbook || !archive.has(workbook)) {
    throw new UnreadableFileError('the file is a zip archive, but no Excel workbook (.xlsx)')
  }
  const relations = await readRelations(archive, workbook)
  const pathOf = (kind: string) => relations.find((each) => each.kind === kind)?.path ?? null

  const sheets: Sheet[] = []
  await parseXml(archive.read(workbook), {
    open(name, attributes) {
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const part = relations.find((each) => each.id === id)
      if (part?.kind !== 'worksheet') return
      const { name: title = '', state = 'visible' } = attributes
      sheets.push({ name: title, path: part.path, isHidden: state !== 'visible' })
    },
  })
  return { sheets, sharedStrings: pathOf('sharedStrings'), styles: pathOf('styles') }
}

/** Reads the parts that a part refers to, with paths from the root of the archive. `''` is the package itself. */
async function readRelations(archive: XlsxArchive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(path)) return []
  const relations: Relation[] = []
  await parseXml(archive.read(path), {
    open(name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External' || !Id || !Type || !Target) return
      if (relations.some(({ id }) => id === Id))
        throw new UnreadableFileError('the workbook names two parts by one number: it is damaged')
      const resolved = posix.resolve('/', folder, Target).slice(1)
      relations.push({ id: Id, kind: posix.basename(Type), path: resolved })
    },
  })
  return relations
}

/** The paths of the parts that are needed to read the first sheet. */
export interface SheetParts {
  sheet: string
  /** Null where the workbook has none. */
  sharedStrings: string | null
  styles: string | null
}

/** Finds the first worksheet that a person sees: hidden ones and charts are passed over. Throws UnreadableFileError. */
export async function findFirstSheet(archive: XlsxArchive): Promise<SheetParts> {
  const { sheets, ...parts } = await listSheets(archive)
  const first = sheets.find(({ isHidden }) => !isHidden)
  if (!first) throw new UnreadableFileError('the workbook has no visible sheet')
  return { sheet: first.path, ...parts }
}

/** A sheet that is not read, although it has something in it. */
export interface UnreadSheet {
  name: string
  isHidden: boolean
  /** Its rows with any content; null where there are too many to count. */
  rows: number | null
}

/** The sheet that is read, by name, and the others that are not empty. */
export interface SheetNames {
  read: string
  unread: UnreadSheet[]
}

/**
 * Names the sheets of a workbook and counts the rows of those that are passed over: all but the one that is read, the first visible one
 * where no path is given. Throws UnreadableFileError.
 */
export async function lookAtSheets(
  file: Buffer,
  limits: XlsxLimits,
  path: string | null = null,
): Promise<SheetNames> {
  const archive = await openXlsx(file, limits)
  const { sheets } = await listSheets(archive)
  const first = sheets.find((sheet) => (path === null ? !sheet.isHidden : sheet.path === path))
  const unread: UnreadSheet[] = []
  for (const sheet of sheets) {
    if (sheet === first) continue
    const rows = await countRows(archive, sheet.path)
    if (rows !== 0) unread.push({ name: sheet.name, isHidden: sheet.isHidden, rows })
  }
  return { read: first?.name ?? '', unread }
}

/** Counts the rows in which any cell has a value; null past the limits of what is inflated, or where the part is damaged. */
async function countRows(archive: XlsxArchive, path: string): Promise<number | null> {
  let rows = 0
  let hasContent = false
  const reading = readXml(archive.read(path), {
    open(name) {
      if (name === 'row') hasContent = false
      else if (name === 'v' || name === 't' || name === 'f') hasContent = true
    },
    close(name) {
      if (name === 'row' && hasContent) rows += 1
    },
  })
  try {
    for await (const _ of reading) await setImmediate()
    return rows
  } catch (error) {
    if (error instanceof UnreadableFileError) return null
    throw error
  }
}
