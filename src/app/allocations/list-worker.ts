import { parentPort, workerData } from 'node:worker_threads'
import { loadKeccak } from '#proofs/bytes.ts'
import { rootOfRecords } from '#proofs/list-records.ts'
import { type ListWorkerData, type ListWorkerInput, type ListWorkerOutput, packList } from './read-list.ts'

if (!parentPort) throw new Error('This file runs in a worker thread')
const port = parentPort
const tell = (output: ListWorkerOutput) => port.postMessage(output)

const waiting: ListWorkerInput[] = []
let wake = () => {}
port.on('message', (input: ListWorkerInput) => {
  waiting.push(input)
  wake()
})

/** So many bytes are read before it is told: each message wakes the other thread. Less than that thread reads ahead. */
const TELL_EVERY_BYTES = 256 * 1024

async function* slices(): AsyncGenerator<Uint8Array, void, void> {
  let untoldBytes = 0
  for (;;) {
    const slice = waiting.shift()
    if (slice === null) return
    if (slice === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      continue
    }
    yield slice
    untoldBytes += slice.length
    if (untoldBytes < TELL_EVERY_BYTES) continue
    tell({ kind: 'read', byteCount: untoldBytes })
    untoldBytes = 0
  }
}

const options: ListWorkerData = workerData
const onRows = (rowCount: number) => tell({ kind: 'rows', rowCount })
const { summary, records } = await packList(slices(), options, onRows)
// How a row is checked is a function, and stays here.
const shape = summary.shape && { ...summary.shape, checkRow: undefined }
tell({ kind: 'list', summary: { ...summary, shape }, records: records.bytes })
if (summary.problemCount === 0) tell({ kind: 'root', root: rootOfRecords(await loadKeccak(), records) })
port.close()
