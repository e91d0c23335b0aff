const YEAR_SECONDS = 31_536_000

/** `visit` lasts until the tab is closed, and a reload keeps it; `browser` lasts until it is removed. */
type StorageLife = 'visit' | 'browser'

/** Reads the value of a key; null without one, or when the browser forbids storage. */
export function readStored(life: StorageLife, key: string): string | null {
  try {
    return storageOf(life).getItem(key)
  } catch {
    return null
  }
}

/** Reads the JSON under a key, as far as the caller knows what it is; null without one, or where it is no JSON. */
export function readStoredJson<T>(life: StorageLife, key: string): T | null {
  try {
    return JSON.parse(readStored(life, key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value under a key; null removes it. Nothing is stored when the browser forbids storage. */
export function store(life: StorageLife, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(life).removeItem(key)
    else storageOf(life).setItem(key, value)
  } catch {
    // A full or forbidden storage is no reason to fail.
  }
}

/** Tells the server a choice, for the next page's HTML; null takes it back. It does without where cookies are forbidden. */
export function tellServer(key: string, value: string | null): void {
  // The Cookie Store API is not in every browser that wallets use.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${key}=${value ?? ''}; Path=/; SameSite=Lax; Max-Age=${value === null ? 0 : YEAR_SECONDS}`
}

function storageOf(life: StorageLife): Storage {
  return life === 'visit' ? sessionStorage : localStorage
}
