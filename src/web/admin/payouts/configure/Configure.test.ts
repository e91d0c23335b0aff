import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { makeThrowawayKey } from './Configure.tsx'

test('the two halves of a throwaway key belong together, and no two keys are the same', async () => {
  const keys = [await makeThrowawayKey(), await makeThrowawayKey()]
  expect(keys[0]).not.toBe(keys[1])
  for (const key of keys) {
    const bytes = Uint8Array.from(JSON.parse(key) as number[])
    expect(bytes).toHaveLength(64)
    expect(ed25519.getPublicKey(bytes.slice(0, 32))).toEqual(bytes.slice(32))
  }
})
