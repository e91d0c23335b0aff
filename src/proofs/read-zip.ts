/** A zip that can not be read. */
export class ZipError extends Error {
  override name = 'ZipError'
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

/** Reads the files of a zip by name, into memory. For bundles alone: no encryption, no zip64. Throws ZipError. */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  try {
    return await readEntries(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    throw new ZipError('the zip can not be read', { cause: error })
  }
}

async function readEntries(bytes: Uint8Array<ArrayBuffer>, view: DataView) {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const end = findEnd(view)
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new ZipError('no entry where one is announced')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    )
    const nameEnd = at + ENTRY_BYTES + (nameLength ?? 0)
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, nameEnd))
    const content = contentOf(bytes, view, view.getUint32(at + 42, true), view.getUint32(at + 20, true))
    files.set(name, await unpack(content, view.getUint16(at + 10, true)))
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) if (view.getUint32(at, true) === END) return at
  throw new ZipError('no end')
}

function contentOf(bytes: Uint8Array<ArrayBuffer>, view: DataView, local: number, size: number) {
  if (view.getUint32(local, true) !== LOCAL) throw new ZipError('no file where one is announced')
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  return bytes.subarray(start, start + size)
}

function unpack(content: Uint8Array<ArrayBuffer>, method: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED) return Promise.resolve(content)
  if (method !== DEFLATED) throw new ZipError(`method ${method}`)
  return decompress(content, 'deflate-raw')
}

/** Decompresses bytes. Rejects where they are damaged. */
export async function decompress(
  content: Uint8Array<ArrayBuffer>,
  format: 'gzip' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream(format))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
