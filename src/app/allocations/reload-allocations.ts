import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { objectionToList } from './allocation-in-force.ts'
import { importFirstAllocations } from './import-allocations.ts'
import type { AllocationFile, ImportedAllocations } from './stage-list.ts'
import { uploadAllocations } from './upload-allocations.ts'

/**
 * Reads ALLOCATIONS_FILE again. Throws allocations_file_unset, allocations_file_unreadable, and what uploadAllocations
 * throws.
 */
export async function reloadAllocations(app: AppContext): Promise<ImportedAllocations> {
  if (app.allocationsFile === null) throw new PortalError('allocations_file_unset')
  return await readingFile(app.allocationsFile, (file) => uploadAllocations(app, file))
}

/**
 * Clears imports that did not finish because their process ended, and loads ALLOCATIONS_FILE, where one is configured, when there is
 * no holder list yet: of servers that start at once, one loads it. Returns null when nothing was loaded. A list that was changed is
 * reported, and stays: the operator decides which one is to replace it. Throws what importFirstAllocations throws.
 */
export async function loadAllocationsAtStart(app: AppContext): ReturnType<typeof importFirstAllocations> {
  await app.store.snapshots.discardUnfinished()
  const snapshot = await app.store.snapshots.current()
  const objection = snapshot && objectionToList(app, snapshot)
  if (objection) app.onListChanged(objection)
  if (app.allocationsFile === null || snapshot) return null
  return await readingFile(app.allocationsFile, (file) => importFirstAllocations(app, file))
}

async function readingFile<T>(path: string, use: (file: AllocationFile) => Promise<T>): Promise<T> {
  await using file = await openFile(path)
  return await use({ fileName: basename(path), bytes: file.createReadStream({ autoClose: false }) })
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path)
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch {
    // The operator's remedy is the same for every reason.
  }
  throw new PortalError('allocations_file_unreadable', { path })
}
