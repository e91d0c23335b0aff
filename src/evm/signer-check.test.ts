import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CheckBudget } from './check-budget.ts'
import { type SignerCheck, startSignerCheck } from './signer-check.ts'

describe('signer check', () => {
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
})

const TERMS = { all: { atOnce: 3, perMinute: 6 }, one: { atOnce: 2, perMinute: 4 } }

function controlled() {
  let nowMs = 0
  const budget = new CheckBudget(TERMS, () => nowMs)
  const ends: (() => void)[] = []
  return {
    /** Begins a check that goes on until `endAll`. */
    begin: (client: string | null) =>
      budget.run(client, () => new Promise<true>((resolve) => ends.push(() => resolve(true)))),
    run: (client: string | null) => budget.run(client, async () => true),
    endAll: () => {
      for (const end of ends.splice(0)) end()
    },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('one client has a part of it at once, all together have all', async () => {
  const budget = controlled()
  const [first, second] = [budget.begin('a'), budget.begin('a')]
  expect(await budget.run('a')).toBeNull()
  const third = budget.begin('b')
  expect(await budget.run('c')).toBeNull()
  expect(await budget.run(null)).toBeNull()
  budget.endAll()
  expect(await Promise.all([first, second, third])).toEqual([true, true, true])
  expect(await budget.run('c')).toBe(true)
})

test('so many in a minute, for one and for all', async () => {
  const budget = controlled()
  for (let n = 0; n < 4; n++) expect(await budget.run('a')).toBe(true)
  expect(await budget.run('a')).toBeNull()
  for (const client of ['b', null]) expect(await budget.run(client)).toBe(true)
  expect(await budget.run('c')).toBeNull()
  budget.pass(60_000)
  expect(await budget.run('a')).toBe(true)
})

test('a check that fails gives its place back', async () => {
  const budget = new CheckBudget(TERMS)
  for (let n = 0; n < 3; n++) {
    await expect(budget.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
  expect(await budget.run('a', async () => true)).toBe(true)
})
