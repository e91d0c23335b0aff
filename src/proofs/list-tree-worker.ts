import { parentPort } from 'node:worker_threads'
import { loadKeccak } from './bytes.ts'
import { type ListRow, ListTreeBuilder } from './list-tree.ts'

if (!parentPort) throw new Error('This file runs in a worker thread')
const port = parentPort

const builder = new ListTreeBuilder(await loadKeccak())

/** Takes pages of rows, and null at their end. */
port.on('message', (rows: readonly ListRow[] | null) => {
  if (rows) return builder.add(rows)
  const tree = builder.finish()
  port.postMessage(tree, [tree.addresses.buffer, tree.nodes.buffer])
  port.close()
})
