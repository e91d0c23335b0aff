import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { runMain } from '#lab/rehearsal/child-process.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { expectSettled } from '../harness/paying-portal.ts'
import { prepareServerBed, type ServerBed, takeOverWhenBehind } from '../harness/server-bed.ts'

describe('backup', () => {
  let bed: ServerBed
  /** Some claim before, and the rest while the run pays and the backup is made. */
  const CLAIMANTS = 150
  const BEFORE = 60

  const BACKUP = fileURLToPath(new URL('../../src/bin/backup.ts', import.meta.url))
  let opened: AsyncDisposableStack
  beforeEach(() => {
    opened = new AsyncDisposableStack()
  })
  afterEach(() => opened.disposeAsync())

  async function prepareBed(env: Record<string, string> = {}): Promise<void> {
    bed = await prepareServerBed({ claimants: CLAIMANTS, env })
    opened.defer(() => bed.close())
  }

  /** Claims one after the other, until there is none left or it is told to stop. */
  function claimOn(holders: ServerBed['migration']['holders']) {
    const acknowledged: string[] = []
    let isOver = false
    async function claimEach(): Promise<void> {
      for (const holder of holders) {
        if (isOver) return
        expect(await bed.claim(holder)).toMatchObject({ status: 200 })
        acknowledged.push(holder.address)
      }
    }
    const done = claimEach()
    return {
      acknowledged,
      async stop() {
        isOver = true
        await done
      },
    }
  }

  async function backUp(to: string): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [BACKUP, '--to', to], {
      env: { PATH: process.env.PATH, DATA_DIR: bed.dataFolder },
    })
    return stdout
  }

  /** A backup that was made while the server ran. Restoring it gives the variables that a server is started with on it. */
  type Restore = () => Promise<Record<string, string>>

  /** Makes a backup in the middle of claims and a run, which go on; restores it, and does what an operator is asked. */
  async function payFromBackup(makeBackup: () => Promise<Restore>): Promise<void> {
    const { holders } = bed.migration
    for (const holder of holders.slice(0, BEFORE)) expect((await bed.claim(holder)).status).toBe(200)
    expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
    await bed.do(endpoints.bulkSender.start)
    const claiming = claimOn(holders.slice(BEFORE))
    const paid = async () => (await bed.status()).progress?.successful ?? 0
    await expect.poll(paid, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(10)

    const before = [...holders.slice(0, BEFORE).map(({ address }) => address), ...claiming.acknowledged]
    const restore = await makeBackup()
    const paidAtBackup = await paid()
    await expect.poll(paid, { timeout: 60_000, interval: 50 }).toBeGreaterThan(paidAtBackup + 5)
    await claiming.stop()
    await bed.kill()

    await bed.start(await restore())
    for (const eth of before) {
      expect(await bed.call(endpoints.public.claim, { params: { eth } })).toMatchObject({ status: 200 })
    }
    expect((await takeOverWhenBehind(bed)).payments).toBeGreaterThan(0)
    // Those whose claims came later find none, and claim again.
    for (const holder of holders) {
      const { status } = await bed.call(endpoints.public.claim, { params: { eth: holder.address } })
      if (status === 404) expect((await bed.claim(holder)).status).toBe(200)
    }
    await bed.untilPaid()
    await expectSettled(bed)
    expect(await bed.call(endpoints.public.ready)).toMatchObject({ status: 200 })
  }

  const NAME = 'every claim from before is in it, and nobody is paid twice'

  test(`SQLite, by npm run backup while people claim and a run pays: ${NAME}`, {
    timeout: 240_000,
  }, async () => {
    await prepareBed()
    await payFromBackup(async () => {
      const backup = join(bed.environment.folder, 'backup.sqlite')
      expect(await backUp(backup)).toMatch(/checked\. In it: .*× claim/)
      return async () => {
        // Another folder: the key comes from where it was kept.
        const restored = join(bed.environment.folder, 'restored')
        mkdirSync(restored, { mode: 0o700 })
        renameSync(join(bed.dataFolder, 'secrets.key'), join(restored, 'secrets.key'))
        renameSync(backup, join(restored, 'ferry.sqlite'))
        return { DATA_DIR: restored }
      }
    })
  })

  test(`PostgreSQL, by a base backup while people claim and a run pays: ${NAME}`, {
    timeout: 240_000,
  }, async () => {
    const postgres = await startPostgres()
    opened.defer(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase()
    await prepareBed({ DATABASE_URL: databaseUrl, SECRETS_KEY: randomBytes(32).toString('base64') })
    await payFromBackup(async () => {
      const backup = await postgres.baseBackup()
      opened.defer(() => backup.stop())
      return async () => {
        const itsLocation = await backup.start()
        return { DATABASE_URL: itsLocation(databaseUrl) }
      }
    })
  })
})

describe('move store', () => {
  const CLAIMANTS = 45

  const postgres = forEachTest(startPostgres)
  const bed = forEachTest(() => prepareServerBed({ claimants: CLAIMANTS }))

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
})
