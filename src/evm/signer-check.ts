import { batchPerTick } from '#domain/batch-per-tick.ts'
import type { KeyRecoveryEngine } from './key-recovery.ts'
import type { SignerVerdict } from './recover-signer.ts'
import {
  type RecoveryAnswer,
  type RecoveryTask,
  type RecoveryThread,
  startRecoveryThread,
} from './recovery-thread.ts'

/** Keeps one message to the worker short enough that a claim behind it does not wait long. */
const MAX_BATCH = 256

/** Tells who signed a message, off the event loop. */
export interface SignerCheck {
  /** Which library recovers: the second is slower, and worth a line in the log. */
  readonly engine: KeyRecoveryEngine
  /**
   * The signer of an EIP-191 `personal_sign` message, or why it can not be told. `signature` is `0x` and hex. Rejects when
   * the worker ends before it answers; it is started again for whoever asks next.
   */
  recover(message: string, signature: string): Promise<SignerVerdict>
  close(): Promise<void>
}

/**
 * Starts the worker and waits until it is ready. It is sent everything that one turn of the event loop asked for in one
 * message: one message for each signature would cost more than the thread saves.
 * `onCrash` is told why the worker ended, when it was not closed.
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

  const ask = batchPerTick<RecoveryTask, SignerVerdict>(recoverBatch, { maxBatchSize: MAX_BATCH })

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
