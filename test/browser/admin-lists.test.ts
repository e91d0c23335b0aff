import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AdminFixture, openAdminFixture, publishAsked } from '../harness/admin-fixture.ts'
import { alterReply, alterState, globOf } from '../harness/alter-reply.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { makeHolder } from '../harness/holders.ts'
import { seeToast, withLanguages } from '../harness/open-page.ts'
import { loadList } from '../harness/open-upload.ts'

let fixture: AdminFixture

const portal = () => fixture.call(endpoints.public.portal)

describe('admin lists', () => {
  beforeAll(async () => {
    fixture = await openAdminFixture({ holders: 12, configured: false })
  })
  afterAll(() => fixture?.close())
  afterEach(() => fixture.endVisits())
  const addresses = () => fixture.holders.map(({ account }) => account.address.toLowerCase())

  test('the list in force again is told as such', async () => {
    const panel = await fixture.visit('tab=files')
    const rows = addresses().map((address) => `${address},1.5\n`)
    await panel.uploadList(`address,amountUA\n${rows.join('')}`)
    await panel.dialog().getByText('The same as the list in force').waitFor()
    await panel.dialog().getByRole('button', { name: 'Discard' }).click()
  })

  test('a list that takes something away is shown, and published by typed words or discarded', async () => {
    await fixture.claim(2)
    const before = await portal()
    const panel = await fixture.visit('tab=files')
    const { page, dialog } = panel
    const publish = dialog().getByRole('button', { name: 'Publish', exact: true })
    // Nobody who claimed is left out; ten others are, or get less.
    const [one, two, three] = addresses()
    const shorter = `address,amountUA\n${one},1.5\n${two},1.5\n${three},0.5\n${makeHolder().account.address},7\n`
    await panel.uploadList(shorter)
    await publish.waitFor()
    const changes = dialog().getByRole('region', { name: 'What changes' })
    await expect
      .poll(() => changes.getByRole('row').allTextContents())
      .toEqual([
        'Compared to the list in forceRowsAmount',
        'Added1+ 7 DEMO',
        'Raised0–',
        'Lowered1− 1 DEMO',
        'Removed9− 13.5 DEMO',
      ])
    await changes.getByText('Removed: all 9').click()
    expect(await changes.getByRole('listitem').count()).toBeGreaterThanOrEqual(9)
    await dialog().getByText('The 4 largest holders').waitFor()
    expect(await publish.isDisabled()).toBe(true)
    await dialog().getByLabel('Type “publish 4 rows” to confirm').fill('publish 5 rows')
    expect(await publish.isDisabled()).toBe(true)
    await dialog().getByRole('button', { name: 'Discard' }).click()
    await dialog().waitFor({ state: 'detached' })
    await seeToast(page, 'List Discarded', 'It was not published. Nothing was changed.')
    expect((await portal()).fileHash).toBe(before.fileHash)

    // Escape discards as well, and says so; the file is still chosen. It does nothing once the list is being published.
    await panel.button('Upload File').click()
    await publish.waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await seeToast(page, 'List Discarded', 'It was not published. Nothing was changed.')
    expect((await portal()).fileHash).toBe(before.fileHash)
    await panel.button('Upload File').click()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/admin/uploads/*/publish', async (route) => {
      await held.promise
      await route.continue()
    })
    await dialog().getByLabel('Type “publish 4 rows” to confirm').fill('publish 4 rows')
    await publish.evaluate(async (button) => {
      button.click()
      // Events come after the microtasks of the first, and may come before any timer.
      for (let turn = 0; turn < 20; turn += 1) await null
      button.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
    })
    expect(await dialog().getByRole('button', { name: 'Discard' }).isDisabled()).toBe(true)
    held.resolve()
    await seeToast(page, 'File Uploaded Successfully', 'Loaded 4 allocations, 10.5 DEMO in all.')
    expect((await portal()).fileHash).not.toBe(before.fileHash)

    // One who claimed would be left out.
    await panel.uploadList(`address,amountUA\n${one},1.5\n${three},0.5\n`)
    await page
      .getByText(`${two} has claimed 1.5, this list does not have it: reject the claim first`)
      .waitFor()
  })

  test('while a list is read, the rows that have been are counted', async () => {
    const panel = await fixture.visit('tab=files')
    const { page, button } = panel
    const goOn = Promise.withResolvers<void>()
    await page.route(globOf(endpoints.admin.upload), async (route) => {
      await goOn.promise
      await route.continue()
    })
    let rows: { rowsRead: number; rows: number } | null = null
    await alterState(page, () => ({ reading: rows && { fileName: 'holders.csv', ...rows } }))
    await page.reload()
    await panel.uploadList('address,amountUA\n')
    await page.getByText('Sending the file…').waitFor()
    rows = { rowsRead: 0, rows: 0 }
    await page.getByText('Reading the file…', { exact: true }).waitFor()
    rows = { rowsRead: 120_000, rows: 0 }
    await page.getByText('Reading the file… 120,000 rows', { exact: true }).waitFor()
    rows = { rowsRead: 253_000, rows: 126_000 }
    await page.getByText('126,000 of 253,000 rows stored', { exact: true }).waitFor()
    rows = { rowsRead: 253_000, rows: 253_000 }
    await page.getByText('253,000 of 253,000 rows stored, comparing…', { exact: true }).waitFor()
    rows = null
    goOn.resolve()
    await page.getByText('the file has no rows').waitFor()
    await page.getByText('rows stored').waitFor({ state: 'detached' })
    expect(await button('Upload File').isEnabled()).toBe(true)
  })

  test('columns and unit that are not certain are chosen, with what each adds up to, and proposed again', async () => {
    const [one, two] = addresses()
    const people = [one, two, ...Array.from({ length: 2 }, () => makeHolder().account.address)]
    const strange = `Name,Who,Held\n${people.map((address, index) => `n${index},${address},${index + 20}\n`).join('')}`
    const panel = await fixture.visit('tab=files')
    const { page, dialog } = panel
    const publish = dialog().getByRole('button', { name: 'Publish', exact: true })
    await panel.uploadList(strange)
    await dialog()
      .getByRole('region', { name: 'First rows' })
      .getByText(people[0] ?? '')
      .waitFor()
    expect(await publish.isDisabled()).toBe(true)
    await dialog().getByLabel('Column of addresses').selectOption('Who')
    await dialog().getByLabel('Column of amounts').selectOption('Held')
    await dialog().getByText('86 DEMO in all', { exact: true }).waitFor()
    expect(await dialog().getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining(['Namenot read', 'Whoread as the address', 'Heldread as the amount']),
    )
    // No amount is compared in a unit that nobody chose.
    await dialog().getByText('What it changes is shown once that is chosen.').waitFor()
    const changes = dialog().getByRole('region', { name: 'What changes' })
    expect(await changes.count()).toBe(0)
    expect(await publish.isDisabled()).toBe(true)
    await dialog()
      .getByLabel(/^Whole tokens/)
      .check()
    await changes.waitFor()
    await publishAsked(panel)
    await seeToast(page, 'File Uploaded Successfully', 'Loaded 4 allocations, 86 DEMO in all.')

    await panel.uploadList(strange.replace(/,23\n$/, ',24\n'))
    await dialog().getByText('addresses in “Who”, amounts in “Held”, in whole tokens').waitFor()
    await dialog().getByRole('button', { name: 'Read this one so too' }).click()
    await dialog().getByText('Raised: one holder').waitFor()
    await publishAsked(panel)
    await seeToast(page, 'File Uploaded Successfully', 'Loaded 4 allocations, 87 DEMO in all.')
  })

  test('an earlier version is compared and restored', async () => {
    const panel = await fixture.visit('tab=files')
    const { page, button, dialog } = panel
    const { lists } = await fixture.call(endpoints.lists.lists)
    const [inForce, earlier] = lists
    await button('Difference').first().click()
    await dialog().getByText('Raised: one holder').waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await button('Restore').first().click()
    await publishAsked(panel)
    await seeToast(page, 'List Restored', '4 allocations in force again.')
    const { lists: now } = await fixture.call(endpoints.lists.lists)
    expect(now[0]).toMatchObject({ state: 'published', root: earlier?.root, fileHash: earlier?.fileHash })
    expect(now[0]?.root).not.toBe(inForce?.root)
  })
})

describe('admin files', () => {
  const ADDRESSES = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ]
  const CSV = `address,amountUA\n${ADDRESSES.map((address) => `${address},1.5`).join('\n')}\n`
  beforeAll(async () => {
    fixture = await openAdminFixture()
    await loadList(fixture.portal.app, `${CSV}\n`, 'before.csv')
  })
  afterAll(() => fixture?.close())
  afterEach(() => fixture.endVisits())

  test.each([
    ['holders.csv', CSV],
    ['holders.csv.gz', gzipSync(CSV)],
    ['holders.json', JSON.stringify(ADDRESSES.map((address) => ({ address, amountUA: '1.5' })))],
    [
      'holders.xlsx',
      buildXlsx({ rows: [['address', 'amountUA'], ...ADDRESSES.map((address) => [address, '1.5'])] }),
    ],
  ])('%s becomes the list in force', async (name, content) => {
    const panel = await fixture.visit('tab=files')
    const { page, fact } = panel
    await panel.uploadList(await content, name)
    await publishAsked(panel)
    await seeToast(page, 'File Uploaded Successfully', 'Loaded 2 allocations, 3 DEMO in all.')
    const { fileHash } = await portal()
    await page.getByText(fileHash ?? '', { exact: true }).waitFor()
    await expect.poll(() => fact('Addresses').textContent()).toBe('Addresses2')
  })

  test('a file of another type is not even sent, and one with bad rows changes nothing', async () => {
    const before = await portal()
    const { page, button, choose, uploadList } = await fixture.visit('tab=files')
    await choose('Allocation file', 'holders.pdf', '%PDF')
    await seeToast(page, 'Invalid File Type', 'Please upload a JSON, CSV, or Excel file')
    await expect.poll(() => button('Upload File').isDisabled()).toBe(true)

    await uploadList(`address,amountUA\n0x12,1\n${ADDRESSES[0]},much\n`)
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
})
