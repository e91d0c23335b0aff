import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { batchPerTick } from '#domain/concurrency.ts'
import type { KeyRecoveryEngine, SignerResult } from './recover-signer.ts'

/** The reason why a signature is not checked further. Each is also the error code of the answer to the claimant. */
export type SignatureProblem = 'bad_signature' | 'high_s_signature' | 'contract_wallet'

/** A signature that an account's key can have made. */
export interface KeySignature {
  /** r and s, 32 bytes each. */
  compact: Uint8Array
  recoveryId: 0 | 1
}

const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** ERC-6492: a signature of a contract that is not deployed yet ends in these 32 bytes. */
const ERC_6492_SUFFIX = '6492'.repeat(16)

const HEX_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/
const KEY_SIGNATURE_BYTES = 65
const COMPACT_SIGNATURE_BYTES = 64

/** True for `0x` and hex digits in pairs. */
export function isHexBytes(text: string): boolean {
  return HEX_BYTES.test(text)
}

/** True for an ERC-6492 signature, which carries the deployment of its contract. */
export function isCounterfactual(hex: string): boolean {
  return hex.toLowerCase().endsWith(ERC_6492_SUFFIX)
}

/**
 * Reads a signature in hex as one made by a key, in ERC-6492's order: the magic suffix shows a contract wallet first. So
 * does any length but a key's 65 bytes: contracts choose their own. 64 bytes (EIP-2098) are refused: no wallet's
 * `personal_sign` gives them, and a second encoding of the same signature is not wanted.
 */
export function readKeySignature(hex: string): KeySignature | SignatureProblem {
  if (!isHexBytes(hex)) return 'bad_signature'
  if (isCounterfactual(hex)) return 'contract_wallet'
  const byteLength = (hex.length - 2) / 2
  if (byteLength === COMPACT_SIGNATURE_BYTES) return 'bad_signature'
  if (byteLength !== KEY_SIGNATURE_BYTES) return 'contract_wallet'

  const r = BigInt(`0x${hex.slice(2, 66)}`)
  const s = BigInt(`0x${hex.slice(66, 130)}`)
  const recoveryId = readRecoveryId(Number.parseInt(hex.slice(130), 16))
  if (recoveryId === null || !isInGroup(r) || !isInGroup(s)) return 'bad_signature'
  if (s > GROUP_ORDER / 2n) return 'high_s_signature'
  return { compact: Buffer.from(hex.slice(2, 130), 'hex'), recoveryId }
}

function readRecoveryId(v: number): 0 | 1 | null {
  if (v === 0 || v === 27) return 0
  if (v === 1 || v === 28) return 1
  return null
}

function isInGroup(scalar: bigint): boolean {
  return scalar > 0n && scalar < GROUP_ORDER
}

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
