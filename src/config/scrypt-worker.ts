import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { ScryptAnswer, ScryptTask } from './scrypt-thread.ts'

if (!parentPort) throw new Error('This file runs in a worker thread')
const port = parentPort

port.on('message', ({ text, salt, bytes, options }: ScryptTask) => {
  let answer: ScryptAnswer
  try {
    answer = scryptSync(text, salt, bytes, options)
  } catch (error) {
    answer = error instanceof Error ? error : new Error(String(error))
  }
  port.postMessage(answer)
})
