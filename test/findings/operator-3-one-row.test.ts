import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { startPortal } from '../harness/start-portal.ts'

/** A list of one row replaced 252,803 holders at once, with no question and no way back. */

const { admin, lists } = endpoints
const REAL_FILE = resolve(import.meta.dirname, '../../../shared/data/uni-holders.csv.gz')
const REAL = { count: 252_803, totalAmountUA: '149999999.975656' }
const ONE_ROW = 'address,amountUA\n0x00000000000000000000000000000000000f0f0f,7\n'
const LOOKUP = { query: { eth: '0x00000000000000000000000000000000000f0f0f' } }

test.for(['SQLite', 'PostgreSQL'])(
  'one row over 252,803, on %s',
  { timeout: 900_000 },
  async (dialect, { skip }) => {
    skip(!existsSync(REAL_FILE), 'there is no ../shared/data/uni-holders.csv.gz beside the repository')
    await using stack = new AsyncDisposableStack()
    const postgres = dialect === 'PostgreSQL' ? await startPostgres() : undefined
    stack.defer(async () => postgres?.stop())
    const DATABASE_URL = await postgres?.createDatabase()
    const ferry = await startPortal(DATABASE_URL ? { environment: { DATABASE_URL } } : {})
    stack.defer(() => ferry.close())
    const headers = await ferry.adminHeaders()
    const call = async (endpoint: Route, input?: AnyInput) => {
      const response = await callEndpoint(ferry.server, endpoint, input, { headers })
      return { status: response.statusCode, ...response.json() }
    }
    const upload = (content: Buffer<ArrayBuffer> | string, name: string) =>
      call(admin.upload, { file: new File([content], name) })
    const publish = (uploadId: string, body: object) =>
      call(lists.publishUpload, { params: { uploadId }, body })
    const portal = () => call(endpoints.public.portal)

    // The list itself has addresses that nobody can sign for: it is asked about, and published.
    const first = await upload(readFileSync(REAL_FILE), 'uni-holders.csv.gz')
    expect(first).toMatchObject({ status: 409, confirm: null, preview: { count: REAL.count, before: null } })
    const published = await publish(first.uploadId, {})
    expect(published).toMatchObject({ status: 200, ...REAL })
    const inForce = await portal()
    expect(inForce.root).toBe(published.root)

    const asked = await upload(ONE_ROW, 'holders.csv')
    expect(asked).toMatchObject({
      status: 409,
      code: 'needs_confirmation',
      confirm: 'publish 1 holder',
      preview: { count: 1, before: REAL, removed: { count: REAL.count, amountUA: REAL.totalAmountUA } },
    })
    expect(await portal()).toMatchObject({ root: published.root, fileHash: published.fileHash })
    let { uploadId } = asked
    for (const body of [{}, { confirm: '' }, { confirm: 'publish 2 holders' }, { confirm: 'publish' }]) {
      const refused = await publish(uploadId, body)
      expect(refused).toMatchObject({ status: 409, code: 'needs_confirmation' })
      uploadId = refused.uploadId
    }
    expect((await portal()).root).toBe(published.root)
    expect(await publish(uploadId, { confirm: 'publish 1 holder' })).toMatchObject({ status: 200, count: 1 })
    expect(await call(endpoints.public.allocation, LOOKUP)).toMatchObject({ amountUA: '7' })

    const { lists: versions } = await call(lists.lists)
    expect(versions.map(({ count }: { count: number }) => count)).toEqual([1, REAL.count])
    const back = await call(lists.restore, { params: { id: String(versions[1].id) } })
    expect(back).toMatchObject({
      status: 409,
      preview: { added: { count: REAL.count }, removed: { count: 1, amountUA: '7' } },
    })
    expect(back.confirm).toBe(`publish ${REAL.count} holders`)
    const restored = await publish(back.uploadId, { confirm: back.confirm })
    expect(restored).toMatchObject({
      status: 200,
      ...REAL,
      root: published.root,
      fileHash: published.fileHash,
    })
    expect((await portal()).root).toBe(published.root)
    expect(await call(endpoints.public.allocation, LOOKUP)).toMatchObject({ amountUA: '0' })
  },
)
