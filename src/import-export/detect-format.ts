import { joinBytes, peekBytes } from './peek-bytes.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

export type SheetFormat = 'csv' | 'json' | 'zip'

/** The first bytes of a zip archive (an .xlsx is one) and of an old .xls; the .xlsx reader rejects the latter. */
const CONTAINERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/** The encodings of text that begins with these bytes: Excel's "Unicode text", and PowerShell's. */
const UTF_16: Readonly<Record<string, string>> = { '\xff\xfe': 'utf-16le', '\xfe\xff': 'utf-16be' }

/** The first character that is not white space is looked for within so many bytes. */
const MAX_HEAD_BYTES = 4096

/**
 * Detects a file's format by its first bytes, not by its name. `text` is the content, without its byte order mark where it
 * is text, and in UTF-8. Throws UnreadableFileError on an empty file.
 */
export async function detectFormat(
  content: AsyncIterable<Uint8Array>,
): Promise<{ format: SheetFormat; text: AsyncIterable<Uint8Array> }> {
  const { head, rest } = await peekBytes(
    content,
    (bytes) => bytes.length >= MAX_HEAD_BYTES || (bytes.length >= 4 && firstCharacter(bytes) !== undefined),
  )
  const start = head.toString('latin1', 0, 4)
  const utf16 = UTF_16[start.slice(0, 2)] ?? utf16WithoutMark(head)
  if (utf16) return await detectFormat(inUtf8(joinBytes(head, rest), utf16))
  if (CONTAINERS.includes(start)) return { format: 'zip', text: joinBytes(head, rest) }
  const body = head.subarray(bomLength(head))
  const first = firstCharacter(head)
  if (first === undefined && head.length < MAX_HEAD_BYTES) throw new UnreadableFileError('the file is empty')
  return { format: first === '[' || first === '{' ? 'json' : 'csv', text: joinBytes(body, rest) }
}

/** Tells UTF-16 by the zeros beside the first characters: no text in UTF-8 has any. */
function utf16WithoutMark(head: Buffer): string | undefined {
  const zeros = [0, 1, 2, 3].map((index) => (head[index] === 0 ? '0' : 'x')).join('')
  if (head.length < 4) return undefined
  return { x0x0: 'utf-16le', '0x0x': 'utf-16be' }[zeros]
}

async function* inUtf8(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array, void, void> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

function firstCharacter(head: Buffer): string | undefined {
  return /[^ \t\r\n]/.exec(head.toString('latin1', bomLength(head), MAX_HEAD_BYTES))?.[0]
}

function bomLength(head: Buffer): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
}
