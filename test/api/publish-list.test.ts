import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { type Holder, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal } from '../harness/start-portal.ts'

const { admin, lists } = endpoints
const ONE = 10n ** 18n

const address = (index: number) => `0x${(index + 0xabc000).toString(16).padStart(40, '1')}`
const rowsOf = (count: number, amount = (_: number) => '10') =>
  Array.from({ length: count }, (_, index) => `${address(index)},${amount(index)}`)
const fileOf = (rows: readonly string[], header = 'address,amountUA') =>
  new File([[header, ...rows].join('\n')], 'holders.csv')

describe.each(DIALECTS)('publishing a list, on %s', (dialect) => {
  const database = forEachTest(() => startPortalDatabase(dialect))
  const ferry = forEachTest(() => startPortal(database))
  const openStore = () => openDatabase(database.environment.DATABASE_URL ?? ferry.databaseFile)

  const call = async (endpoint: Route, input?: AnyInput) => answerOf(await ferry.call(endpoint, input))
  const upload = (rows: readonly string[], header?: string) =>
    call(admin.upload, { file: fileOf(rows, header) })
  /** As a script does it, that knows what it uploads. */
  const uploadIfCertain = (rows: readonly string[]) =>
    call(admin.upload, { file: fileOf(rows), query: { publish: 'if-certain' } })
  /** Uploads a list, and publishes it with the words that it asks for. */
  async function load(rows: readonly string[]) {
    const { uploadId, confirm } = await upload(rows)
    return await publish(uploadId, confirm === null ? {} : { confirm })
  }
  const publish = (uploadId: string, body: object = {}) =>
    call(lists.publishUpload, { params: { uploadId }, body })
  const current = () => ferry.app.store.snapshots.current()
  const actions = () => ferry.app.store.operatorActions.decisions(20)
  async function alter(statement: string): Promise<void> {
    const { db, close } = await openStore()
    await sql.raw(statement).execute(db)
    await close()
  }
  async function kept(): Promise<{ uploads: number; chunks: number }> {
    const { db, close } = await openStore()
    const uploads = await db.selectFrom('list_upload').selectAll().execute()
    const chunks = await db.selectFrom('list_upload_chunk').selectAll().execute()
    await close()
    return { uploads: uploads.length, chunks: chunks.length }
  }

  test('each list is shown first, the first one too, and is in force once it is published', async () => {
    const first = await upload(rowsOf(300))
    expect(first).toMatchObject({
      status: 200,
      uploadId: expect.stringMatching(/^[\w-]+\.[\w-]+/),
      confirm: 'publish 3000',
      preview: {
        count: 300,
        totals: { amountUA: '3000', amountWei: '0.000000000000003' },
        before: null,
        read: {
          unit: 'amountUA',
          decimals: 18,
          columns: [
            { name: 'address', as: 'address' },
            { name: 'amountUA', as: 'amount' },
          ],
          mark: '.',
        },
        added: { count: 300, amountUA: '3000' },
        odd: [],
      },
    })
    expect(first.preview.largest).toHaveLength(10)
    expect(await current()).toBeUndefined()
    expect(await publish(first.uploadId)).toMatchObject({ status: 409, code: 'needs_confirmation' })
    expect(await current()).toBeUndefined()
    expect(await load(rowsOf(300))).toMatchObject({ status: 200, count: 300, totalAmountUA: '3000' })
    expect(await load(rowsOf(301, (index) => (index === 0 ? '11' : '10')))).toMatchObject({ status: 200 })
    const before = await current()

    // Two of 301 vanish, and one is lowered: less than one percent.
    const changed = rowsOf(301, (index) => (index === 5 ? '9.5' : index === 6 ? '12' : '10.0')).slice(2)
    const asked = await upload([...changed, `${address(900)},7`])
    expect(asked).toMatchObject({
      status: 200,
      confirm: null,
      preview: {
        fileName: 'holders.csv',
        count: 300,
        totals: { amountUA: '2998.5', amountWei: null },
        before: { count: 301, totalAmountUA: '3011' },
        added: {
          count: 1,
          amountUA: '7',
          holders: [{ address: address(900), beforeUA: null, afterUA: '7' }],
        },
        removed: { count: 2, amountUA: '21' },
        raised: { count: 1, amountUA: '2' },
        lowered: {
          count: 1,
          amountUA: '0.5',
          holders: [{ address: address(5), beforeUA: '10', afterUA: '9.5' }],
        },
        odd: [],
        columns: ['address', 'amountUA'],
        chosen: { address: 'address', amount: 'amountUA' },
      },
    })
    expect(asked.preview.largest[0]).toEqual({ address: address(6), amountUA: '12' })
    expect(asked.preview.samples).toHaveLength(3)
    expect(await current()).toEqual(before)
    expect(await publish(asked.uploadId)).toMatchObject({ status: 200, count: 300, totalAmountUA: '2998.5' })
    expect(await publish(asked.uploadId)).toMatchObject({ status: 404, code: 'no_upload' })

    const uploads = (await kept()).uploads
    const dropped = await upload(rowsOf(300).slice(1))
    const params = { uploadId: dropped.uploadId }
    expect(await call(lists.discardUpload, { params })).toMatchObject({ ok: true })
    expect(await call(lists.discardUpload, { params })).toMatchObject({ status: 404, code: 'no_upload' })
    expect((await kept()).uploads).toBe(uploads)
    expect(await actions()).toMatchObject([
      { action: 'discard_upload', detail: 'holders.csv' },
      { action: 'publish_list', detail: 'holders.csv: 300 rows; 1 added, 2 removed, 1 raised, 1 lowered' },
      { action: 'publish_list', detail: 'holders.csv: 301 rows; 1 added, 1 raised' },
      { action: 'publish_list', detail: 'holders.csv: 300 rows; 300 added; "publish 3000" was typed' },
    ])
  })

  test('a script publishes at once what takes and adds nothing much; of a first list nothing is certain', async () => {
    expect(await uploadIfCertain(rowsOf(300))).toMatchObject({
      status: 409,
      code: 'needs_confirmation',
      confirm: 'publish 3000',
    })
    await load(rowsOf(300))
    const uploads = await kept()
    expect(await uploadIfCertain(rowsOf(302))).toMatchObject({ status: 200, count: 302 })
    expect(await kept()).toEqual(uploads)
    for (const rows of [rowsOf(301), rowsOf(400), rowsOf(302, () => '10000')]) {
      expect(await uploadIfCertain(rows)).toMatchObject({ status: 409, code: 'needs_confirmation' })
    }
    const garbage = { file: fileOf(rowsOf(302)), query: { publish: 'always' } }
    expect(await call(admin.upload, garbage)).toMatchObject({ status: 400, code: 'invalid_request' })
    expect((await current())?.addressCount).toBe(302)
  })

  test('where much is added, or somebody gets ten times as much, the total has to be typed', async () => {
    await load(rowsOf(1000))
    for (const [rows, confirm] of [
      [rowsOf(1000, () => '10000'), 'publish 10000000'],
      [rowsOf(1020), 'publish 10200'],
      [rowsOf(1000, (index) => (index === 3 ? '100.5' : '10')), 'publish 10090'],
      [rowsOf(980, () => '20'), 'publish 980 rows, 19600'],
    ] as const) {
      const asked = await upload(rows)
      expect(asked).toMatchObject({ status: 200, confirm })
      expect(await publish(asked.uploadId)).toMatchObject({ status: 409, confirm })
    }
    expect(await upload(rowsOf(1010))).toMatchObject({ confirm: null })
    expect(await upload(rowsOf(1000, (index) => (index === 3 ? '99' : '10')))).toMatchObject({
      confirm: null,
    })
    expect((await current())?.totalWei).toBe(10_000n * ONE)
  })

  test('what was confirmed once for the same rows is not asked again', async () => {
    const odd = [...rowsOf(10), `0x${'0'.repeat(40)},5`]
    const first = await upload(odd)
    expect(first.preview.odd).toMatchObject([{ kind: 'nobodys_address', rows: 1 }])
    await load(odd)
    for (const again of [await upload(odd), await upload([...odd].reverse())]) {
      expect(again).toMatchObject({ status: 200, confirm: null, preview: { odd: [] } })
    }
    await load(rowsOf(5))
    const back = await upload(odd)
    expect(back).toMatchObject({ confirm: null, preview: { odd: [], added: { count: 6 } } })
    expect(await uploadIfCertain(odd)).toMatchObject({ status: 200, count: 11 })
  })

  test('where more than one percent would vanish, words have to be typed', async () => {
    await load(rowsOf(100))
    const asked = await upload(rowsOf(98))
    expect(asked).toMatchObject({ status: 200, confirm: 'publish 98 rows' })
    const again = await publish(asked.uploadId)
    expect(again).toMatchObject({ status: 409, code: 'needs_confirmation', confirm: 'publish 98 rows' })
    let { uploadId } = again
    for (const confirm of ['', 'publish', 'publish 97 rows']) {
      const refused = await publish(uploadId, { confirm })
      expect(refused).toMatchObject({ status: 409, code: 'needs_confirmation' })
      uploadId = refused.uploadId
    }
    expect((await current())?.addressCount).toBe(100)
    const typed = await publish(uploadId, { confirm: 'publish 98 rows' })
    expect(typed).toMatchObject({ status: 200, count: 98 })
    // The same holders with two percent less.
    const lowered = await upload(rowsOf(98, () => '9.8'))
    expect(lowered).toMatchObject({ status: 200, confirm: 'publish 98 rows' })
  })

  test('a row of zero is a row, and nobody of the list in force', async () => {
    await load(rowsOf(100))
    const asked = await upload(rowsOf(98, (index) => (index < 3 ? '0' : '10')))
    expect(asked).toMatchObject({
      confirm: 'publish 98 rows',
      preview: { count: 98, before: { count: 100 } },
    })
    const typed = await publish(asked.uploadId, { confirm: 'publish 98 rows' })
    expect(typed).toMatchObject({ status: 200, count: 98, totalAmountUA: '950' })
    expect(await current()).toMatchObject({ addressCount: 98, payableCount: 95 })
    const [{ detail } = {}] = await actions()
    expect(detail).toBe('holders.csv: 98 rows; 2 removed, 3 lowered; "publish 98 rows" was typed')
  })

  test('a unit, columns and a mark that are not certain are chosen by a person', async () => {
    const bare = await upload(rowsOf(3), 'HolderAddress,Balance')
    expect(bare).toMatchObject({
      status: 200,
      preview: {
        totals: { amountUA: '30', amountWei: '0.00000000000000003' },
        odd: [{ kind: 'unit_unknown' }],
      },
    })
    const unanswered = await publish(bare.uploadId)
    expect(unanswered).toMatchObject({ status: 409, code: 'needs_confirmation' })
    expect(await current()).toBeUndefined()
    const unit = 'amountUA'
    const answered = await publish(unanswered.uploadId, { unit })
    expect(answered).toMatchObject({ status: 409, confirm: 'publish 30' })
    expect(await publish(answered.uploadId, { unit, confirm: 'publish 30' })).toMatchObject({
      status: 200,
      totalAmountUA: '30',
    })

    const [one, two] = [address(0), address(1)]
    const strange = await upload(
      [`alice,${one},10.5,7`, `bob,${two},10.5,8`, `carol,${address(2)},10,9`],
      'Name,Who,Tokens held,Rank',
    )
    expect(strange).toMatchObject({
      status: 200,
      preview: {
        count: 0,
        columns: ['Name', 'Who', 'Tokens held', 'Rank'],
        chosen: null,
        samples: [['alice', one, '10.5', '7'], expect.anything(), expect.anything()],
      },
    })
    const wrong = await publish(strange.uploadId, { columns: { address: 'Name', amount: 'Rank' } })
    expect(wrong).toMatchObject({ status: 400, code: 'invalid_allocation_file' })
    const columns = { address: 'Who', amount: 'Tokens held' }
    // What the columns add up to was not seen so far.
    const seen = await publish(strange.uploadId, { columns })
    expect(seen).toMatchObject({
      status: 409,
      preview: { count: 3, totals: { amountUA: '31' }, raised: { count: 2 } },
    })
    const { confirm } = seen
    expect(confirm).toBe('publish 31')
    expect(await publish(seen.uploadId, { columns, confirm })).toMatchObject({
      status: 200,
      totalAmountUA: '31',
    })

    const marked = await upload([`${one},10.500`, `${two},10.500`, `${address(2)},10`])
    expect(marked).toMatchObject({
      status: 200,
      preview: { decimalMark: '.', odd: [{ kind: 'decimal_mark' }] },
    })
    const comma = await publish(marked.uploadId, { decimalMark: ',' })
    expect(comma).toMatchObject({ status: 409, preview: { decimalMark: ',', totals: { amountUA: '21010' } } })
    expect(await publish(comma.uploadId, { decimalMark: '.' })).toMatchObject({
      status: 409,
      preview: { totals: { amountUA: '31' } },
    })
  })

  test('what is said of a file wins over its header, or is refused where it can not be true', async () => {
    const wei = rowsOf(3, () => `5${'0'.repeat(18)}`)
    const asked = await upload(wei)
    expect(asked.preview).toMatchObject({ unit: 'amountUA', odd: [{ kind: 'tokens_like_wei' }] })
    const { uploadId, confirm } = await publish(asked.uploadId, { unit: 'amountWei' })
    expect(confirm).toBe('publish 15')
    expect(await publish(uploadId, { unit: 'amountWei', confirm })).toMatchObject({ totalAmountUA: '15' })
    const fractions = await upload(rowsOf(3, () => '1.5'))
    const contradictions = [
      { unit: 'amountWei' },
      { mark: ',' },
      { columns: { address: 'address', amount: 'balance' } },
      { leaveOut: [2] },
    ]
    for (const answer of contradictions) {
      expect(await publish(fractions.uploadId, answer)).toMatchObject({
        status: 400,
        code: 'contradicts_file',
      })
    }
    expect((await current())?.totalWei).toBe(15n * ONE)
  })

  test('a row without an address is left out by who says so', async () => {
    const asked = await upload([...rowsOf(3), 'Total,30'])
    expect(asked.preview.odd).toMatchObject([{ kind: 'no_holder', rows: 1, where: ['row 5'] }])
    const refused = await publish(asked.uploadId, { confirm: 'publish 30' })
    expect(refused).toMatchObject({ status: 409, code: 'needs_confirmation' })
    const answered = await publish(refused.uploadId, { leaveOut: [5] })
    expect(answered).toMatchObject({ status: 409, confirm: 'publish 30', preview: { count: 3, odd: [] } })
    const body = { leaveOut: [5], confirm: 'publish 30' }
    expect(await publish(answered.uploadId, body)).toMatchObject({ status: 200, count: 3 })
  })

  test('odd things are asked, at the first list too', async () => {
    const asked = await upload([`0x${'0'.repeat(40)},5`, `${address(1)},3`])
    expect(asked).toMatchObject({
      status: 200,
      confirm: 'publish 8',
      preview: { before: null, odd: [{ kind: 'nobodys_address', rows: 1, where: [`0x${'0'.repeat(40)}`] }] },
    })
    const { confirm } = asked
    expect(await publish(asked.uploadId, { confirm })).toMatchObject({ status: 200, count: 2 })
  })

  test('nobody exchanges the bytes, or what was asked, between the preview and its answer', async () => {
    await load(rowsOf(3))
    const other = await upload(rowsOf(2))
    const asked = await upload(rowsOf(2, () => '500'))
    const [otherId, id] = [other.uploadId, asked.uploadId].map((uploadId) => uploadId.split('.')[0])
    await alter(`delete from list_upload_chunk where upload_id = '${id}'`)
    await alter(`update list_upload_chunk set upload_id = '${id}' where upload_id = '${otherId}'`)
    const { confirm } = asked
    expect(await publish(asked.uploadId, { confirm })).toMatchObject({ status: 404, code: 'no_upload' })
    const last = await upload(rowsOf(2))
    await alter(`update list_upload set asked = '["lost:0:0"]' where id = '${last.uploadId.split('.')[0]}'`)
    expect(await publish(last.uploadId, { confirm })).toMatchObject({ status: 404, code: 'no_upload' })
    expect(await publish('nonsense')).toMatchObject({ status: 404, code: 'no_upload' })
    expect((await current())?.addressCount).toBe(3)
  })

  test('of two people who publish one is told that another list is in force, and what it changes of that one', async () => {
    await load(rowsOf(400))
    const mine = await upload(rowsOf(399))
    const theirs = await upload(rowsOf(398))
    expect(await publish(mine.uploadId)).toMatchObject({ status: 200 })
    const told = await publish(theirs.uploadId)
    expect(told).toMatchObject({
      status: 409,
      code: 'list_published_meanwhile',
      preview: { before: { count: 399 }, removed: { count: 1 } },
    })
    expect((await current())?.addressCount).toBe(399)
    expect(await publish(told.uploadId)).toMatchObject({ status: 200, count: 398 })
  })

  test('so is who answers for a list that takes nothing from either', async () => {
    await load(rowsOf(1000))
    const asked = await upload([...rowsOf(1005), `0x${'0'.repeat(40)},5`])
    expect(asked).toMatchObject({ status: 200, confirm: null })
    expect(await load(rowsOf(1003))).toMatchObject({ status: 200 })
    const told = await publish(asked.uploadId)
    expect(told).toMatchObject({
      status: 409,
      code: 'list_published_meanwhile',
      preview: { before: { count: 1003 } },
    })
    expect(await publish(told.uploadId)).toMatchObject({ status: 200, count: 1006 })
  })

  test('a list that gives less than was claimed is refused, by address', async () => {
    const holders: Holder[] = [makeHolder(4n * ONE), makeHolder(4n * ONE), makeHolder(4n * ONE)]
    const rows = holders.map(({ account }) => `${account.address},4`)
    await load(rows)
    for (const holder of holders.slice(0, 2)) {
      const body = await signClaim(holder)
      expect((await ferry.ask(endpoints.public.submitClaim, { body })).statusCode).toBe(200)
    }
    const [first, second] = holders.map(({ account }) => account.address.toLowerCase())
    const refused = await upload([`${first},3`, rows[2] ?? ''])
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid_allocation_file',
      details: [
        { where: first, problem: `${first} has claimed 4, this list gives it 3: reject the claim first` },
        {
          where: second,
          problem: `${second} has claimed 4, this list does not have it: reject the claim first`,
        },
      ],
    })

    // A claim that comes in between the preview and its answer.
    const asked = await upload(rows.slice(0, 2))
    const late = await signClaim(holders[2] as Holder)
    await ferry.ask(endpoints.public.submitClaim, { body: late })
    const { confirm } = asked
    expect(await publish(asked.uploadId, { confirm })).toMatchObject({ code: 'invalid_allocation_file' })
    expect((await current())?.addressCount).toBe(3)
  })

  test('versions are compared and restored: the same list has the same root again', async () => {
    const first = await load(rowsOf(200))
    const second = await load(rowsOf(201, () => '20'))
    const listed = await call(lists.lists)
    expect(listed.lists).toMatchObject([
      { state: 'published', root: second.root, count: 201, totalAmountUA: '4020', isKept: true },
      {
        state: 'superseded',
        root: first.root,
        count: 200,
        totalAmountUA: '2000',
        isKept: true,
        fileName: 'holders.csv',
      },
    ])
    const [newest, oldest] = listed.lists.map(({ id }: { id: number }) => String(id))
    const difference = await call(lists.difference, { params: { id: oldest, other: newest } })
    expect(difference).toMatchObject({
      added: { count: 1, amountUA: '20' },
      raised: { count: 200, amountUA: '2000' },
      removed: { count: 0 },
    })
    expect(await call(lists.difference, { params: { id: '77', other: newest } })).toMatchObject({
      status: 404,
      code: 'no_list',
    })

    const asked = await call(lists.restore, { params: { id: oldest } })
    // Its rows were confirmed when they were published.
    expect(asked).toMatchObject({
      status: 200,
      confirm: null,
      preview: {
        count: 200,
        totals: { amountWei: '2000' },
        removed: { count: 1 },
        lowered: { count: 200 },
        odd: [],
        largest: expect.arrayContaining([{ address: address(0), amountUA: '10' }]),
      },
    })
    const unit = 'amountUA'
    expect(await publish(asked.uploadId, { unit })).toMatchObject({ status: 400, code: 'contradicts_file' })
    const restored = await publish(asked.uploadId)
    expect(restored).toMatchObject({ status: 200, root: first.root, fileHash: first.fileHash })
    expect((await actions())[0]).toMatchObject({ action: 'restore_list' })

    // The seal of a replaced version does not fit as that of one in force, and no row of it can be changed.
    await alter(
      `update allocation set amount_wei = '999' where snapshot_id = ${newest} and evm_address = '${address(0)}'`,
    )
    expect(await call(lists.restore, { params: { id: newest } })).toMatchObject({
      code: 'holder_list_changed',
    })
    await alter(`update snapshot set state = 'staging' where state = 'published'`)
    await alter(`delete from snapshot where state = 'staging'`)
    await alter(`update snapshot set state = 'published' where id = ${newest}`)
    const eth = address(1)
    expect(await call(endpoints.public.allocation, { query: { eth } })).toMatchObject({
      code: 'holder_list_changed',
    })

    // Such a list is replaced only by who types it.
    const mended = await upload(rowsOf(200))
    expect(mended).toMatchObject({
      status: 200,
      confirm: 'publish 200 rows',
      preview: { isComparable: false },
    })
    expect(await publish(mended.uploadId, { confirm: mended.confirm })).toMatchObject({ status: 200 })
  })

  test('what nobody answers for is pruned after a day', async () => {
    await upload(rowsOf(3))
    await upload(rowsOf(2))
    expect(await kept()).toEqual({ uploads: 2, chunks: 2 })
    await alter('update list_upload set created_at_ms = created_at_ms - 86400001')
    await upload(rowsOf(4))
    expect(await kept()).toEqual({ uploads: 1, chunks: 1 })
  })
})
