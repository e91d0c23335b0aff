/** Keeps a value outside of React, and tells those who follow it of each change: what `useSyncExternalStore` reads. */
export function createExternalStore<T>(first: T) {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
