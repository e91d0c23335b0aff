import { parentPort } from 'node:worker_threads'
import { createRecoverSigner, loadKeyRecovery } from './recover-signer.ts'
import type { RecoveryAnswer, RecoveryTask } from './signer-check.ts'

if (!parentPort) throw new Error('This file runs in a worker thread')
const port = parentPort

const keys = loadKeyRecovery()
const recoverSigner = await createRecoverSigner(keys)

port.on('message', (tasks: RecoveryTask[]) => {
  const answers: RecoveryAnswer[] = tasks.map(({ message, signature }) => {
    try {
      return recoverSigner(message, signature)
    } catch (error) {
      // One task that can not be worked on must not take the others of its batch with it.
      return error instanceof Error ? error : new Error(String(error))
    }
  })
  port.postMessage(answers)
})
port.postMessage(keys.engine)
