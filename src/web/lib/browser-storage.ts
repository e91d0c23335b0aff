/** `visit` lasts until the tab is closed, and a reload keeps it; `browser` lasts until it is removed. */
export type StorageLife = 'visit' | 'browser'

/** What was kept under a key. Null when nothing was, or when the browser lets pages keep nothing. */
export function readStored(life: StorageLife, key: string): string | null {
  try {
    return storageOf(life).getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value under a key, or with null forgets it. Where the browser lets pages keep nothing, nothing is kept. */
export function store(life: StorageLife, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(life).removeItem(key)
    else storageOf(life).setItem(key, value)
  } catch {
    // A full or forbidden storage is no reason to fail.
  }
}

function storageOf(life: StorageLife): Storage {
  return life === 'visit' ? sessionStorage : localStorage
}
