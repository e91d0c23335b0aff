import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { loadKeccak } from './bytes.ts'
import { type ListRow, type ListTree, ListTreeBuilder } from './list-tree.ts'

/** So many are hashed sooner than a thread starts. */
const FEW_ROWS = 2_000

/**
 * Builds the tree over pages of rows in ascending order of their addresses. More than a few rows are hashed in a thread of their own:
 * requests are answered meanwhile. Throws what reading the pages throws, and ListOrderError.
 */
export async function growListTree(
  pages: AsyncIterable<readonly ListRow[]>,
  rowCount: number,
): Promise<ListTree> {
  if (rowCount <= FEW_ROWS) {
    const builder = new ListTreeBuilder(await loadKeccak())
    for await (const rows of pages) builder.add(rows)
    return builder.finish()
  }
  const worker = new Worker(new URL('./list-tree-worker.ts', import.meta.url))
  // A listener from the beginning: the thread may fail before the last page is read.
  const answer = once(worker, 'message')
  answer.catch(() => {})
  try {
    for await (const rows of pages) {
      worker.postMessage(rows)
      await setImmediate()
    }
    worker.postMessage(null)
    const [tree] = await answer
    return tree as ListTree
  } finally {
    await worker.terminate()
  }
}
