import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { AmountSyntaxError, parseAmountUAAsWei, parseWei, type Wei } from '#domain/amounts.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import type { ReceiptKey } from '#domain/portal-receipt.ts'
import { fromHex, PackedRecords, sortedOrder } from './bytes.ts'
import type { OnProgress } from './list-tree.ts'
import { notProved, refuted, VerdictError } from './verdict.ts'

export interface ListFileContent {
  /** In ascending order of their addresses. */
  rows: { address: EvmAddress; amountWei: Wei }[]
  /** Null where the file is the list alone. */
  manifest: BundleManifest | null
}

const NOT_A_LIST =
  'This is not a list that can be read here: give the bundle (.zip) that the project publishes, or a CSV whose first line names the columns address and amountWei or amountUA.'

const ROWS_PER_PAUSE = 5_000

const ADDRESS_BYTES = 20

/** No coin has more. */
const MAX_DECIMALS = 36
const MAX_TEXT = 200

/**
 * Reads a list: a bundle, or a CSV, plain or gzip. Ends the check with "not proved" where it is no list, and with "refuted" where it is one
 * that was damaged or changed.
 */
export async function readListFile(
  bytes: Uint8Array<ArrayBuffer>,
  coinDecimals: number,
  onProgress: OnProgress,
): Promise<ListFileContent> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readBundle(bytes, onProgress)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = isGzip ? await unzipped(bytes) : bytes
  return { rows: await readRows(text, coinDecimals, onProgress), manifest: null }
}

async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await decompress(bytes, 'gzip')
  } catch {
    throw damaged()
  }
}

async function readBundle(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<ListFileContent> {
  const files = await readZip(bytes).catch((error: unknown) => {
    throw error instanceof ZipError ? damaged() : error
  })
  const list = files.get('list.csv')
  const manifest = readManifest(files.get('manifest.json'))
  if (!list || !manifest) throw new VerdictError(notProved(NOT_A_LIST))
  const root = files.get('root.txt')
  const isOtherRoot = root !== undefined && new TextDecoder().decode(root).trim() !== manifest.root
  if (isOtherRoot || bytesToHex(sha256(list)) !== manifest.listSha256) throw damaged()
  return { rows: await readRows(list, manifest.coinDecimals, onProgress), manifest }
}

function readManifest(bytes: Uint8Array | undefined): BundleManifest | null {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes))
    return manifest.format === BUNDLE_FORMAT && isManifest(manifest) ? manifest : null
  } catch {
    return null
  }
}

/** Everything in it that is calculated with or shown: any file can say anything. */
function isManifest(
  value: Record<keyof BundleManifest, unknown>,
): value is Record<string, unknown> & BundleManifest {
  const texts = [
    value.tokenName,
    value.tokenSymbol,
    value.root,
    value.totalWei,
    value.publishedAt,
    value.listSha256,
  ]
  return (
    texts.every((text) => typeof text === 'string' && text.length <= MAX_TEXT) &&
    Number.isInteger(value.coinDecimals) &&
    Number(value.coinDecimals) >= 0 &&
    Number(value.coinDecimals) <= MAX_DECIMALS &&
    Number.isSafeInteger(value.rows)
  )
}

async function readRows(
  bytes: Uint8Array,
  coinDecimals: number,
  onProgress: OnProgress,
): Promise<ListFileContent['rows']> {
  const [header = '', ...lines] = new TextDecoder().decode(bytes).split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const readRow = rowReader(header.replace(/^\ufeff/, ''), coinDecimals)
  const rows: ListFileContent['rows'] = []
  let isInOrder = true
  let before = ''
  for (const [place, line] of lines.entries()) {
    const row = readRow(line, place)
    if (row.address <= before) isInOrder = false
    before = row.address
    rows.push(row)
    if (place % ROWS_PER_PAUSE === 0) await onProgress(place / lines.length)
  }
  if (rows.length === 0) throw new VerdictError(notProved(NOT_A_LIST))
  return isInOrder ? rows : byAddress(rows)
}

/** Sorts by packed bytes: comparing a quarter of a million texts holds a page up for a second. */
function byAddress(rows: ListFileContent['rows']): ListFileContent['rows'] {
  const addresses = new PackedRecords(ADDRESS_BYTES)
  for (const { address } of rows) addresses.add(fromHex(address))
  return Array.from(sortedOrder(addresses), (place) => rows[place] as ListFileContent['rows'][number])
}

