import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AdminFixture, type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterState } from '../harness/alter-state.ts'
import { globOf } from '../harness/glob-of.ts'
import { makeHolder } from '../harness/holders.ts'
import { seeToast } from '../harness/open-page.ts'
import { publishAsked } from '../harness/publish-asked.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture({ holders: 12, configured: false })
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const portal = () => fixture.call(endpoints.public.portal)
const addresses = () => fixture.holders.map(({ account }) => account.address.toLowerCase())

async function upload({ page, button }: AdminPage, text: string, name = 'holders.csv'): Promise<void> {
  const buffer = Buffer.from(text)
  await page.getByLabel('Allocation file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await button('Upload File').click()
}

test('a list that takes something away is shown, and published by typed words or discarded', async () => {
  await fixture.claim(2)
  const before = await portal()
  const panel = await fixture.visit('tab=files')
  const { page, dialog } = panel
  const publish = dialog().getByRole('button', { name: 'Publish', exact: true })
  // Nobody who claimed is left out; ten others are, or get less.
  const [one, two, three] = addresses()
  const shorter = `address,amountUA\n${one},1.5\n${two},1.5\n${three},0.5\n${makeHolder().account.address},7\n`
  await upload(panel, shorter)
  await publish.waitFor()
  const changes = dialog().getByRole('region', { name: 'What changes' })
  await expect
    .poll(() => changes.getByRole('row').allTextContents())
    .toEqual([
      'Compared to the list in forceHoldersAmount',
      'Added1+ 7 DEMO',
      'Raised0–',
      'Lowered1− 1 DEMO',
      'Removed9− 13.5 DEMO',
    ])
  await changes.getByText('Removed: all 9').click()
  expect(await changes.getByRole('listitem').count()).toBeGreaterThanOrEqual(9)
  await dialog().getByText('The 4 largest holders').waitFor()
  expect(await publish.isDisabled()).toBe(true)
  await dialog().getByLabel('Type “publish 4 holders” to confirm').fill('publish 5 holders')
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
  await dialog().getByLabel('Type “publish 4 holders” to confirm').fill('publish 4 holders')
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
  await upload(panel, `address,amountUA\n${one},1.5\n${three},0.5\n`)
  await page.getByText(`${two} has claimed 1.5, this list does not have it: reject the claim first`).waitFor()
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
  await upload(panel, 'address,amountUA\n')
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
  await upload(panel, strange)
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

  await upload(panel, strange.replace(/,23\n$/, ',24\n'))
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
