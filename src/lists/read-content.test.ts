import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CSV, csvOf, readWhole, sha256 } from '../../test/harness/test-reading.ts'
import { detectFormat } from './open-sheet.ts'

const MEBIBYTE = 1024 ** 2

const files: [string, Buffer, RegExp][] = [
  ['cut off', gzipSync(CSV).subarray(0, -9), /^the gzip ends too early: the file was cut off$/],
  ['a header alone', gzipSync(CSV).subarray(0, 2), /^the gzip ends too early/],
  ['with a wrong checksum', withWrongChecksum(gzipSync(CSV)), /^the gzip is damaged \(.+\)$/],
  ['with text after it', Buffer.concat([gzipSync(CSV), Buffer.from(CSV)]), /^the gzip is damaged \(.+\)$/],
  [
    'with zeros and another gzip after it',
    Buffer.concat([gzipSync(CSV), Buffer.alloc(9), gzipSync(CSV)]),
    /^the file goes on after the end of its gzip data/,
  ],
]
test.each(files)('a gzip %s', async (_, content, problem) => {
  for (const chunkBytes of [64 * 1024, 1]) {
    const { problems, fileHash } = await readWhole(content, { chunkBytes })
    expect(problems).toEqual([{ where: 'file', problem: expect.stringMatching(problem) }])
    expect(fileHash).toBe(sha256(content))
  }
})

test('the limit of bytes is one of inflated bytes', async () => {
  const content = csvOf(50)
  const read = (maxContentBytes: number) => readWhole(gzipSync(content), { limits: { maxContentBytes } })
  expect((await read(content.length)).problems).toEqual([])
  expect((await read(content.length - 1)).problems).toEqual([
    { where: 'file', problem: expect.stringMatching(/^the file holds more than [\d,]+ bytes/) },
  ])
})

test('a gzip bomb is refused before it is inflated', { timeout: 20_000 }, async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from(CSV), Buffer.alloc(200 * MEBIBYTE, '\n')]))
  const rssBefore = process.memoryUsage().rss
  const { problems, fileBytes, fileHash } = await readWhole(bomb)
  expect(problems).toEqual([
    {
      where: 'file',
      problem: 'the gzip inflates to more than 200 times its compressed size, which is the limit',
    },
  ])
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(100 * MEBIBYTE)
  expect({ fileBytes, fileHash }).toEqual({ fileBytes: bomb.length, fileHash: sha256(bomb) })
})

test('a small file may compress at any ratio', async () => {
  const content = `${CSV}${'\n'.repeat(MEBIBYTE - CSV.length)}`
  expect(gzipSync(content).length * 200).toBeLessThan(content.length)
  expect((await readWhole(gzipSync(content))).problems).toEqual([])
})

function withWrongChecksum(gzip: Buffer): Buffer {
  const copy = Buffer.from(gzip)
  copy.fill(0, copy.length - 8, copy.length - 4)
  return copy
}

test.each([
  ['address,amountWei', 'csv', 'address,amountWei'],
  ['\uFEFFaddress', 'csv', 'address'],
  [' \r\n\t[]', 'json', ' \r\n\t[]'],
  ['\uFEFF{', 'json', '{'],
  ['1', 'csv', '1'],
])('%j is %s, and its text is %j', async (content, expectedFormat, expectedText) => {
  const bytes = Buffer.from(content)
  const { format, text } = await detectFormat(
    (async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte)
    })(),
  )
  const chunks: Uint8Array[] = []
  for await (const chunk of text) chunks.push(chunk)
  expect({ format, text: Buffer.concat(chunks).toString() }).toEqual({
    format: expectedFormat,
    text: expectedText,
  })
})
