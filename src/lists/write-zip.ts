import { Readable } from 'node:stream'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** A file in an archive. */
export interface ZipPart {
  /** In ASCII. */
  path: string
  /** A chunk may be overwritten when the next but one is asked for. */
  content: Iterable<Buffer> | AsyncIterable<Buffer>
}

/** What is known of a part once it is written; sizes and place in bytes. */
interface WrittenPart {
  name: Buffer
  crc: number
  size: number
  compressedSize: number
  offset: number
}

/** Deflate's lowest level: a ninth more of file for a quarter less of time, most of which is compressing. */
const LEVEL = 1

/** Deflate returns to the main thread each time that it has filled this much: by default every 16 KiB. */
const DEFLATED_BYTES = 1 << 17

const LOCAL_HEADER = 0x04034b50
const DESCRIPTOR = 0x08074b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50
const DIRECTORY_END_64 = 0x06064b50
const DIRECTORY_LOCATOR_64 = 0x07064b50
const EXTRA_64 = 1

const VERSION = 20
const VERSION_64 = 45
/** CRC and sizes come after the content. */
const FLAGS = 1 << 3
const DEFLATE = 8
/** 1980-01-01, the first that the format knows: the time of writing is nobody's concern. */
const DATE = (1 << 5) | 1

/** From here on, a size or a place does not fit the format's 32 bits, and stands in a field of 64. */
const TOO_LARGE = 0xffffffff

/**
 * Writes an archive as its parts are read, compressed in zlib's thread while the next chunk is read: two chunks at most wait to be
 * compressed. Parts may be larger than 4 GiB. An error of a part is the archive's, and a part is not read on once nobody reads the
 * archive.
 */
export function writeZip(parts: Iterable<ZipPart>): Readable {
  return Readable.from(zipped(parts), { objectMode: false })
}

async function* zipped(parts: Iterable<ZipPart>): AsyncGenerator<Buffer, void, void> {
  const written: WrittenPart[] = []
  let offset = 0
  for (const { path, content } of parts) {
    const part: WrittenPart = { name: Buffer.from(path), crc: 0, size: 0, compressedSize: 0, offset }
    const header = localHeader(part)
    yield header
    for await (const bytes of deflated(content, part)) {
      part.compressedSize += bytes.length
      yield bytes
    }
    const end = descriptor(part)
    yield end
    offset += header.length + part.compressedSize + end.length
    written.push(part)
  }
  yield directory(written, offset)
}

function deflated(content: ZipPart['content'], part: WrittenPart): AsyncIterable<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: DEFLATED_BYTES })
  compress(content, part, deflate).then(
    () => deflate.end(),
    // The reader of the archive gets the error.
    (error) => deflate.destroy(error),
  )
  return deflate
}

/** Ends early where nobody reads the archive any more. */
async function compress(content: ZipPart['content'], part: WrittenPart, deflate: DeflateRaw): Promise<void> {
  let before = Promise.resolve()
  for await (const bytes of content) {
    part.crc = crc32(bytes, part.crc)
    part.size += bytes.length
    await before
    if (deflate.destroyed) return
    before = new Promise((resolve) => {
      deflate.once('close', resolve)
      deflate.write(bytes, () => {
        deflate.off('close', resolve)
        resolve()
      })
    })
  }
}

function localHeader({ name }: WrittenPart): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_HEADER, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, size, compressedSize }: WrittenPart): Buffer {
  const sizes = isTooLarge(size, compressedSize)
    ? sizes64(compressedSize, size)
    : sizes32(compressedSize, size)
  return Buffer.concat([sizes32(DESCRIPTOR, crc), sizes])
}

function directory(parts: readonly WrittenPart[], offset: number): Buffer {
  const entries = Buffer.concat(parts.map(directoryEntry))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(DIRECTORY_END, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(Math.min(offset, TOO_LARGE), 16)
  return Buffer.concat([
    entries,
    ...(isTooLarge(offset) ? [directoryEnd64(parts.length, entries.length, offset)] : []),
    end,
  ])
}

function directoryEntry({ name, crc, size, compressedSize, offset }: WrittenPart): Buffer {
  const is64 = isTooLarge(size, compressedSize, offset)
  const extra = is64
    ? Buffer.concat([Buffer.from([EXTRA_64, 0, 24, 0]), sizes64(size, compressedSize, offset)])
    : Buffer.alloc(0)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(DIRECTORY_ENTRY, 0)
  entry.writeUInt16LE(is64 ? VERSION_64 : VERSION, 4)
  entry.writeUInt16LE(is64 ? VERSION_64 : VERSION, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATE, 10)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(is64 ? TOO_LARGE : compressedSize, 20)
  entry.writeUInt32LE(is64 ? TOO_LARGE : size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(is64 ? TOO_LARGE : offset, 42)
  return Buffer.concat([entry, name, extra])
}

/** The end of a directory that begins beyond 4 GiB, and where that end is. */
function directoryEnd64(parts: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(24)
  end.writeUInt32LE(DIRECTORY_END_64, 0)
  // Without the twelve bytes up to here.
  end.writeUInt32LE(44, 4)
  end.writeUInt16LE(VERSION_64, 12)
  end.writeUInt16LE(VERSION_64, 14)
  const [firstDisk, disks] = [0, 1]
  return Buffer.concat([
    end,
    sizes64(parts, parts, length, offset),
    sizes32(DIRECTORY_LOCATOR_64, firstDisk),
    sizes64(offset + length),
    sizes32(disks),
  ])
}

function isTooLarge(...sizes: number[]): boolean {
  return sizes.some((size) => size >= TOO_LARGE)
}

function sizes32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}

function sizes64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * index)
  return bytes
}
