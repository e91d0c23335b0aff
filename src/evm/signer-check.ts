import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { batchPerTick } from '#domain/concurrency.ts'
import type { KeyRecoveryEngine, SignerResult } from './recover-signer.ts'

/** Keeps one message to the worker short enough that a claim behind it does not wait long. */
const MAX_BATCH = 256

/** The worker has one in hand and one to go on with. */
const MOST_BATCHES = 2

export interface RecoveryTask {
  message: string
  signature: string
}

/** The answer to one task; an Error where the worker failed at it. */
export type RecoveryAnswer = SignerResult | Error

/** Recovers signers of messages in a worker thread, off the event loop. */
export interface SignerCheck {
  /** The library in use: the second is slower, and worth a line in the log. */
  readonly engine: KeyRecoveryEngine
  /**
   * Recovers the signer of an EIP-191 `personal_sign` message, or says why it can not. `signature` is `0x` and hex. Rejects
   * when the worker ends before it answers; the next call starts it again.
   */
  recover(message: string, signature: string): Promise<SignerResult>
  close(): Promise<void>
}

/**
 * Starts the worker and waits until it is ready. All requests of one turn of the event loop go to it in one message: one
 * message for each signature would cost more than the thread saves.
 * `onCrash` gets the reason when the worker ended without being closed.
 */
export async function startSignerCheck(onCrash: (reason: Error) => void = () => {}): Promise<SignerCheck> {
  let closed = false
  let thread: Promise<RecoveryThread> | null = start()
  const { engine } = await thread

  function start(): Promise<RecoveryThread> {
    const starting = startRecoveryThread((reason) => {
      thread = null
      if (!closed) onCrash(reason)
    })
    starting.catch(() => {
      thread = null
    })
    return starting
  }

  async function recoverBatch(tasks: readonly RecoveryTask[]): Promise<RecoveryAnswer[]> {
    if (closed) throw new Error('The signature check is closed')
    thread ??= start()
    return (await thread).recover(tasks)
  }

  const ask = batchPerTick<RecoveryTask, SignerResult>(recoverBatch, {
    maxBatchSize: MAX_BATCH,
    mostUnderWay: MOST_BATCHES,
  })

  return {
    engine,
    recover: (message, signature) => ask({ message, signature }),
    async close() {
      closed = true
      const running = thread
      await (await running?.catch(() => null))?.close()
    },
  }
}

interface Waiting {
  resolve(answers: RecoveryAnswer[]): void
  reject(reason: Error): void
}

/** One worker thread that recovers signers, a batch at a time, in the order in which they are asked for. */
interface RecoveryThread {
  readonly engine: KeyRecoveryEngine
  /** Returns the answers in the order of the tasks. Rejects when the thread ends before it answers. */
  recover(tasks: readonly RecoveryTask[]): Promise<RecoveryAnswer[]>
  close(): Promise<void>
}

/** Starts the thread and waits until it is ready. `onEnd` is called once, with the reason why it ended. */
async function startRecoveryThread(onEnd: (reason: Error) => void): Promise<RecoveryThread> {
  const worker = new Worker(new URL('./recovery-worker.ts', import.meta.url))
  const [engine] = (await once(worker, 'message')) as [KeyRecoveryEngine]
  const waiting: Waiting[] = []
  let ended: Error | null = null

  function end(reason: Error): void {
    if (ended) return
    ended = reason
    for (const { reject } of waiting.splice(0)) reject(reason)
    onEnd(reason)
    void worker.terminate()
  }
  worker.on('message', (answers: RecoveryAnswer[]) => waiting.shift()?.resolve(answers))
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('messageerror', end)
  worker.on('exit', (code) => end(new Error(`The signature worker ended with code ${code}`)))

  return {
    engine,
    recover(tasks) {
      if (ended) return Promise.reject(ended)
      return new Promise((resolve, reject) => {
        worker.postMessage(tasks)
        waiting.push({ resolve, reject })
      })
    },
    async close() {
      end(new Error('The signature worker was closed'))
      await worker.terminate()
    },
  }
}
