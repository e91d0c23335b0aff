import { hash } from 'node:crypto'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { keccak } from 'hash-wasm'
import secp256k1 from 'secp256k1'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { writeXlsx } from '#import-export/write-xlsx.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { addressOf } from './fill-store.ts'

/** So many holders of each list have keys; the others' addresses are made up. */
export const HOLDERS_WITH_KEYS = 200_000

export type ListFormat = 'csv' | 'json' | 'xlsx'

const PAGE = 1_000

/** The same key for the same place, so that a list can be kept. */
function keyOf(index: number): Uint8Array {
  return hash('sha256', `a holder of the benchmarks ${index}`, 'buffer')
}

async function holderAddress(index: number): Promise<EvmAddress> {
  if (index >= HOLDERS_WITH_KEYS) return addressOf(index)
  const publicKey = secp256k1.publicKeyCreate(keyOf(index), false)
  return `0x${(await keccak(publicKey.subarray(1), 256)).slice(-40)}` as EvmAddress
}

/** From thousandths of a token to millions of them, with digits to the last. */
function amountOf(index: number): Wei {
  return (BigInt(index + 1) * 1_000_000_007_000_000_007n) as Wei
}

/** A holder with a key, who names a Solana wallet of a real key. */
export async function holderAt(index: number): Promise<ThrowawayHolder> {
  return {
    address: await holderAddress(index),
    privateKey: keyOf(index),
    solanaAddress: freshSolanaAddress(),
  }
}

/** The body of the claim of the holder at a place: a real signature of this moment. */
export function claimOf(holder: ThrowawayHolder, index: number) {
  return signClaim(holder, formatDecimalUnits(amountOf(index), 18), '0x38', null)
}

/** Writes a list of so many holders, whose addresses stand in no order, and keeps it for the next run. */
export async function holderList(size: number, format: ListFormat = 'csv'): Promise<string> {
  const path = join(tmpdir(), `ferry-bench-list-${size}.${format}`)
  if (existsSync(path)) return path
  const unfinished = `${path}.${process.pid}`
  await pipeline(contentOf(format, pages(size)), createWriteStream(unfinished))
  renameSync(unfinished, path)
  return path
}

type Page = [address: string, amountWei: string][]

async function* pages(size: number): AsyncGenerator<Page> {
  for (let start = 0; start < size; start += PAGE) {
    const places = Array.from({ length: Math.min(PAGE, size - start) }, (_, n) => start + n)
    yield await Promise.all(
      places.map(async (n): Promise<Page[number]> => [await holderAddress(n), String(amountOf(n))]),
    )
  }
}

function contentOf(format: ListFormat, rows: AsyncGenerator<Page>): Readable {
  if (format === 'csv') return Readable.from(csvOf(rows))
  if (format === 'json') return Readable.from(jsonOf(rows))
  const columns = ['address', 'amountWei'].map((header) => ({ header, width: 40 }))
  return writeXlsx('Holders', columns, rows)
}

async function* csvOf(rows: AsyncGenerator<Page>): AsyncGenerator<string> {
  yield 'address,amountWei\n'
  for await (const page of rows) yield page.map((row) => `${row.join(',')}\n`).join('')
}

async function* jsonOf(rows: AsyncGenerator<Page>): AsyncGenerator<string> {
  let separator = '['
  for await (const page of rows) {
    const items = page.map(([address, amountWei]) => JSON.stringify({ address, amountWei }))
    yield `${separator}${items.join(',')}`
    separator = ','
  }
  yield ']\n'
}
