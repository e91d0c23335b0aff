import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { AmountSyntaxError, parseAmountUAAsWei, parseWei, type Wei } from '#domain/amounts.ts'
import { type EvmAddress, readEvmAddress } from '#domain/evm-address.ts'
import { BUNDLE_FORMAT, type BundleManifest } from './bundle-manifest.ts'
import { fromHex, PackedRecords } from './bytes.ts'
import type { OnProgress } from './on-progress.ts'
import { decompress, readZip, ZipError } from './read-zip.ts'
import { sortedOrder } from './sorted-order.ts'
import { notProved, refuted, VerdictError } from './verdict.ts'

export interface ReadList {
  /** In ascending order of their addresses. */
  rows: { address: EvmAddress; amountWei: Wei }[]
  /** Null where the file is the list alone. */
  manifest: BundleManifest | null
}

const NOT_A_LIST =
  'This is not a list that can be read here: give the bundle (.zip) that the project publishes, or a CSV whose first line names the columns address and amountWei or amountUA.'

const ROWS_PER_PAUSE = 5_000

const ADDRESS_BYTES = 20

/**
 * Reads a list: a bundle, or a CSV, plain or gzip. Ends the check with "not proved" where it is no list, and with "refuted" where it is one
 * that was damaged or changed.
 */
export async function readListFile(
  bytes: Uint8Array<ArrayBuffer>,
  coinDecimals: number,
  onProgress: OnProgress,
): Promise<ReadList> {
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

async function readBundle(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<ReadList> {
  const files = await readZip(bytes).catch((error: unknown) => {
    throw error instanceof ZipError ? damaged() : error
  })
  const list = files.get('list.csv')
  const manifest = readManifest(files.get('manifest.json'))
  if (!list || !manifest) throw new VerdictError(notProved(NOT_A_LIST))
  if (bytesToHex(sha256(list)) !== manifest.listSha256) throw damaged()
  return { rows: await readRows(list, manifest.coinDecimals, onProgress), manifest }
}

function readManifest(bytes: Uint8Array | undefined): BundleManifest | null {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes))
    return manifest.format === BUNDLE_FORMAT ? manifest : null
  } catch {
    return null
  }
}

async function readRows(
  bytes: Uint8Array,
  coinDecimals: number,
  onProgress: OnProgress,
): Promise<ReadList['rows']> {
  const [header = '', ...lines] = new TextDecoder().decode(bytes).split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const readRow = rowReader(header.replace(/^\ufeff/, ''), coinDecimals)
  const rows: ReadList['rows'] = []
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
function byAddress(rows: ReadList['rows']): ReadList['rows'] {
  const addresses = new PackedRecords(ADDRESS_BYTES)
  for (const { address } of rows) addresses.add(fromHex(address))
  return Array.from(sortedOrder(addresses), (place) => rows[place] as ReadList['rows'][number])
}

function rowReader(header: string, coinDecimals: number) {
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  const [address, wei, amount, index] = ['address', 'amountwei', 'amountua', 'index'].map((name) =>
    names.indexOf(name),
  ) as [number, number, number, number]
  if (address < 0 || wei < 0 === amount < 0) throw new VerdictError(notProved(NOT_A_LIST))
  return (line: string, place: number): ReadList['rows'][number] => {
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
