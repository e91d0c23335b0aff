import { expect, test, vi } from 'vitest'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { describeEachStore } from '../../test/harness/each-store.ts'
import { announceServer } from './server-start.ts'

const OURS = { fingerprint: 'ours', onOtherKey: () => {}, onError: () => {}, beatMs: 5 }

describeEachStore('a server', (context) => {
  test('is told once when the store was bound to another key, and never by its own', async () => {
    const { store } = context
    await store.identity.bind('ours')
    const onOtherKey = vi.fn()
    const announced = await announceServer(store, { ...OURS, onOtherKey })
    const beats = vi.spyOn(store.runningServers, 'beat')
    await expect.poll(() => beats.mock.calls.length).toBeGreaterThan(3)
    expect(onOtherKey).not.toHaveBeenCalled()
    await store.identity.rebind('theirs')
    await expect.poll(() => onOtherKey.mock.calls.length).toBe(1)
    const seen = beats.mock.calls.length
    await expect.poll(() => beats.mock.calls.length).toBeGreaterThan(seen + 3)
    await announced.close()
    expect(onOtherKey).toHaveBeenCalledTimes(1)
  })

  test('goes on saying that it runs after the store was away', async () => {
    const { runningServers, identity } = context.store
    let fails = 3
    const onError = vi.fn()
    const store = {
      identity,
      runningServers: {
        ...runningServers,
        beat: vi.fn(async (id: string) => {
          if (store.runningServers.beat.mock.calls.length > 1 && fails-- > 0)
            throw fails === 0 ? new Error('a bug') : new StoreUnavailableError('away')
          await runningServers.beat(id)
        }),
      },
    }
    const announced = await announceServer(store, { ...OURS, onError })
    await expect.poll(() => store.runningServers.beat.mock.calls.length).toBeGreaterThan(6)
    await announced.close()
    expect(onError.mock.calls).toEqual([[new Error('a bug')]])
  })

  test('starts on a full disk without saying so, and not where the store is locked', async () => {
    const { runningServers, identity } = context.store
    const failing = (trouble: StoreTrouble) => ({
      identity,
      runningServers: { ...runningServers, beat: () => Promise.reject(new StoreUnavailableError(trouble)) },
    })
    for (const trouble of ['full', 'read_only', 'disk'] as const) {
      await (await announceServer(failing(trouble), OURS)).close()
    }
    await expect(announceServer(failing('busy'), OURS)).rejects.toThrow(StoreUnavailableError)
  })

  test('ends though it can not say so', async () => {
    const { runningServers, identity } = context.store
    const leave = () => Promise.reject(new Error('a bug'))
    const onError = vi.fn()
    const store = { identity, runningServers: { ...runningServers, leave } }
    const announced = await announceServer(store, { ...OURS, onError })
    await announced.close()
    expect(onError).toHaveBeenCalledTimes(1)
  })
})
