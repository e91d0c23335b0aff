import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AdminFixture, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterReply } from '../harness/alter-reply.ts'
import { buildXlsx, XLSX_MEDIA_TYPE } from '../harness/build-xlsx.ts'
import { globOf } from '../harness/glob-of.ts'
import { importAllocations } from '../harness/import-allocations.ts'
import { seeToast } from '../harness/open-page.ts'
import { publishAsked } from '../harness/publish-asked.ts'
import { withLanguages } from '../harness/with-languages.ts'

const ADDRESSES = ['0x52908400098527886E0F7030069857D2E4169EE7', '0xde709f2102306220921060314715629080e2fb77']
const CSV = `address,amountUA\n${ADDRESSES.map((address) => `${address},1.5`).join('\n')}\n`

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture()
  await importAllocations(fixture.portal.app, {
    fileName: 'before.csv',
    bytes: Readable.from([Buffer.from(`${CSV}\n`)]),
  })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const portal = () => fixture.call(endpoints.public.portal)

test.each([
  ['holders.csv', 'text/csv', async () => Buffer.from(CSV)],
  ['holders.csv.gz', 'application/gzip', async () => gzipSync(CSV)],
  [
    'holders.json',
    'application/json',
    async () => Buffer.from(JSON.stringify(ADDRESSES.map((address) => ({ address, amountUA: '1.5' })))),
  ],
  [
    'holders.xlsx',
    XLSX_MEDIA_TYPE,
    () => buildXlsx({ rows: [['address', 'amountUA'], ...ADDRESSES.map((address) => [address, '1.5'])] }),
  ],
])('%s becomes the list in force', async (name, mimeType, make) => {
  const panel = await fixture.visit('tab=files')
  const { page, button, fact } = panel
  await page.getByLabel('Allocation file').setInputFiles({ name, mimeType, buffer: await make() })
  await button('Upload File').click()
  await publishAsked(panel)
  await seeToast(page, 'File Uploaded Successfully', 'Loaded 2 allocations, 3 DEMO in all.')
  const { fileHash } = await portal()
  await page.getByText(fileHash ?? '', { exact: true }).waitFor()
  await expect.poll(() => fact('Addresses').textContent()).toBe('Addresses2')
})

test('a file of another type is not even sent, and one with bad rows changes nothing', async () => {
  const before = await portal()
  const { page, button } = await fixture.visit('tab=files')
  const file = page.getByLabel('Allocation file')
  await file.setInputFiles({ name: 'holders.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await seeToast(page, 'Invalid File Type', 'Please upload a JSON, CSV, or Excel file')
  await expect.poll(() => button('Upload File').isDisabled()).toBe(true)

  const buffer = Buffer.from(`address,amountUA\n0x12,1\n${ADDRESSES[0]},much\n`)
  await file.setInputFiles({ name: 'holders.csv', mimeType: 'text/csv', buffer })
  await button('Upload File').click()
  await seeToast(
    page,
    'Upload Failed',
    'The allocation file was not loaded: 2 problems were found. Nothing was changed.',
  )
  const rows = page.getByRole('region', { name: 'Problems by row' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  expect((await portal()).fileHash).toBe(before.fileHash)
})

test('the snapshot is dated in a browser whose language is no language tag, too', async () => {
  const { page, fact } = await fixture.visit('tab=files')
  await withLanguages(page.context(), ['en-US@posix'])
  await page.reload()
  await expect.poll(() => fact('Loaded').textContent()).toMatch(/20\d\d.* UTC$/)
})

test('what nobody was asked about a list that was loaded at the first start stands with it', async () => {
  const { page } = await fixture.visit('tab=files')
  const words = 'the list has one row: is it whole'
  type Lists = ReplyOf<typeof endpoints.lists.lists>
  await alterReply<Lists>(page, globOf(endpoints.lists.lists, '*'), ({ lists }) => ({
    lists: lists.map((list) => ({
      ...list,
      unseenWarnings: [{ kind: 'one_row' as const, words, rows: 1, where: [] }],
    })),
  }))
  await page.reload()
  await page.getByText('Loaded at the first start, where nobody was asked').waitFor()
  await page.getByText(words.replace('the', 'The')).waitFor()
})

test('the server’s own file is read again', async () => {
  const panel = await fixture.visit('tab=files')
  const { page, button, fact } = panel
  await button('Reload Allocations').click()
  await publishAsked(panel)
  await seeToast(page, 'Allocations Reloaded', 'Loaded 203 allocations.')
  await expect.poll(() => fact('Addresses').textContent()).toBe('Addresses203')
  await button('Export Queued Claims').waitFor()
})
