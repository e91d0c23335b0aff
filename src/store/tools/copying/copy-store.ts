import { createHash, type Hash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandRefusedError } from '#domain/refused-error.ts'
import { openDatabase } from '#store/database/open-database.ts'
import {
  type CopiedRow,
  type CopiedTable,
  type CopiedValue,
  type CopySide,
  describeKey,
  type StoreMark,
} from './copy-side.ts'
import { openPostgresSide } from './postgres-side.ts'
import { openSqliteSide } from './sqlite-side.ts'

interface CopyReport {
  tables: { name: string; rows: number }[]
  /** SHA-256 over every value of every table, the same in both databases. */
  hash: string
}

interface CopyOptions {
  from: string
  to: string
  /** Told each time rows of a table were copied or compared. */
  onRows?(table: string, rows: number, what: 'copied' | 'compared'): void
}

/** Rows that are in memory at a time. */
const CHUNK = 500

/**
 * Moves a store: copies every table, compares the copy row by row, marks the source as moved, and only then lets the copy be used.
 * Whatever interrupts it, at most one of the two can be used, and the same command goes on. Throws CommandRefusedError.
 */
export async function copyStore({ onRows, ...options }: CopyOptions): Promise<CopyReport> {
  const [from, to] = [whole(options.from), whole(options.to)]
  if (from === to) throw new CommandRefusedError('--from and --to are the same database.')
  await using source = await openSide(from)
  await source.begin()
  await makeTarget(to)
  await using target = await openSide(to)
  await target.begin()

  const tables = await tablesOf(source, target)
  const copyId = await beginCopy(source, target, tables)
  await target.setTriggers(false)
  for (const table of tables) {
    let rows = 0
    for await (const chunk of source.chunks(table, CHUNK)) {
      await target.insert(table, chunk)
      rows += chunk.length
      onRows?.(table.name, rows, 'copied')
    }
    if (table.serial !== null) await target.setNextNumber(table, await source.nextNumber(table))
  }
  await target.setTriggers(true)

  const hash = createHash('sha256')
  const report: CopyReport = { tables: [], hash: '' }
  for (const table of tables) {
    const rows = await compareTable(source, target, table, hash)
    report.tables.push({ name: table.name, rows })
    onRows?.(table.name, rows, 'compared')
  }
  await source.setMark(markOf('moved', copyId, target))
  await target.setMark(null)
  await source.commit()
  await target.commit()
  return { ...report, hash: hash.digest('hex') }
}

/** Lets a store be used again that was moved, where its copy never was. Throws CommandRefusedError. */
export async function reopenStore(location: string): Promise<StoreMark> {
  await using side = await openSide(whole(location))
  await side.begin()
  const mark = await side.mark()
  if (mark?.mark !== 'moved') throw new CommandRefusedError(`${side.name} was not moved.`)
  await side.setMark(null)
  await side.commit()
  return mark
}

/** A mark that names a file is read in another folder, maybe. */
function whole(location: string): string {
  return isPostgres(location) ? location : resolve(location)
}

async function openSide(location: string): Promise<CopySide> {
  if (isPostgres(location)) return openPostgresSide(location)
  if (!existsSync(location)) throw new CommandRefusedError(`There is no database at ${location}.`)
  return openSqliteSide(location)
}

function isPostgres(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location)
}

/** Makes the target's schema where it has none. */
async function makeTarget(location: string): Promise<void> {
  // SQLite would make the file readable by all.
  if (!isPostgres(location) && !existsSync(location)) {
    mkdirSync(dirname(location), { recursive: true, mode: 0o700 })
    closeSync(openSync(location, 'wx', 0o600))
  }
  const { close } = await openDatabase(location, { evenIfMarked: true })
  await close()
}

/** The tables of both, each after those that it refers to. Throws CommandRefusedError where the two are not alike. */
async function tablesOf(source: CopySide, target: CopySide): Promise<CopiedTable[]> {
  const [ours, theirs] = [await source.migrations(), await target.migrations()]
  if (ours.join() !== theirs.join()) {
    throw new CommandRefusedError(
      `${source.name} has the schema of another version of Ferry: bring it up to date first, by npm run migrate or a start.`,
    )
  }
  const tables = (await source.tables()).sort(byName)
  const others = (await target.tables()).sort(byName)
  for (const [index, table] of tables.entries()) {
    if (table.key.length === 0) throw new CommandRefusedError(`Table ${table.name} has no primary key.`)
    if (JSON.stringify(table) !== JSON.stringify(others[index])) throw unlike(table.name)
  }
  if (others.length > tables.length) throw unlike(others.at(-1)?.name ?? '')
  return sorted(tables)
}

function unlike(table: string): CommandRefusedError {
  return new CommandRefusedError(`The two databases differ at table ${table}: they have to be Ferry's alone.`)
}

function byName(one: CopiedTable, other: CopiedTable): number {
  return one.name < other.name ? -1 : 1
}

function sorted(tables: readonly CopiedTable[]): CopiedTable[] {
  const done = new Set<string>()
  const order: CopiedTable[] = []
  while (order.length < tables.length) {
    const next = tables.find(
      ({ name, references }) =>
        !done.has(name) && references.every((other) => done.has(other) || other === name),
    )
    if (next === undefined) throw new CommandRefusedError('The tables refer to each other in a circle.')
    done.add(next.name)
    order.push(next)
  }
  return order
}

/** Marks the target as unfinished, for good until the copy is complete. Returns what the two know each other by. */
async function beginCopy(
  source: CopySide,
  target: CopySide,
  tables: readonly CopiedTable[],
): Promise<string> {
  const [moved, unfinished] = [await source.mark(), await target.mark()]
  // The last commit of an earlier copy was not made: its source is marked already.
  const goesOn = moved?.mark === 'moved' && moved.copyId === unfinished?.copyId
  if (moved !== null && !goesOn) {
    throw new CommandRefusedError(
      moved.mark === 'moved'
        ? `${source.name} was moved to ${moved.otherStore} already: copy that one.`
        : `${source.name} is itself an unfinished copy, of ${moved.otherStore}.`,
    )
  }
  if (unfinished?.mark === 'moved') {
    throw new CommandRefusedError(`${target.name} was moved to ${unfinished.otherStore}: take a new one.`)
  }
  for (const table of tables) {
    if (await target.isEmpty(table)) continue
    throw new CommandRefusedError(`${target.name} is not empty (${table.name}): nothing is copied over it.`)
  }
  const copyId = goesOn ? moved.copyId : randomBytes(16).toString('hex')
  await target.setMark(markOf('unfinished', copyId, source))
  await target.commit()
  await target.begin()
  return copyId
}

function markOf(mark: StoreMark['mark'], copyId: string, { name }: CopySide): StoreMark {
  return { mark, copyId, otherStore: name, atMs: Date.now() }
}

/**
 * Goes through a table of both stores side by side, adds every value to the hash, and returns the number of rows. Throws
 * CommandRefusedError at the first difference.
 */
async function compareTable(
  source: CopySide,
  target: CopySide,
  table: CopiedTable,
  hash: Hash,
): Promise<number> {
  const theirs = target.chunks(table, CHUNK)[Symbol.asyncIterator]()
  hash.update(table.name)
  let count = 0
  for await (const ours of source.chunks(table, CHUNK)) {
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
