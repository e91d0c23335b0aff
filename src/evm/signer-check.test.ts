import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readKeySignature, type SignerCheck, startSignerCheck } from './signer-check.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const signature = (r: bigint, s: bigint, v: string) => `0x${word(r)}${word(s)}${v}`

test.each([
  ['v 27', signature(1n, 1n, '1b'), 0],
  ['v 28', signature(1n, 1n, '1c'), 1],
  ['v 0', signature(1n, 1n, '00'), 0],
  ['v 1', signature(1n, 1n, '01'), 1],
  ['the highest canonical s', signature(ORDER - 1n, ORDER / 2n, '1b'), 0],
  ['upper-case hex', `0x${'AB'.repeat(32)}${'0C'.repeat(32)}1B`, 0],
])('reads %s', (_, hex, recoveryId) => {
  const read = readKeySignature(hex)
  if (typeof read === 'string') throw new Error(`refused as ${read}`)
  expect(read.recoveryId).toBe(recoveryId)
  expect(Buffer.from(read.compact).toString('hex')).toBe(hex.slice(2, 130).toLowerCase())
})

test.each([
  ['no hex', '0xzz', 'bad_signature'],
  ['no prefix', 'ab'.repeat(65), 'bad_signature'],
  ['half a byte', `0x${'a'.repeat(131)}`, 'bad_signature'],
  ['64 bytes (EIP-2098)', `0x${'11'.repeat(64)}`, 'bad_signature'],
  ['v 2', signature(1n, 1n, '02'), 'bad_signature'],
  ['v 26', signature(1n, 1n, '1a'), 'bad_signature'],
  ['v 29', signature(1n, 1n, '1d'), 'bad_signature'],
  ['v of EIP-155', signature(1n, 1n, '25'), 'bad_signature'],
  ['r of zero', signature(0n, 1n, '1b'), 'bad_signature'],
  ['s of zero', signature(1n, 0n, '1b'), 'bad_signature'],
  ['r of the group order', signature(ORDER, 1n, '1b'), 'bad_signature'],
  ['s of the group order', signature(1n, ORDER, '1b'), 'bad_signature'],
  ['the lowest high s', signature(1n, ORDER / 2n + 1n, '1b'), 'high_s_signature'],
  ['the highest s', signature(1n, ORDER - 1n, '1c'), 'high_s_signature'],
  ['no bytes at all', '0x', 'contract_wallet'],
  ['two signatures of 65 bytes', `0x${'11'.repeat(130)}`, 'contract_wallet'],
  ['the ERC-6492 suffix', `0x${'00'.repeat(96)}${'6492'.repeat(16)}`, 'contract_wallet'],
  ['the ERC-6492 suffix on 65 bytes', `0x${'11'.repeat(33)}${'6492'.repeat(16)}`, 'contract_wallet'],
  ['the ERC-6492 suffix on 64 bytes', `0x${'11'.repeat(32)}${'6492'.repeat(16)}`, 'contract_wallet'],
])('refuses %s', (_, hex, problem) => {
  expect(readKeySignature(hex)).toBe(problem)
})

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
