import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AppContext } from '#app/app-context.ts'

/** Who uploaded has the answer by then, and nothing holds the list any more. */
const AFTER_MS = 1_000

/** A collection takes 15 ms at least, while nothing is answered: the heap is looked at after so many pages. */
const LOOK_EVERY_PAGES = 20

/** So much has come on top of what was used: it is worth a collection. */
const COLLECT_FROM_BYTES = 24 * 1024 ** 2

/**
 * Gives back what a large list has left in memory, soon: the pages that the database keeps, and garbage. A server may idle for hours after
 * an upload, and V8 collects only while there is work.
 */
export function giveBackMemory({ store }: Pick<AppContext, 'store'>): void {
  const timer = setTimeout(async () => {
    await store.snapshots.releaseMemory().catch(() => {})
    collectGarbage()
  }, AFTER_MS)
  timer.unref()
}

/** Collects what was dropped a moment ago. Buffers of a file that passes through are outside of the heap: V8 lets 64 MB of them add up. */
export function collectYoungGarbage(): void {
  collect({ type: 'minor', execution: 'sync' })
}

/**
 * Collects what pages of a list have left, where it is much: they outlive the young generation while requests come in between, and V8 lets
 * 140 MB of them add up. `index` counts the pages, of about a thousand rows each.
 */
export function collectAfterPage(index: number): void {
  if (index % LOOK_EVERY_PAGES !== LOOK_EVERY_PAGES - 1) return
  const bytes = usedBytes()
  leastUsedBytes = Math.min(leastUsedBytes, bytes)
  if (bytes - leastUsedBytes < COLLECT_FROM_BYTES) return
  collect({ type: 'major', execution: 'sync' })
  leastUsedBytes = usedBytes()
}

/** The least that was in use since the last collection. */
let leastUsedBytes = Number.POSITIVE_INFINITY

function usedBytes(): number {
  const { used_heap_size: heapBytes, external_memory: externalBytes } = getHeapStatistics()
  return heapBytes + externalBytes
}

/** As V8 collects before it gives up: an ordinary collection leaves the emptied pages of the heap with the process. */
export function collectGarbage(): void {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

let collector: NodeJS.GCFunction | undefined

function collect(options: NodeJS.GCOptions): void {
  if (!collector) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as NodeJS.GCFunction
  }
  collector(options)
}
