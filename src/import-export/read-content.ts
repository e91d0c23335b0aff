import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileLimits, formatLimit, RATIO_FREE_BYTES } from './file-limits.ts'
import { type HashedBytes, MAX_SLICE_BYTES } from './hashed-bytes.ts'
import { joinBytes, peekBytes } from './peek-bytes.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * Yields the content of a file, inflated where its first bytes say gzip, whatever its name says.
 * Inflates only as much as is read. Throws UnreadableFileError on a broken gzip and above the limits.
 */
export async function* readContent(
  file: HashedBytes,
  limits: FileLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const { head, rest } = await peekBytes(file, (bytes) => bytes.length >= 2)
  const bytes = joinBytes(head, rest)
  const content = head[0] === 0x1f && head[1] === 0x8b ? inflate(file, bytes, limits) : bytes
  let contentBytes = 0
  for await (const chunk of content) {
    contentBytes += chunk.length
    if (contentBytes > limits.maxContentBytes) {
      throw new UnreadableFileError(
        `the file holds more than ${formatLimit(limits.maxContentBytes)} bytes, which is the limit`,
      )
    }
    yield chunk
  }
}

async function* inflate(
  file: HashedBytes,
  bytes: AsyncIterable<Uint8Array>,
  limits: FileLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const gunzip = createGunzip({ chunkSize: MAX_SLICE_BYTES })
  // The loop below sees the same error, whether it is the source's or zlib's.
  pipeline(bytes, gunzip, () => {})
  let inflatedBytes = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      inflatedBytes += chunk.length
      if (inflatedBytes > RATIO_FREE_BYTES && inflatedBytes > gunzip.bytesWritten * limits.maxInflateRatio) {
        throw new UnreadableFileError(
          `the gzip inflates to more than ${formatLimit(limits.maxInflateRatio)} times its compressed size, which is the limit`,
        )
      }
      yield chunk
    }
  } catch (error) {
    throw brokenGzip(error) ?? error
  } finally {
    gunzip.destroy()
  }
  // zlib ends at the first bytes that begin no further gzip member, and would drop them unseen.
  await file.drain()
  if (gunzip.bytesWritten < file.byteCount) {
    throw new UnreadableFileError('the file goes on after the end of its gzip data: it is damaged')
  }
}

function brokenGzip(error: unknown): UnreadableFileError | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return new UnreadableFileError('the gzip ends too early: the file was cut off')
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') {
    return new UnreadableFileError('the gzip is damaged (its data does not check)')
  }
  return null
}
