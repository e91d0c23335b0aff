import { expect, test } from 'vitest'
import { ClusterUnreachableError } from '#solana/cluster.ts'
import { withinPatience } from './within-patience.ts'

test('gives an answer on, and a refusal too', async () => {
  expect(await withinPatience(Promise.resolve(7), 1000)).toBe(7)
  await expect(withinPatience(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no')
})

test('does not wait for what does not come', async () => {
  await expect(withinPatience(new Promise(() => {}), 10)).rejects.toThrow(ClusterUnreachableError)
})
