import type { ScryptOptions } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export interface ScryptTask {
  text: string
  salt: Uint8Array
  /** Of the result. */
  bytes: number
  options: ScryptOptions
}

/** The derived bytes; an Error where that failed. */
export type ScryptAnswer = Uint8Array | Error

interface Waiting {
  resolve(derived: Uint8Array): void
  reject(reason: Error): void
}

let worker: Worker | null = null
let waiting: Waiting[] = []

/**
 * Derives bytes by scrypt in a thread of its own, one task after another. The crypto module's own asynchronous scrypt takes the threads
 * that files are served by and names are looked up by: a few guesses of a password would hold up the page. The thread starts at the
 * first task and is kept; it does not keep the process alive. Rejects when it ends before it answers; the next task starts it again.
 */
export function scryptApart(task: ScryptTask): Promise<Uint8Array> {
  const thread = worker ?? startWorker()
  worker = thread
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject })
    thread.ref()
    thread.postMessage(task)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./scrypt-worker.ts', import.meta.url))
  started.on('message', (answer: ScryptAnswer) => {
    const first = waiting.shift()
    if (waiting.length === 0) started.unref()
    if (answer instanceof Error) first?.reject(answer)
    else first?.resolve(answer)
  })
  started.on('error', (error) => end(started, error instanceof Error ? error : new Error(String(error))))
  started.on('exit', (code) =>
    end(started, new Error(`The thread that derives keys ended with code ${code}`)),
  )
  return started
}

function end(ended: Worker, reason: Error): void {
  if (worker !== ended) return
  worker = null
  const interrupted = waiting
  waiting = []
  for (const { reject } of interrupted) reject(reason)
}
