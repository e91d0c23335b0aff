import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { type HostileFile, numbered, SOUND_CSV, withFlippedBit } from './hostile-file.ts'

const MEGABYTE = 1024 ** 2
const SOUND = Buffer.from(SOUND_CSV)
const GZIP_HEAD = 10
const GZIP_TAIL = 8
const NAME = 'holders.csv'
const LOCAL_HEAD = 30 + NAME.length

/** Rows of a sound list without end, as a bomb has them. */
const repeated = (bytes: number) => Buffer.alloc(bytes, `${SOUND_CSV.split('\n')[1]}\n`)
const one = (entry: Partial<RawEntry> = {}) => ({ name: NAME, content: SOUND, ...entry })
const nested = (levels: number): Buffer =>
  levels === 0 ? SOUND : rawZip([{ name: `${levels}.zip`, content: nested(levels - 1) }])

const gzip = () => gzipSync(SOUND)
const zip = () => rawZip([one()])
const packedLength = deflateRawSync(SOUND).length

/** Bombs, damaged archives and those that say something untrue. */
export const HOSTILE_ARCHIVES: readonly HostileFile[] = [
  { name: 'gzip bomb', make: () => gzipSync(repeated(64 * MEGABYTE)) },
  { name: 'gzip bomb of zeros', make: () => gzipSync(Buffer.alloc(64 * MEGABYTE)) },
  { name: 'gzip bomb of blank lines', make: () => gzipSync(Buffer.alloc(32 * MEGABYTE, '\n')) },
  { name: 'gzip in a gzip', make: () => gzipSync(gzipSync(SOUND)) },
  { name: 'gzip bomb in a gzip', make: () => gzipSync(gzipSync(repeated(32 * MEGABYTE))) },
  { name: 'gzip with text after it', make: () => Buffer.concat([gzip(), Buffer.from('0x')]) },
  { name: 'gzip with zeros after it', make: () => Buffer.concat([gzip(), Buffer.alloc(1000)]) },
  { name: 'gzip twice', make: () => Buffer.concat([gzip(), gzip()]) },
  { name: 'gzip with half of another after it', make: () => Buffer.concat([gzip(), gzip().subarray(0, 20)]) },
  { name: 'gzip of nothing', make: () => gzipSync(Buffer.alloc(0)) },
  {
    name: 'gzip that needs a dictionary',
    make: () => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0xff]), gzip().subarray(4)]),
  },
  ...numbered('gzip, cut off', 16, (index) =>
    gzip().subarray(0, 2 + Math.floor(((gzip().length - 3) * index) / 15)),
  ),
  ...numbered('gzip, a bit turned', 20, (index) =>
    withFlippedBit(gzip(), GZIP_HEAD, gzip().length - GZIP_TAIL, index / 20),
  ),
  ...numbered('gzip, a bit of its checksum turned', 8, (index) =>
    withFlippedBit(gzip(), gzip().length - GZIP_TAIL, gzip().length, index / 8),
  ),
  { name: 'zip bomb', make: () => rawZip([one({ content: repeated(64 * MEGABYTE) })]) },
  {
    name: 'zip bomb that says it is small',
    make: () => rawZip([one({ content: repeated(16 * MEGABYTE), said: { size: 100 } })]),
  },
  ...numbered('zip in a zip, levels', 3, (index) => nested(index + 2)),
  { name: 'zip in a zip, very deep', make: () => nested(200) },
  {
    name: 'zip of many files',
    make: () => rawZip(Array.from({ length: 3000 }, (_, index) => one({ name: `${index}.csv` }))),
  },
  { name: 'zip of two lists', make: () => rawZip([one(), one({ name: 'other.csv' })]) },
  { name: 'zip of one name twice', make: () => rawZip([one(), one()]) },
  { name: 'zip of nothing', make: () => rawZip([]) },
  { name: 'zip of a folder', make: () => rawZip([one({ name: 'holders/', content: Buffer.alloc(0) })]) },
  {
    name: 'zip with one place for two files',
    make: () => rawZip([one(), one({ name: 'b.csv', said: { offset: 0 } })]),
  },
  { name: 'zip that says another size', make: () => rawZip([one({ said: { size: SOUND.length + 5 } })]) },
  { name: 'zip that says a size of zero', make: () => rawZip([one({ said: { size: 0 } })]) },
  { name: 'zip that says 4 GB', make: () => rawZip([one({ said: { size: 0xfffffffe } })]) },
  { name: 'zip that says less compressed', make: () => rawZip([one({ said: { compressedSize: 10 } })]) },
  { name: 'zip that says more compressed', make: () => rawZip([one({ said: { compressedSize: 100_000 } })]) },
  { name: 'zip with another checksum', make: () => rawZip([one({ said: { crc: 1 } })]) },
  { name: 'zip with a place behind its end', make: () => rawZip([one({ said: { offset: 1_000_000 } })]) },
  { name: 'zip with a place within a file', make: () => rawZip([one({ said: { offset: 7 } })]) },
  {
    name: 'zip with 64-bit sizes that it lacks',
    make: () => rawZip([one({ said: { size: 0xffffffff, compressedSize: 0xffffffff } })]),
  },
  { name: 'zip that names too few', make: () => rawZip([one(), one({ name: 'b.csv' })], 0) },
  { name: 'zip that names too many', make: () => rawZip([one()], 5) },
  { name: 'zip that names 65,535', make: () => rawZip([one()], 65_535) },
  { name: 'zip with a password', make: () => rawZip([one({ flags: 1 })]) },
  { name: 'zip of another compression', make: () => rawZip([one({ method: 99 })]) },
  {
    name: 'zip without compression that says it has some',
    make: () => rawZip([one({ method: 0, said: { size: 5 } })]),
  },
  ...[
    '../../etc/passwd',
    '/etc/passwd',
    '..\\..\\windows\\system.ini',
    'C:\\holders.csv',
    'a/../../b.csv',
  ].map((name) => ({
    name: `zip with the path ${name}`,
    make: () => rawZip([one({ name })]),
  })),
  ...numbered('zip, cut off', 14, (index) =>
    zip().subarray(0, 4 + Math.floor(((zip().length - 5) * index) / 13)),
  ),
  ...numbered('zip, a bit turned', 16, (index) =>
    withFlippedBit(zip(), LOCAL_HEAD, LOCAL_HEAD + packedLength, index / 16),
  ),
]

/** A file of an archive that is written by hand; what it says of itself may be untrue. */
interface RawEntry {
  name: string
  content: Buffer
  /** What the directory says in place of the truth. */
  said?: Partial<{ crc: number; size: number; compressedSize: number; offset: number }>
  flags?: number
  method?: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50

/** Writes a zip archive as it is told to. `count` is the number of files that its end names. */
export function rawZip(entries: readonly RawEntry[], count = entries.length): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, said = {}, flags = 0, method = 8 } of entries) {
    const data = method === 8 ? deflateRawSync(content) : content
    const fileName = Buffer.from(name)
    const facts = {
      crc: crc32(content),
      size: content.length,
      compressedSize: data.length,
      offset,
      ...said,
    }
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(facts.crc, 10)
    common.writeUInt32LE(facts.compressedSize, 14)
    common.writeUInt32LE(facts.size, 18)
    common.writeUInt16LE(fileName.length, 22)
    const local = Buffer.concat([uint32(LOCAL), common, fileName, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(facts.offset, 10)
    directory.push(Buffer.concat([uint32(CENTRAL), Buffer.from([20, 0]), common, place, fileName]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, uint32(END), end])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
