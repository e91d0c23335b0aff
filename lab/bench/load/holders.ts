import { generateKeyPairSync, hash } from 'node:crypto'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getAddressDecoder } from '@solana/kit'
import { keccak } from 'hash-wasm'
import secp256k1 from 'secp256k1'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { addressOf } from '#lab/bench/fill-store.ts'
import { signClaim, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'

/** So many holders of each list have keys; the others' addresses are made up. */
export const HOLDERS_WITH_KEYS = 200_000

const ROWS_PER_CHUNK = 10_000

const addresses = getAddressDecoder()

/** The same key for the same place, so that a list can be kept. */
function keyOf(index: number): Uint8Array {
  return hash('sha256', `a holder of the benchmarks ${index}`, 'buffer')
}

async function holderAddress(index: number, size: number): Promise<EvmAddress> {
  if (index >= Math.min(size, HOLDERS_WITH_KEYS)) return addressOf(index)
  const publicKey = secp256k1.publicKeyCreate(keyOf(index), false)
  return `0x${(await keccak(publicKey.subarray(1), 256)).slice(-40)}` as EvmAddress
}

function amountOf(index: number): Wei {
  return (BigInt(index + 1) * 1_000_000_007_000_000_007n) as Wei
}

const amountTextOf = (index: number) => formatDecimalUnits(amountOf(index), 18)

/** A holder with a key, who names a Solana wallet of a real key. */
export async function holderAt(index: number): Promise<ThrowawayHolder> {
  const { publicKey } = generateKeyPairSync('ed25519')
  const wallet = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    address: await holderAddress(index, HOLDERS_WITH_KEYS),
    privateKey: keyOf(index),
    solanaAddress: addresses.decode(wallet),
  }
}

/** The body of the claim of the holder at a place: a real signature of this moment. */
export function claimOf(holder: ThrowawayHolder, index: number) {
  return signClaim(holder, amountTextOf(index), '0x38', null)
}

/** Writes a list of so many holders, in the order of their addresses, and keeps it for the next run. */
export async function holderList(size: number): Promise<string> {
  const path = join(tmpdir(), `ferry-bench-holders-${size}.csv`)
  if (existsSync(path)) return path
  const rows: string[] = []
  for (let index = 0; index < size; index += 1) {
    rows.push(`${await holderAddress(index, size)},${amountOf(index)}\n`)
  }
  rows.sort()
  const unfinished = `${path}.${process.pid}`
  await pipeline(Readable.from(chunks(rows)), createWriteStream(unfinished))
  renameSync(unfinished, path)
  return path
}

function* chunks(rows: readonly string[]): Generator<string> {
  yield 'address,amountWei\n'
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
    yield rows.slice(start, start + ROWS_PER_CHUNK).join('')
}
