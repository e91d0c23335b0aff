import type { Hash } from 'node:crypto'
import { CommandRefusedError } from '#domain/command-refused-error.ts'
import { describeKey } from './copied-rows.ts'
import type { CopiedRow, CopiedTable, CopiedValue, CopySide } from './copy-side.ts'

/**
 * Goes through a table of both stores side by side, adds every value to the hash, and returns the number of rows. Throws
 * CommandRefusedError at the first difference.
 */
export async function compareTable(compared: {
  source: CopySide
  target: CopySide
  table: CopiedTable
  chunk: number
  hash: Hash
}): Promise<number> {
  const { source, target, table, chunk, hash } = compared
  const theirs = target.chunks(table, chunk)[Symbol.asyncIterator]()
  hash.update(table.name)
  let count = 0
  for await (const ours of source.chunks(table, chunk)) {
    const copies: CopiedRow[] = (await theirs.next()).value ?? []
    for (const [index, row] of ours.entries()) {
      const bytes = encode(row)
      const copy = copies[index]
      if (copy === undefined || !encode(copy).equals(bytes)) throw differs(table, row)
      hash.update(bytes)
    }
    if (copies.length > ours.length) throw differs(table, copies.at(-1) ?? [])
    count += ours.length
  }
  const { value: more } = await theirs.next()
  if (more !== undefined) throw differs(table, more[0] ?? [])
  if (table.serial !== null && (await source.nextNumber(table)) !== (await target.nextNumber(table))) {
    throw new CommandRefusedError(`Table ${table.name} would go on with another number than in the source.`)
  }
  return count
}

function differs(table: CopiedTable, row: CopiedRow): CommandRefusedError {
  return new CommandRefusedError(
    `The copy differs from its source in table ${table.name}, row ${describeKey(table, row)}. It is not to be used.`,
  )
}

/** Each value with its kind and length before it: no two rows have the same bytes. */
function encode(row: CopiedRow): Buffer {
  const parts: Buffer[] = []
  for (const value of row) {
    const bytes = bytesOf(value)
    const head = Buffer.alloc(5)
    head.writeUInt8(kindOf(value))
    head.writeUInt32BE(bytes.length, 1)
    parts.push(head, bytes)
  }
  return Buffer.concat(parts)
}

function kindOf(value: CopiedValue): number {
  if (value === null) return 0
  if (typeof value === 'bigint') return 1
  return typeof value === 'string' ? 2 : 3
}

function bytesOf(value: CopiedValue): Buffer {
  if (value === null) return Buffer.alloc(0)
  return Buffer.isBuffer(value) ? value : Buffer.from(String(value))
}
