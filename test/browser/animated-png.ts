import { crc32 } from 'node:zlib'

/** A picture as a PNG, and for how long it is seen. */
export interface Frame {
  png: Buffer
  ms: number
}

const SIGNATURE_BYTES = 8

/** Joins PNGs of one size and colour type to one that moves and begins again (PNG, third edition, 11.3.7): programs that do not know of it show the first. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames
  if (!first) throw new Error('There is no picture')
  const header = chunksOf(first.png).find(({ type }) => type === 'IHDR')?.data
  if (!header) throw new Error('That is no PNG')
  let sequence = 0
  const body = frames.flatMap(({ png, ms }, index) => {
    const chunks = chunksOf(png)
    if (!chunks.some(({ type, data }) => type === 'IHDR' && data.equals(header)))
      throw new Error(`Picture ${index + 1} has another size or other colours than the first`)
    const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
    const control = chunk('fcTL', frameControl(sequence++, header, ms))
    const parts =
      index === 0
        ? pixels.map((data) => chunk('IDAT', data))
        : pixels.map((data) => chunk('fdAT', Buffer.concat([uint32(sequence++), data])))
    return [control, ...parts]
  })
  const forEver = 0
  return Buffer.concat([
    first.png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header),
    chunk('acTL', Buffer.concat([uint32(frames.length), uint32(forEver)])),
    ...body,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The whole picture, from its upper left corner, in place of the one before. */
function frameControl(sequence: number, header: Buffer, ms: number): Buffer {
  const [size, corner] = [header.subarray(0, 8), Buffer.alloc(8)]
  const seconds = Buffer.alloc(4)
  seconds.writeUInt16BE(ms, 0)
  seconds.writeUInt16BE(1000, 2)
  return Buffer.concat([uint32(sequence), size, corner, seconds, Buffer.alloc(2)])
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
