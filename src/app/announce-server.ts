import { randomUUID } from 'node:crypto'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { Store } from '#store/store.ts'

const BEAT_MS = 15_000

/** A key can not be exchanged there either: the server starts, and reports that it is not ready. */
const NOT_WRITTEN: readonly StoreTrouble[] = ['full', 'read_only', 'disk']

export interface AnnouncedServer {
  close(): Promise<void>
}

export interface Announcement {
  /** Of this server's SECRETS_KEY. */
  fingerprint: string
  /** Told once when the store was bound to another key meanwhile, while this process was suspended say. */
  onOtherKey(): void
  /** Told what else went wrong. That the store is away is no news: the next beat says it. */
  onError(error: unknown): void
  beatMs?: number
}

/** Says in the store that this server runs, until it is closed, and looks each time whether the store still belongs to its key. */
export async function announceServer(
  { runningServers, identity }: Pick<Store, 'runningServers' | 'identity'>,
  { fingerprint, onOtherKey, onError, beatMs = BEAT_MS }: Announcement,
): Promise<AnnouncedServer> {
  const id = randomUUID()
  let hasOtherKey = false
  let beating = Promise.resolve()

  async function tell(say: () => Promise<void>): Promise<void> {
    try {
      await say()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) onError(error)
    }
  }

  async function beat(): Promise<void> {
    await runningServers.beat(id)
    const bound = await identity.fingerprint()
    if (bound === undefined || bound === fingerprint || hasOtherKey) return
    hasOtherKey = true
    onOtherKey()
  }

  try {
    await runningServers.beat(id)
  } catch (error) {
    if (!(error instanceof StoreUnavailableError && NOT_WRITTEN.includes(error.trouble))) throw error
  }
  const timer = setInterval(() => {
    beating = beating.then(() => tell(beat))
  }, beatMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await beating
      await tell(() => runningServers.leave(id))
    },
  }
}
