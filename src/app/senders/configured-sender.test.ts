import { expect, test } from 'vitest'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import { withTimeout } from './configured-sender.ts'

test('passes an answer on, and a rejection too', async () => {
  expect(await withTimeout(Promise.resolve(7), 1000)).toBe(7)
  await expect(withTimeout(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no')
})

test('does not wait for an answer that does not come', async () => {
  await expect(withTimeout(new Promise(() => {}), 10)).rejects.toThrow(RpcUnavailableError)
})
