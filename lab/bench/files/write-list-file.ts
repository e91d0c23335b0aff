import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addressOf } from '#lab/bench/fill-store.ts'
import { writeXlsx } from '#lists/write-xlsx.ts'

export const LIST_FORMATS = ['csv', 'json', 'xlsx'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

const PAGE = 1_000

/** Writes a holder list whose addresses stand in no order, and returns its path. */
export async function writeListFile(folder: string, format: ListFormat, rowCount: number): Promise<string> {
  const path = join(folder, `holders.${format}`)
  await pipeline(contentOf(format, rowCount), createWriteStream(path))
  return path
}

function contentOf(format: ListFormat, rowCount: number): Readable {
  switch (format) {
    case 'csv':
      return Readable.from(csvOf(rowCount))
    case 'json':
      return Readable.from(jsonOf(rowCount))
    case 'xlsx': {
      const columns = [
        { header: 'address', width: 46 },
        { header: 'amountWei', width: 30 },
      ]
      return writeXlsx('Holders', columns, pagesOf(rowCount))
    }
  }
}

async function* pagesOf(rowCount: number): AsyncGenerator<[address: string, amountWei: string][]> {
  for (let start = 0; start < rowCount; start += PAGE) {
    const count = Math.min(PAGE, rowCount - start)
    yield Array.from({ length: count }, (_, index) => [addressOf(start + index), weiOf(start + index)])
  }
}

async function* csvOf(rowCount: number): AsyncGenerator<string> {
  yield 'address,amountWei\n'
  for await (const page of pagesOf(rowCount)) yield page.map((row) => `${row.join(',')}\n`).join('')
}

async function* jsonOf(rowCount: number): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pagesOf(rowCount)) {
    const items = page.map(([address, amountWei]) => JSON.stringify({ address, amountWei }))
    yield `${separator}${items.join(',')}`
    separator = ','
  }
  yield ']\n'
}

/** Between a millionth of a token and a hundred thousand of them. */
function weiOf(index: number): string {
  return String(10n ** BigInt(12 + (index % 11)) + BigInt(index) * 7_919n)
}
