import { expect, test } from 'vitest'
import { LineLengthGuard } from './read-csv-rows.ts'

const MAX = 4
/** Texts in which "|" marks the end of what may be read. */
test.each([
  'aaaa\nbbbb\ncccc',
  'aaaa\r\nbbbb\r\n\n\n\ncccc\n',
  'aaaa\rbbbb\rcccc\r',
  '\n\n\n\n\n\n\n\n\n\n',
  'aaaa|a',
  'aaaa|a\n',
  'a\nbbbb|b\nc',
  'a\nb\nc\nd\n\nffff|ff',
])('%j', (marked) => {
  const text = marked.replace('|', '')
  const expected = marked.includes('|') ? marked.indexOf('|') : text.length
  for (let chunkBytes = 1; chunkBytes <= text.length; chunkBytes++) {
    const guard = new LineLengthGuard(MAX)
    let admitted = 0
    for (let start = 0; start < text.length && admitted === start; start += chunkBytes) {
      admitted += guard.admit(Buffer.from(text.slice(start, start + chunkBytes)))
    }
    expect({ chunkBytes, admitted: Math.min(admitted, text.length) }).toEqual({
      chunkBytes,
      admitted: expected,
    })
  }
})
