import { expect, test } from 'vitest'
import { describeEachStore } from '../../test/harness/each-store.ts'

const TERMS = { max: 5, windowMs: 60_000, nowMs: 1_000 }

describeEachStore('failed sign-ins', (context) => {
  test('are counted up to the limit, also where several servers count at once', async () => {
    const { signInFailures } = context.store
    const counted = await Promise.all(Array.from({ length: 20 }, () => signInFailures.count('client', TERMS)))
    expect(counted.filter((endsAtMs) => endsAtMs === null)).toHaveLength(5)
    expect(counted.filter((endsAtMs) => endsAtMs === 61_000)).toHaveLength(15)
    expect(await signInFailures.read('client', TERMS.nowMs)).toMatchObject({ failures: 5 })
  })

  test('are counted for each client alone, and anew once the window is over', async () => {
    const { signInFailures } = context.store
    for (let time = 0; time < 5; time++) await signInFailures.count('client', TERMS)
    expect(await signInFailures.count('another', TERMS)).toBeNull()
    expect(await signInFailures.count('client', { ...TERMS, nowMs: 61_000 })).toBeNull()
  })
})
