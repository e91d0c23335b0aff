import { randomBytes } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { writeZip } from './write-zip.ts'

const CHUNK_BYTES = 100_000

/** Reads an archive by its directory, and compares the checksums in it. */
async function unzip(archive: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false })
  const parts: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    expect(crc32(content)).toBe(entry.crc32)
    parts[entry.fileName] = content
  }
  return parts
}

test('parts come back as they were, in their order', async () => {
  const parts = {
    'a.txt': Buffer.from('first'),
    'empty.txt': Buffer.alloc(0),
    'b/c.bin': randomBytes(500_000),
  }
  const archive = writeZip(Object.entries(parts).map(([path, content]) => ({ path, content: [content] })))
  const read = await unzip(await buffer(archive))
  expect(Object.keys(read)).toEqual(Object.keys(parts))
  expect(read).toEqual(parts)
})

test('a chunk may be overwritten when the next but one is asked for', async () => {
  const chunks = Array.from({ length: 50 }, () => randomBytes(CHUNK_BYTES))
  const turns = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)]
  async function* content() {
    for (const [index, chunk] of chunks.entries()) {
      const reused = turns[index % 2] ?? chunk
      chunk.copy(reused)
      yield reused
    }
  }
  const read = await unzip(await buffer(writeZip([{ path: 'a', content: content() }])))
  expect(read.a?.equals(Buffer.concat(chunks))).toBe(true)
})

/** Random chunks without end, and how many were asked for. */
function endless() {
  const source = { asked: 0, isOver: false, content: produce() }
  async function* produce() {
    try {
      for (;;) {
        source.asked += 1
        yield randomBytes(CHUNK_BYTES)
      }
    } finally {
      source.isOver = true
    }
  }
  return source
}

/** Long enough for dozens of chunks. */
const A_WHILE_MS = 200

test('no more is asked for than is read', async () => {
  const source = endless()
  let readBytes = 0
  for await (const chunk of writeZip([{ path: 'a', content: source.content }])) {
    readBytes += chunk.length
    if (readBytes > 20 * CHUNK_BYTES) break
    await delay(1)
  }
  expect(source.asked).toBeGreaterThan(20)
  expect(source.asked).toBeLessThan(30)
})

test.each(['read', 'paused'])('what nobody wants any more is not read on, while it is %s', async (state) => {
  const source = endless()
  const archive = writeZip([{ path: 'a', content: source.content }])
  archive.on('data', () => {
    if (state === 'paused' && source.asked > 5) archive.pause()
  })
  await expect.poll(() => source.asked).toBeGreaterThan(5)
  await delay(A_WHILE_MS)
  if (state === 'paused') expect(source.asked).toBeLessThan(15)
  archive.destroy()
  await expect.poll(() => source.isOver).toBe(true)
  const { asked } = source
  await delay(A_WHILE_MS)
  expect(source.asked).toBe(asked)
})

test('an error of a part is that of the archive', async () => {
  async function* content() {
    yield Buffer.from('half')
    throw new Error('the database is gone')
  }
  await expect(buffer(writeZip([{ path: 'a', content: content() }]))).rejects.toThrow('the database is gone')
})

test('a part may be larger than 4 GiB', { timeout: 60_000 }, async () => {
  const zeros = Buffer.alloc(1 << 26)
  const large = 65
  const archive = await buffer(
    writeZip([
      { path: 'large', content: Array.from({ length: large }, () => zeros) },
      { path: 'small', content: [Buffer.from('after it')] },
    ]),
  )
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false })
  const sizes: number[] = []
  for await (const entry of zip.eachEntry()) {
    sizes.push(entry.uncompressedSize)
    if (entry.fileName !== 'small') continue
    expect(await text(await zip.openReadStreamPromise(entry))).toBe('after it')
  }
  expect(sizes).toEqual([large * zeros.length, 8])
})
