import { type ReceiptKey, type ReceiptSigner, receiptKeyText } from '#domain/portal-receipt.ts'
import type { Database } from './database/database.ts'

/** The keys that receipts were signed with, in the order of their use. Each rotation adds one that the key before has signed. */
export function createReceiptKeyStore({ db }: Pick<Database, 'db'>) {
  const inOrder = () => db.selectFrom('receipt_key').selectAll().orderBy('place').execute()

  async function add(place: number, { from, ...signed }: ReceiptKey): Promise<void> {
    await db
      .insertInto('receipt_key')
      .values({ place, ...signed, fromMs: from * 1_000 })
      // Servers that start at once all write the same key.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Writes down the key in use where it is not the newest: the first one, or one that took the place of a lost one. */
  async function begin(key: string, nowMs: number): Promise<void> {
    const keys = await inOrder()
    if (keys.at(-1)?.key === key) return
    const fromMs = keys.length === 0 ? await firstReceiptMs(nowMs) : nowMs
    await add(keys.length, { key, from: toSeconds(fromMs), signedByPrevious: null, confirmsPrevious: null })
  }

  /** A store from before keys were written down has receipts already. */
  async function firstReceiptMs(nowMs: number): Promise<number> {
    const first = await db
      .selectFrom('claim')
      .select('submittedAtMs')
      .orderBy('submittedAtMs')
      .limit(1)
      .executeTakeFirst()
    return Math.min(first?.submittedAtMs ?? nowMs, nowMs)
  }

  return {
    begin,

    async list(): Promise<ReceiptKey[]> {
      return (await inOrder()).map(({ key, fromMs, signedByPrevious, confirmsPrevious }) => ({
        key,
        from: toSeconds(fromMs),
        signedByPrevious,
        confirmsPrevious,
      }))
    },

    /** Adds the next key, signed by the one before, and that one by it. */
    async rotate(present: ReceiptSigner, next: ReceiptSigner, nowMs: number): Promise<void> {
      await begin(present.publicKey, nowMs)
      const from = toSeconds(nowMs)
      const text = receiptKeyText({ previous: present.publicKey, key: next.publicKey, from })
      const [signedByPrevious, confirmsPrevious] = await Promise.all([present.sign(text), next.sign(text)])
      const place = (await inOrder()).length
      await add(place, { key: next.publicKey, from, signedByPrevious, confirmsPrevious })
    },
  }
}

const toSeconds = (ms: number) => Math.floor(ms / 1_000)
