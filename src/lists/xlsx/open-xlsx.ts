import { posix } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { formatLimit, RATIO_FREE_BYTES, UnreadableFileError } from '#lists/read-file.ts'
import { parseXml, readXml } from './read-xml.ts'

/** The method of compression that nearly every archive has. */
const DEFLATED = 8

/** So much is inflated at a time: it is read within two milliseconds. */
const INFLATED_BYTES = 64 * 1024

/** The parts of a workbook by their paths. */
export interface XlsxArchive {
  has(path: string): boolean
  names(): string[]
  /**
   * Inflates a part as it is read. Throws UnreadableFileError where it is damaged (its checksum is compared: a flipped bit
   * could be an amount's) and above the limits.
   */
  read(path: string): AsyncGenerator<Uint8Array, void, void>
}

/** Opens an .xlsx file by the directory at its end. Throws UnreadableFileError when it is no .xlsx. */
export async function openXlsx(file: Buffer, limits: XlsxLimits): Promise<XlsxArchive> {
  const zip = await openZip(file)
  const parts = await listParts(zip, limits)
  let inflatedBytes = 0

  return {
    has: (path) => parts.has(path),
    names: () => [...parts.keys()],

    async *read(path) {
      const entry = parts.get(path)
      if (!entry) throw new UnreadableFileError(`the workbook has no part ${path}: it is damaged`)
      if (entry.isEncrypted()) throw new UnreadableFileError('the zip archive is protected by a password')
      if (isBomb(entry, limits)) throw inflatesTooFar(limits)
      let checksum = 0
      for await (const chunk of inflate(zip, entry)) {
        inflatedBytes += chunk.length
        if (inflatedBytes > limits.maxInflatedBytes) {
          throw new UnreadableFileError(
            `the workbook inflates to more than ${formatLimit(limits.maxInflatedBytes)} bytes, which is the limit`,
          )
        }
        checksum = crc32(chunk, checksum)
        yield chunk
      }
      if (checksum !== entry.crc32) throw damagedBy('a checksum does not match')
    },
  }
}

async function openZip(file: Buffer): Promise<ZipFile> {
  // The container of workbooks that are protected by a password, and of the old .xls.
  if (file.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw new UnreadableFileError(
      'the file is an old .xls or is protected by a password: save it as .xlsx without one',
    )
  }
  if (file.subarray(0, 2).toString('latin1') !== 'PK') {
    throw new UnreadableFileError('the file is no Excel workbook (.xlsx)')
  }
  try {
    return await fromBufferPromise(file, { lazyEntries: true, autoClose: false })
  } catch (error) {
    throw damaged(error)
  }
}

async function listParts(zip: ZipFile, limits: XlsxLimits): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  const paths = new Set<string>()
  if (zip.entryCount > limits.maxParts) throw tooManyParts(limits)
  try {
    for await (const entry of zip.eachEntry()) {
      // Programs differ in which of two they read.
      const path = posix.normalize(entry.fileName).toLowerCase()
      if (paths.has(path)) throw new UnreadableFileError('a part stands twice in the workbook or zip archive')
      paths.add(path)
      parts.set(entry.fileName, entry)
    }
  } catch (error) {
    throw damaged(error)
  }
  return parts
}

async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void, void> {
  let content: Readable
  try {
    content = await openPart(zip, entry)
  } catch (error) {
    throw damaged(error)
  }
  let byteCount = 0
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      byteCount += chunk.length
      if (byteCount > entry.uncompressedSize)
        throw damagedBy('a part is of another size than its directory says')
      yield chunk
    }
    if (byteCount < entry.uncompressedSize)
      throw damagedBy('a part is of another size than its directory says')
  } catch (error) {
    throw damaged(error)
  } finally {
    content.destroy()
  }
}

/** Opens a part's content. What is deflated is inflated here, in larger pieces than the library takes: a sheet has tens of thousands of its. */
async function openPart(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== DEFLATED) return await zip.openReadStreamPromise(entry)
  const deflated = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  // The loop over the content sees the same error, whichever of the two has it.
  return pipeline(deflated, createInflateRaw({ chunkSize: INFLATED_BYTES }), () => {})
}

/** Tells a bomb before anything of it is inflated. One that says a smaller size is cut off at it, as damaged. */
function isBomb({ uncompressedSize, compressedSize }: Entry, { maxInflateRatio }: XlsxLimits): boolean {
  return uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * maxInflateRatio
}

function inflatesTooFar({ maxInflateRatio }: XlsxLimits): UnreadableFileError {
  return new UnreadableFileError(
    `the workbook inflates to more than ${formatLimit(maxInflateRatio)} times its compressed size, which is the limit`,
  )
}

function tooManyParts({ maxParts }: XlsxLimits): UnreadableFileError {
  return new UnreadableFileError(
    `the workbook has more than ${formatLimit(maxParts)} parts, which is the limit`,
  )
}

/** The library's own words are not shown. */
function damaged(reason: unknown): UnreadableFileError {
  return reason instanceof UnreadableFileError ? reason : damagedBy('its parts are not as its directory says')
}

function damagedBy(what: string): UnreadableFileError {
  return new UnreadableFileError(`the workbook is damaged, or the zip archive is (${what})`)
}

/** The largest workbook that is read. A real list of payments comes near none of these limits. */
export interface XlsxLimits {
  /** The most bytes of the file as given: it is held in memory, since a zip is read from its end. */
  maxFileBytes: number
  /** The most bytes of everything that is inflated, together. */
  maxInflatedBytes: number
  /** The highest ratio of a part's inflated to its compressed size, past RATIO_FREE_BYTES. */
  maxInflateRatio: number
  /** The most rows with content. */
  maxRows: number
  /** The most cells, empty ones and those of other columns too. */
  maxCells: number
  /** The most strings in the workbook's table of shared ones. */
  maxSharedStrings: number
  /** The most parts of the zip archive. */
  maxParts: number
}

export const DEFAULT_XLSX_LIMITS: XlsxLimits = {
  maxFileBytes: 32 * 1024 ** 2,
  maxInflatedBytes: 128 * 1024 ** 2,
  maxInflateRatio: 200,
  maxRows: 100_000,
  maxCells: 5_000_000,
  maxSharedStrings: 1_000_000,
  maxParts: 1000,
}

/** One worksheet of a workbook; charts are none. */
export interface Sheet {
  name: string
  /** The path of its part. */
  path: string
  isHidden: boolean
}

/** The worksheets of a workbook, in its order, and the paths of the parts that they share. */
interface Workbook {
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
interface SheetParts {
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
