import { deflateRawSync, gzipSync } from 'node:zlib'
import { type HostileFile, numbered, SOUND_CSV, withFlippedBit } from './hostile-file.ts'
import { type RawEntry, rawZip } from './raw-zip.ts'

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
  { name: 'gzip bomb of blank lines', make: () => gzipSync(Buffer.alloc(32 * MEGABYTE, '\n')) },
  { name: 'gzip in a gzip', make: () => gzipSync(gzipSync(SOUND)) },
  { name: 'gzip with text after it', make: () => Buffer.concat([gzip(), Buffer.from('0x')]) },
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
  { name: 'zip of nothing', make: () => rawZip([]) },
  { name: 'zip of a folder', make: () => rawZip([one({ name: 'holders/', content: Buffer.alloc(0) })]) },
  {
    name: 'zip with one place for two files',
    make: () => rawZip([one(), one({ name: 'b.csv', said: { offset: 0 } })]),
  },
  { name: 'zip that says 4 GB', make: () => rawZip([one({ said: { size: 0xfffffffe } })]) },
  { name: 'zip that says less compressed', make: () => rawZip([one({ said: { compressedSize: 10 } })]) },
  { name: 'zip that says more compressed', make: () => rawZip([one({ said: { compressedSize: 100_000 } })]) },
  { name: 'zip with another checksum', make: () => rawZip([one({ said: { crc: 1 } })]) },
  { name: 'zip with a place behind its end', make: () => rawZip([one({ said: { offset: 1_000_000 } })]) },
  {
    name: 'zip with 64-bit sizes that it lacks',
    make: () => rawZip([one({ said: { size: 0xffffffff, compressedSize: 0xffffffff } })]),
  },
  { name: 'zip that names too few', make: () => rawZip([one(), one({ name: 'b.csv' })], 0) },
  { name: 'zip that names too many', make: () => rawZip([one()], 5) },
  { name: 'zip with a password', make: () => rawZip([one({ flags: 1 })]) },
  { name: 'zip of another compression', make: () => rawZip([one({ method: 99 })]) },
  ...['../../etc/passwd', 'C:\\holders.csv'].map((name) => ({
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
