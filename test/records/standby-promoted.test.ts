import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { expectSettled, expectWords } from '../harness/expect-settled.ts'
import { takeOverWhenBehind } from '../harness/records-behind.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { startReplicatedPostgres } from '../harness/start-replicated-postgres.ts'
import { watchWords } from '../harness/watch-words.ts'

let bed: ServerBed
let stopPostgres: () => Promise<void>
afterEach(async () => {
  await bed.close()
  await stopPostgres()
})

async function prepare(databaseUrl: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64') }
  bed = await prepareServerBed({ claimants: 60, env })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
}

async function untilLanded(transactions: number): Promise<void> {
  const landed = () => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length
  await expect.poll(landed, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(transactions)
}

test('a standby that lacks the last seconds is promoted: the resumed run pays nobody twice', {
  timeout: 240_000,
}, async () => {
  const postgres = await startReplicatedPostgres()
  stopPostgres = postgres.stop
  await prepare(postgres.databaseUrl)
  await bed.do(endpoints.bulkSender.start)
  await untilLanded(3)
  postgres.cut()
  await untilLanded(7)
  await bed.kill()
  await bed.start({ DATABASE_URL: await postgres.failOver() })

  const words = watchWords(bed)
  expect((await takeOverWhenBehind(bed)).payments).toBeGreaterThan(0)
  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
})

test.each(['fsync', 'synchronous_commit'])(
  'nothing is sent from a database with %s off',
  {
    timeout: 120_000,
  },
  async (setting) => {
    const postgres = await startPostgres()
    stopPostgres = postgres.stop
    const databaseUrl = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
    await client.end()
    await prepare(databaseUrl)
    const refused = await bed.call(endpoints.bulkSender.start)
    if (refused.status === 200) {
      await expect
        .poll(async () => (await bed.status()).progress?.message ?? '', { timeout: 30_000 })
        .toMatch(/may lose what it has confirmed/)
    } else expect(refused.body).toMatchObject({ code: 'store_not_durable' })
    expect(landedWithMemo(bed.localnet, bed.sourceTokenAccount)).toEqual([])
  },
)
