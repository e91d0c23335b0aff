import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type PostgresServer, startPostgres } from '#lab/environment/start-postgres.ts'
import { runMain } from '#lab/rehearsal/child-process.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

const CLAIMANTS = 45

let postgres: PostgresServer
let bed: ServerBed
beforeEach(async () => {
  postgres = await startPostgres()
  bed = await prepareServerBed({ claimants: CLAIMANTS })
})
afterEach(async () => {
  await bed.close()
  await postgres.stop()
})

const copyStore = (from: string, to: string) =>
  runMain('src/bin/copy-store', { args: ['--from', from, '--to', to] })

/** Has some claim and some of them paid: the run is killed. */
async function payInPart(from: number, to: number): Promise<void> {
  for (const holder of bed.migration.holders.slice(from, to)) {
    expect((await bed.claim(holder)).status).toBe(200)
  }
  await bed.do(endpoints.bulkSender.start)
  const paid = async () => (await bed.status()).progress?.successful ?? 0
  await expect.poll(paid, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(3)
}

test('a store that is moved to PostgreSQL and back, each time in the middle of a run: seals hold, and everyone is paid once', {
  timeout: 300_000,
}, async () => {
  const url = await postgres.createDatabase()
  const file = join(bed.dataFolder, 'ferry.sqlite')
  const key = readFileSync(join(bed.dataFolder, 'secrets.key'), 'utf8').trim()
  expect((await bed.configure({ batchSize: 3 })).status).toBe(200)
  await payInPart(0, 15)
  await bed.kill()
  expect(await copyStore(file, url)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/were copied and compared/),
  })
  await expect(bed.start()).rejects.toThrow(/was moved to postgres:/)

  await bed.start({ DATABASE_URL: url, SECRETS_KEY: key })
  expect(await bed.call(endpoints.public.ready)).toMatchObject({ status: 200 })
  await bed.untilPaid()
  await payInPart(15, 30)
  const running = await copyStore(url, join(bed.environment.folder, 'back.sqlite'))
  expect(running).toMatchObject({ code: 1, output: expect.stringMatching(/A server uses postgres:/) })
  await bed.stop()
  const folder = join(bed.environment.folder, 'back')
  expect(await copyStore(url, join(folder, 'ferry.sqlite'))).toMatchObject({ code: 0 })
  await expect(bed.start({ DATABASE_URL: url, SECRETS_KEY: key })).rejects.toThrow(
    /was moved to .*ferry\.sqlite/,
  )

  await bed.start({ DATA_DIR: folder, SECRETS_KEY: key })
  for (const holder of bed.migration.holders.slice(30)) expect((await bed.claim(holder)).status).toBe(200)
  await bed.untilPaid()
  await expectSettled(bed)
  expect(await bed.call(endpoints.public.ready)).toMatchObject({ status: 200 })
})
