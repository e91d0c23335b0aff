import { joinBytes, peekBytes } from './peek-bytes.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

export type SheetFormat = 'csv' | 'json' | 'xlsx'

/** The first bytes of a zip archive (an .xlsx is one) and of an old .xls; the .xlsx reader rejects the latter. */
const CONTAINERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/** The first character that is not white space is looked for within so many bytes. */
const MAX_HEAD_BYTES = 4096

/**
 * Detects a file's format by its first bytes, not by its name. `text` is the content, without its byte order mark where it
 * is text. Throws UnreadableFileError on an empty file, or text that is not in UTF-8.
 */
export async function detectFormat(
  content: AsyncIterable<Uint8Array>,
): Promise<{ format: SheetFormat; text: AsyncIterable<Uint8Array> }> {
  const { head, rest } = await peekBytes(
    content,
    (bytes) => bytes.length >= MAX_HEAD_BYTES || (bytes.length >= 4 && firstCharacter(bytes) !== undefined),
  )
  const start = head.toString('latin1', 0, 4)
  if (start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')) {
    throw new UnreadableFileError('the file is text in UTF-16: save it as UTF-8')
  }
  if (CONTAINERS.includes(start)) return { format: 'xlsx', text: joinBytes(head, rest) }
  const body = head.subarray(bomLength(head))
  const first = firstCharacter(head)
  if (first === undefined && head.length < MAX_HEAD_BYTES) throw new UnreadableFileError('the file is empty')
  return { format: first === '[' || first === '{' ? 'json' : 'csv', text: joinBytes(body, rest) }
}

function firstCharacter(head: Buffer): string | undefined {
  return /[^ \t\r\n]/.exec(head.toString('latin1', bomLength(head), MAX_HEAD_BYTES))?.[0]
}

function bomLength(head: Buffer): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
}
