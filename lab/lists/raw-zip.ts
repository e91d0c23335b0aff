import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive that is written by hand; what it says of itself may be untrue. */
export interface RawEntry {
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
