import { Worker } from 'node:worker_threads'
import {
  type AllocationReadingOptions,
  type AllocationSummary,
  readAllocations,
} from '#lists/read-allocations.ts'
import { growListTree } from '#proofs/grow-list-tree.ts'
import { ListRecords, ListRecordsBuilder } from '#proofs/list-records.ts'
import { rootOfList } from '#proofs/list-tree.ts'

/** A smaller file is read sooner than a thread starts. */
const SMALL_FILE_BYTES = 64 * 1024

/** So much is read ahead of the thread. */
const MAX_UNREAD_BYTES = 1024 ** 2

/** Rows are dropped as soon as they are packed: collected often, they take little memory. */
const YOUNG_MB = 8

const PAGE = 1_000

/** A holder list that was read. */
interface ReadList extends PackedList, AsyncDisposable {
  /** The root of its Merkle tree; only where it has no problems. */
  root(): Promise<string>
}

/**
 * Reads a holder list in a thread of its own, where it is not small: requests are answered meanwhile, and the memory that reading takes is
 * given back with the thread. The root is computed there while the rows are put elsewhere. `onRows` is told now and then how many rows of a
 * large one were read. Throws what reading the source throws.
 */
export async function readList(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
  onRows: (rowCount: number) => void,
): Promise<ReadList> {
  const slices = source[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let headBytes = 0
  while (headBytes <= SMALL_FILE_BYTES) {
    const next = await slices.next()
    if (next.done) return readSmall(head, options)
    // The source may use its buffer again.
    head.push(Uint8Array.from(next.value))
    headBytes += next.value.length
  }
  const all = joined(head, { [Symbol.asyncIterator]: () => slices })
  return await readInThread(all, options, onRows)
}

async function readSmall(slices: Uint8Array[], options: AllocationReadingOptions): Promise<ReadList> {
  const { summary, records } = await packList(joined(slices, []), options)
  return {
    summary,
    records,
    async root() {
      return rootOfList(await growListTree(joined(records.pages(PAGE), []), records.count))
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function readInThread(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
  onRows: (rowCount: number) => void,
): Promise<ReadList> {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const answers = new WorkerAnswers(worker, onRows)
  try {
    let sentBytes = 0
    for await (const slice of source) {
      // The source may use its buffer again.
      const copy = Uint8Array.from(slice)
      send(worker, copy, [copy.buffer])
      sentBytes += slice.length
      while (sentBytes - answers.readBytes > MAX_UNREAD_BYTES) await answers.next()
    }
    send(worker, null)
    const { summary, records } = await answers.list
    return {
      summary,
      records: new ListRecords(records),
      root: async () => (await answers.root).root,
      async [Symbol.asyncDispose]() {
        await worker.terminate()
      },
    }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

function send(worker: Worker, input: ListWorkerInput, given: ArrayBuffer[] = []): void {
  worker.postMessage(input, given)
}

type Answer<Kind extends ListWorkerOutput['kind']> = Extract<ListWorkerOutput, { kind: Kind }>

/** What the thread tells, also what ends it early. */
class WorkerAnswers {
  readBytes = 0
  readonly list: Promise<Answer<'list'>>
  readonly root: Promise<Answer<'root'>>
  #told = Promise.withResolvers<void>()

  constructor(worker: Worker, onRows: (rowCount: number) => void) {
    const list = Promise.withResolvers<Answer<'list'>>()
    const root = Promise.withResolvers<Answer<'root'>>()
    this.list = list.promise
    this.root = root.promise
    const fail = (error: Error) => {
      for (const { promise, reject } of [list, root, this.#told]) {
        promise.catch(() => {})
        reject(error)
      }
    }
    worker.on('message', (output: ListWorkerOutput) => {
      if (output.kind === 'read') this.readBytes += output.byteCount
      else if (output.kind === 'rows') onRows(output.rowCount)
      else if (output.kind === 'list') list.resolve(output)
      else root.resolve(output)
      this.#told.resolve()
      this.#told = Promise.withResolvers()
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread that reads a list has ended')))
  }

  /** Resolves with the next of them. Throws what has ended the thread. */
  next(): Promise<void> {
    return this.#told.promise
  }
}

async function* joined<Item>(
  head: Iterable<Item>,
  rest: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item, void, void> {
  yield* head
  yield* rest
}

interface PackedList {
  summary: AllocationSummary
  /** All rows in ascending order of their addresses; incomplete where the file has problems. */
  records: ListRecords
}

/** After so many rows it is told that they were read. */
const TELL_EVERY = 20_000

/**
 * Reads a holder list whole: what it is, and its rows, packed and in order; tells now and then how many it has. Throws what reading the source
 * throws.
 */
export async function packList(
  source: AsyncIterable<Uint8Array>,
  options: AllocationReadingOptions,
  onRows: (rowCount: number) => void = () => {},
): Promise<PackedList> {
  const builder = new ListRecordsBuilder()
  let rowCount = 0
  const { batches, summary } = readAllocations(source, options)
  for await (const rows of batches) {
    for (const row of rows) {
      builder.add(row)
      rowCount += 1
      if (rowCount % TELL_EVERY === 0) onRows(rowCount)
    }
  }
  return { summary: summary(), records: builder.sorted() }
}

/** What the thread that reads a list is given at its start. */
export type ListWorkerData = AllocationReadingOptions

/** A slice of the file, null after the last. */
export type ListWorkerInput = Uint8Array | null

/** What it tells: the bytes and rows it has read, then what the list is, and then the root of its rows. */
export type ListWorkerOutput =
  | { kind: 'read'; byteCount: number }
  | { kind: 'rows'; rowCount: number }
  | { kind: 'list'; summary: AllocationSummary; records: Uint8Array<SharedArrayBuffer> }
  | { kind: 'root'; root: string }
