import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { nodeUrlsPlace, type SenderKind } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterStore } from '../harness/alter-store.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { DIALECTS } from '../harness/each-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { readEveryRow } from '../harness/read-every-row.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { sampleSender } from '../harness/sample-sender.ts'
import { startPortal } from '../harness/start-portal.ts'

/** The URLs of nodes hold providers' keys: nothing of them is in clear in the store, and they open in their own row alone. */

const KEY = 'key-of-a-provider'

let postgres: PostgresServer | undefined
let paying: PayingPortal | undefined
beforeAll(async () => {
  if (DIALECTS.includes('PostgreSQL')) postgres = await startPostgres()
})
afterAll(() => postgres?.stop())
afterEach(async () => {
  await paying?.close()
  paying = undefined
})

const rowsWith = (text: string, rows: Map<string, string[]>) =>
  [...rows].flatMap(([table, texts]) => (texts.some((row) => row.includes(text)) ? [table] : []))

test('after a run no row of the store has the URL that it was paid through, nor has the file', async () => {
  paying = await startPayingPortal()
  const { ferry, rpcUrl } = paying
  const secretUrl = `${rpcUrl}/?api-key=${KEY}`
  await paying.configure('bulk', { rpcUrl: undefined, rpcUrls: [secretUrl, `${rpcUrl}/v2/${KEY}`] })
  await addClaims(ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
  expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
  await expect
    .poll(async () => (await ferry.app.store.runs.latest())?.state, { timeout: 30_000 })
    .toBe('completed')
  expect(await ferry.app.store.senders.find('bulk')).toMatchObject({ rpcUrl: secretUrl })

  const rows = await readEveryRow(ferry.databaseFile)
  expect(rowsWith(paying.mint, rows)).toContain('sender')
  expect(rowsWith(KEY, rows)).toEqual([])
  expect(rowsWith(rpcUrl.slice('http://'.length), rows)).toEqual([])
  for (const file of [ferry.databaseFile, `${ferry.databaseFile}-wal`])
    expect(readFileSync(file).includes(KEY)).toBe(false)
})

test.each(DIALECTS)('they open in their own row alone, on %s', async (dialect) => {
  const DATABASE_URL = dialect === 'PostgreSQL' ? await postgres?.createDatabase() : undefined
  const ferry = await startPortal(DATABASE_URL === undefined ? {} : { environment: { DATABASE_URL } })
  const { senders } = ferry.app.store
  const { secrets } = ferry.app
  const urls = { bulk: `http://127.0.0.1:1/${KEY}`, standalone: `http://127.0.0.1:2/${KEY}` }
  for (const kind of ['bulk', 'standalone'] as const)
    await senders.save(sampleSender({ kind, rpcUrl: urls[kind], fallbackRpcUrls: [`${urls[kind]}/next`] }))
  const found = await senders.find('standalone')
  expect(found).toMatchObject({ rpcUrl: urls.standalone, fallbackRpcUrls: [`${urls.standalone}/next`] })
  expect(rowsWith(KEY, await readEveryRow(DATABASE_URL ?? ferry.databaseFile))).toEqual([])

  const sealedFor = (kind: SenderKind) =>
    secrets.seal(Buffer.from('["http://127.0.0.1:3"]'), nodeUrlsPlace(kind))
  expect(() => secrets.open(sealedFor('bulk'), nodeUrlsPlace('standalone'))).toThrow()
  await ferry.close()
})

test("URLs that were moved to the other sender's row are not used, and the sender says that it does not open", async () => {
  paying = await startPayingPortal()
  const { ferry } = paying
  await paying.configure('bulk')
  await paying.configure('standalone')
  alterStore(
    ferry.databaseFile,
    "update sender set sealed_node_urls = (select sealed_node_urls from sender where kind = 'bulk') where kind = 'standalone'",
  )
  expect(await ferry.app.store.senders.find('standalone')).toMatchObject({
    rpcUrl: null,
    fallbackRpcUrls: [],
  })
  const headers = await ferry.adminHeaders()
  const status = await callEndpoint(ferry.server, endpoints.standaloneSender.status, {}, { headers })
  expect(status.json()).toMatchObject({
    configured: true,
    nodes: [],
    warnings: [expect.stringMatching(/can not be opened/)],
  })
  expect((await callEndpoint(ferry.server, endpoints.public.ready)).statusCode).toBe(503)
})
