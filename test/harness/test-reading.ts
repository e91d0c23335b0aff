import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ListChoices } from '#lists/list-shape/list-shape.ts'
import { type AllocationRow, type AllocationSummary, readAllocations } from '#lists/read-allocations.ts'
import type { FileLimits } from '#lists/read-file.ts'

/** Fixtures of the tests of `src/lists`: two holders, and a file read as a whole. */

export const A = `0x${'a1'.repeat(20)}`
export const B = `0x${'b2'.repeat(20)}`
export const WEI_OF_A = '400000000000000000000'
export const WEI_OF_B = '1'
export const CSV = `address,amountWei\n${A},${WEI_OF_A}\n${B},${WEI_OF_B}\n`
export const ITEMS = [
  { address: A, amountWei: WEI_OF_A },
  { address: B, amountWei: WEI_OF_B },
]
export const JSON_TEXT = JSON.stringify(ITEMS)

export interface ReadOptions {
  limits?: Partial<FileLimits>
  coinDecimals?: number
  chunkBytes?: number
  choices?: ListChoices
}

/** Reads a file given in chunks of `chunkBytes`, 64 KiB by default. */
export async function readWhole(
  content: string | Buffer,
  { limits, coinDecimals = 18, chunkBytes = 64 * 1024, choices = {} }: ReadOptions = {},
): Promise<AllocationSummary & { rows: AllocationRow[] }> {
  const source = Readable.from(chunksOf(Buffer.from(content), chunkBytes))
  const { batches, summary } = readAllocations(source, { coinDecimals, choices, ...(limits && { limits }) })
  const rows: AllocationRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return { rows, ...summary() }
}

export function* chunksOf(bytes: Buffer, chunkBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes)
}

/** A CSV of so many holders, each with the amount given for its index. */
export function csvOf(rowCount: number, amountWei: (index: number) => string = () => '1'): string {
  const lines = Array.from({ length: rowCount }, (_, index) => `${addressOf(index)},${amountWei(index)}`)
  return ['address,amountWei', ...lines, ''].join('\n')
}

export function addressOf(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
