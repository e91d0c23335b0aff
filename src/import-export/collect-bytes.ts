import { giveBack } from '#domain/give-back.ts'
import { formatLimit } from './file-limits.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

const BLOCK_BYTES = 1024 ** 2

/** Reads a whole file into memory, and holds it there once. Throws UnreadableFileError above the limit. */
export async function collectBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  let byteCount = 0
  for await (const chunk of bytes) {
    if (byteCount + chunk.length > maxBytes) {
      throw new UnreadableFileError(
        `the file has more than ${formatLimit(maxBytes)} bytes, which is the limit`,
      )
    }
    for (let start = 0; start < chunk.length; ) {
      const place = byteCount % BLOCK_BYTES
      if (place === 0) blocks.push(new Uint8Array(BLOCK_BYTES))
      const part = chunk.subarray(start, start + BLOCK_BYTES - place)
      blocks.at(-1)?.set(part, place)
      byteCount += part.length
      start += part.length
    }
  }
  const file = Buffer.allocUnsafeSlow(byteCount)
  for (const [index, block] of blocks.entries()) {
    const start = index * BLOCK_BYTES
    file.set(block.subarray(0, byteCount - start), start)
    giveBack(block)
  }
  return file
}
