import { expect, test } from 'vitest'
import { detectFormat } from './open-sheet.ts'

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
