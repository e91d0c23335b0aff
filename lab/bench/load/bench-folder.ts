import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder for a benchmark's files, deleted with its parts. */
export async function benchFolder(parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferry-bench-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
