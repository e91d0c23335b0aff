import { randomUUID } from 'node:crypto'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { Store } from '#store/store.ts'

const BEAT_MS = 15_000

export interface AnnouncedServer {
  close(): Promise<void>
}

/**
 * Says in the store that this server runs, until it is closed, and looks each time whether the store still belongs to its key: tells
 * `onOtherKey`, once, when it was bound to another meanwhile, while this process was suspended say.
 */
export async function announceServer(
  { runningServers, identity }: Pick<Store, 'runningServers' | 'identity'>,
  fingerprint: string,
  onOtherKey: () => void,
  beatMs = BEAT_MS,
): Promise<AnnouncedServer> {
  const id = randomUUID()
  let hasOtherKey = false
  let beating = Promise.resolve()

  async function beat(): Promise<void> {
    try {
      await runningServers.beat(id)
      const bound = await identity.fingerprint()
      if (bound === undefined || bound === fingerprint || hasOtherKey) return
      hasOtherKey = true
      onOtherKey()
    } catch (error) {
      // The next beat says it.
      if (!(error instanceof StoreUnavailableError)) throw error
    }
  }

  await runningServers.beat(id)
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, beatMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await beating
      try {
        await runningServers.leave(id)
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error
      }
    },
  }
}
