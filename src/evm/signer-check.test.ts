import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SignerCheck, startSignerCheck } from './signer-check.ts'

const account = privateKeyToAccount(generatePrivateKey())
const crashes: Error[] = []
const workers: Worker[] = []
const onWorker = (event: unknown) => workers.push((event as { worker: Worker }).worker)
let signers: SignerCheck

beforeEach(async () => {
  crashes.length = 0
  workers.length = 0
  subscribe('worker_threads', onWorker)
  signers = await startSignerCheck((reason) => crashes.push(reason))
})

afterEach(async () => {
  unsubscribe('worker_threads', onWorker)
  await signers.close()
})

test('runs on the native binding here', () => {
  expect(signers.engine).toBe('secp256k1-native')
})

test('answers each of many asked at once with its own signer', async () => {
  const accounts = Array.from({ length: 300 }, () => privateKeyToAccount(generatePrivateKey()))
  const signatures = await Promise.all(accounts.map((each, n) => each.signMessage({ message: `${n}` })))
  const results = await Promise.all(signatures.map((signature, n) => signers.recover(`${n}`, signature)))
  expect(results).toEqual(accounts.map((each) => ({ signer: each.address.toLowerCase() })))
})

test('sends one message for each turn of the event loop', async () => {
  const [worker] = workers
  if (!worker) throw new Error('no worker was started')
  let messages = 0
  worker.on('message', () => {
    messages += 1
  })
  const signature = await account.signMessage({ message: 'm' })
  await Promise.all(Array.from({ length: 50 }, () => signers.recover('m', signature)))
  expect(messages).toBe(1)
})

test('a task that can not be worked on fails alone', async () => {
  const signature = await account.signMessage({ message: 'good' })
  const [good, bad, empty] = await Promise.allSettled([
    signers.recover('good', signature),
    signers.recover(5 as unknown as string, signature),
    signers.recover('\ud800', '0x'),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: { signer: account.address.toLowerCase() } })
  expect(bad.status).toBe('rejected')
  expect(empty).toEqual({ status: 'fulfilled', value: { problem: 'contract_wallet' } })
  expect(crashes).toEqual([])
})

test('a worker that crashes rejects pending requests, and is started again', async () => {
  const signature = await account.signMessage({ message: 'm' })
  const [worker] = workers
  const waiting = signers.recover('m'.repeat(10_000_000), signature)
  setImmediate(() => void worker?.terminate())
  await expect(waiting).rejects.toThrow(/ended/)
  expect(crashes).toHaveLength(1)

  await expect(signers.recover('m', signature)).resolves.toEqual({ signer: account.address.toLowerCase() })
  expect(workers).toHaveLength(2)
})

test('refuses after close', async () => {
  await signers.close()
  await expect(signers.recover('m', '0x')).rejects.toThrow(/closed/)
  expect(crashes).toEqual([])
})
