import { randomUUID } from 'node:crypto'
import { StartRefusedError } from '#domain/refused-error.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import { type StoreTrouble, StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import type { Store } from '#store/store.ts'
import { unreadableWords } from './senders/configured-sender.ts'

const OTHER_KEY = `SECRETS_KEY is not the one that this database belongs to. What was sealed with that one could not be opened, and every claim would be taken for changed. Start Ferry with that key: all servers of one database have the same. Where "npm run rotate-key" was interrupted, run it again. If it is lost for good, "npm run replace-key" binds the database to this one; docs/operations/lost-key.md says what is lost with it.`

/**
 * Binds a store to its SECRETS_KEY at the first start, and throws StartRefusedError at a start with another one, as that of a server beside it
 * with a key file of its own. A store that is bound to none, but holds a sender that the key does not open, has another one too.
 */
export async function assertOwnKey(
  { identity, senders }: Pick<Store, 'identity' | 'senders'>,
  fingerprint: string,
  secrets: Pick<SecretBox, 'open'>,
): Promise<void> {
  if ((await identity.fingerprint()) === fingerprint) return
  for (const kind of ['bulk', 'standalone'] as const) {
    const sender = await senders.find(kind)
    if (sender && unreadableWords(secrets, sender) !== null) throw new StartRefusedError(OTHER_KEY)
  }
  if ((await identity.bind(fingerprint)) !== fingerprint) throw new StartRefusedError(OTHER_KEY)
}

/**
 * Throws StartRefusedError where the standalone sender is switched off while it has a run that has not ended: gone on with, it would pay
 * unseen, and left alone, what it has signed would not be settled.
 */
export async function assertStandaloneIdle({ runs }: Pick<Store, 'runs'>): Promise<void> {
  const run = (await runs.unfinished()).find(({ sender }) => sender === 'standalone')
  if (run === undefined) return
  throw new StartRefusedError(
    `STANDALONE_SENDER is off, but run ${run.id}, of distribution ${run.distributionId}, has not ended. Start Ferry with STANDALONE_SENDER=on, wait until the run has ended or press Stop, and switch the sender off then.`,
  )
}

const BEAT_MS = 15_000

/** A key can not be exchanged there either: the server starts, and reports that it is not ready. */
const NOT_WRITTEN: readonly StoreTrouble[] = ['full', 'read_only', 'disk']

interface AnnouncedServer {
  close(): Promise<void>
}

interface Announcement {
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
