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
      // One failing task must not fail the others of its batch.
      return error instanceof Error ? error : new Error(String(error))
    }
  })
  port.postMessage(answers)
})
port.postMessage(keys.engine)