function rowReader(header: string, coinDecimals: number) {
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  const [address, wei, amount, index] = ['address', 'amountwei', 'amountua', 'index'].map((name) =>
    names.indexOf(name),
  ) as [number, number, number, number]
  const isTwice = new Set(names).size < names.length
  if (isTwice || address < 0 || wei < 0 === amount < 0) throw new VerdictError(notProved(NOT_A_LIST))
  return (line: string, place: number): ListFileContent['rows'][number] => {
    const where = `Line ${place + 2} of the list`
    if (line.includes('"'))
      throw new VerdictError(
        notProved(`${where} has quotation marks, which are not read here. ${NOT_A_LIST}`),
      )
    const cells = line.split(',').map((cell) => cell.trim())
    const read = readEvmAddress(cells[address] ?? '')
    if (cells.length !== names.length || read === null) throw changedRow(where)
    if (index >= 0 && cells[index] !== String(place)) throw changedRow(where)
    return {
      address: read,
      amountWei: readWei(cells[wei] ?? cells[amount] ?? '', wei >= 0, coinDecimals, where),
    }
  }
}

function readWei(text: string, isWei: boolean, coinDecimals: number, where: string): Wei {
  try {
    return isWei ? parseWei(text) : parseAmountUAAsWei(text, coinDecimals)
  } catch (error) {
    throw error instanceof AmountSyntaxError ? changedRow(where) : error
  }
}

const changedRow = (where: string) =>
  new VerdictError(refuted(`${where} is not a row of a published list: the file was changed or damaged.`))

const damaged = () =>
  new VerdictError(refuted('The file is not as it was made: it was damaged or changed. Download it again.'))

/** A zip that can not be read. */
class ZipError extends Error {
  override name = 'ZipError'
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

/** Reads the files of a zip by name, into memory. For bundles alone: no encryption, no zip64. Throws ZipError. */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  try {
    return await readEntries(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    throw new ZipError('the zip can not be read', { cause: error })
  }
}

async function readEntries(bytes: Uint8Array<ArrayBuffer>, view: DataView) {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const end = findEnd(view)
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new ZipError('no entry where one is announced')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    )
    const nameEnd = at + ENTRY_BYTES + (nameLength ?? 0)
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, nameEnd))
    const content = contentOf(bytes, view, view.getUint32(at + 42, true), view.getUint32(at + 20, true))
    // Tools differ in which of two they take.
    if (files.has(name)) throw new ZipError('two files of one name')
    files.set(name, await unpack(content, view.getUint16(at + 10, true)))
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) if (view.getUint32(at, true) === END) return at
  throw new ZipError('no end')
}

function contentOf(bytes: Uint8Array<ArrayBuffer>, view: DataView, local: number, size: number) {
  if (view.getUint32(local, true) !== LOCAL) throw new ZipError('no file where one is announced')
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  return bytes.subarray(start, start + size)
}

function unpack(content: Uint8Array<ArrayBuffer>, method: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return Promise.resolve(content)
  if (method !== DEFLATED) throw new ZipError(`method ${method}`)
  return decompress(content, 'deflate-raw')
}

/** Decompresses bytes. Rejects where they are damaged. */
async function decompress(
  content: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream(format))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export const BUNDLE_FORMAT = 'ferry-list/1'

/** The columns of a bundle's list.csv. */
export const LIST_COLUMNS = ['index', 'address', 'amountWei'] as const

/** What a bundle says of the list in it. */
export interface BundleManifest {
  format: typeof BUNDLE_FORMAT
  tokenName: string
  tokenSymbol: string
  coinDecimals: number
  root: string
  rows: number
  totalWei: string
  /** SHA-256 of the file that the operator uploaded. */
  fileHash: string
  publishedAt: string
  /** The ABI types of a leaf: index, address, amountWei. */
  leaf: string
  order: string
  /** SHA-256 of list.csv. */
  listSha256: string
  /** Of the portal, in the order of their use; not there in bundles up to 0.2.0. */
  receiptKeys?: readonly ReceiptKey[]
}
