import { posix } from 'node:path'
import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'
import type { XlsxArchive } from './open-xlsx.ts'
import { parseXml } from './read-xml.ts'

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
