import type { Selectable } from 'kysely'
import { SealBrokenError } from '#domain/seal-broken-error.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import { nodeUrlsPlace, type Sender } from '#domain/sender.ts'
import { sendingKeyPlace } from '#domain/sender-terms.ts'
import type { Database } from '#store/database.ts'
import type { SenderTable } from '#store/payout-tables.ts'
import type { Resealed } from './reseal-table.ts'

type SenderRow = Selectable<SenderTable>

/** What of a sender is secret, in clear. */
interface OpenedSender {
  nodeUrls: Buffer
  key: Buffer
}

/** Opens the sending keys and the URLs of nodes with one key, and seals them with another. One that does not open stays as it is. */
export async function resealSenders(
  { db }: Database,
  from: SecretBox,
  to: SecretBox,
): Promise<Omit<Resealed, 'name'>> {
  const counts = { sealed: 0, broken: 0 }
  for (const row of await db.selectFrom('sender').selectAll().execute()) {
    const opened = open(from, row)
    if (opened === null) {
      counts.broken += 1
      continue
    }
    await db
      .updateTable('sender')
      .set({
        sealedNodeUrls: to.seal(opened.nodeUrls, nodeUrlsPlace(row.kind)),
        sealedKey: to.seal(opened.key, sendingKeyPlace(termsOf(row, opened.nodeUrls))),
      })
      .where('kind', '=', row.kind)
      .execute()
    opened.key.fill(0)
    counts.sealed += 1
  }
  return counts
}

/** Counts the senders that open. */
export async function countOpening({ db }: Database, secrets: SecretBox): Promise<number> {
  const rows = await db.selectFrom('sender').selectAll().execute()
  const opened = rows.map((row) => open(secrets, row)).filter((found) => found !== null)
  for (const { key } of opened) key.fill(0)
  return opened.length
}

function open(secrets: SecretBox, row: SenderRow): OpenedSender | null {
  try {
    const nodeUrls = secrets.open(row.sealedNodeUrls, nodeUrlsPlace(row.kind))
    return { nodeUrls, key: secrets.open(row.sealedKey, sendingKeyPlace(termsOf(row, nodeUrls))) }
  } catch (error) {
    if (error instanceof SealBrokenError) return null
    throw error
  }
}

function termsOf(row: SenderRow, nodeUrls: Buffer): Parameters<typeof sendingKeyPlace>[0] {
  const [rpcUrl = null, ...fallbackRpcUrls] = JSON.parse(nodeUrls.toString()) as Sender['fallbackRpcUrls']
  return { ...row, rpcUrl, fallbackRpcUrls }
}
