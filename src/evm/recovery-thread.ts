import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { KeyRecoveryEngine } from './key-recovery.ts'
import type { SignerVerdict } from './recover-signer.ts'

export interface RecoveryTask {
  message: string
  signature: string
}

/** An Error stands for one task at which the worker failed. */
export type RecoveryAnswer = SignerVerdict | Error

interface Waiting {
  resolve(answers: RecoveryAnswer[]): void
  reject(reason: Error): void
}

/** One worker thread that recovers signers, a batch at a time, in the order in which they are asked for. */
export interface RecoveryThread {
  readonly engine: KeyRecoveryEngine
  /** The answers in the order of the tasks. Rejects when the thread ends before it answers. */
  recover(tasks: readonly RecoveryTask[]): Promise<RecoveryAnswer[]>
  close(): Promise<void>
}

/** Starts the thread and waits until it is ready. `onEnd` is told once why it ended. */
export async function startRecoveryThread(onEnd: (reason: Error) => void): Promise<RecoveryThread> {
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
