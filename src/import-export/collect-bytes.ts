import { formatLimit } from './file-limits.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/** Reads a whole file into memory. Throws UnreadableFileError above the limit. */
export async function collectBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of bytes) {
    byteCount += chunk.length
    if (byteCount > maxBytes) {
      throw new UnreadableFileError(
        `the file has more than ${formatLimit(maxBytes)} bytes, which is the limit`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, byteCount)
}
