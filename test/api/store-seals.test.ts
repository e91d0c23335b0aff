import { afterEach, beforeEach, expect, test } from 'vitest'
import { alterStore } from '../harness/alter-store.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

test("the server's store accepts its own seals, and nothing that was written into the database", async () => {
  const { store } = ferry.app
  const row = { genesisHash: 'cluster', signature: 'ours', note: '', atMs: 1 }
  await store.acknowledgements.record(row, { atMs: 1, action: 'acknowledge', subject: 'ours', detail: '' })
  alterStore(
    ferry.databaseFile,
    "insert into acknowledged_transaction (genesis_hash, signature, note, at_ms) values ('cluster', 'theirs', '', 1)",
  )
  expect(await store.knownTransactions.among('cluster', ['ours', 'theirs'])).toEqual(new Set(['ours']))
})
