import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AdminClaim } from '#api-schema/admin.ts'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterReply, globOf } from '../harness/alter-reply.ts'
import { workbookTexts } from '../harness/build-xlsx.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast } from '../harness/open-page.ts'
import { payManually } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim, unknownSignature } from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n

const fixture = forAllTests(() => openAdminFixture({ holders: 11, settings: { explorer: 'solanafm' } }))
afterEach(() => fixture.endVisits())

/** Reads every claim from the database. */
async function allClaims(): Promise<AdminClaim[]> {
  return (await fixture.call(endpoints.admin.claims, { query: { limit: '500', sort: 'oldest' } })).claims
}

describe('marking as sent', () => {
  async function ask(panel: AdminPage, id: string) {
    await panel.row(id).getByRole('button', { name: 'Mark Sent' }).click()
    const hash = panel.page.getByLabel('Enter transaction hash:')
    const confirm = panel.dialog().getByRole('button', { name: 'Mark Sent', exact: true })
    return { hash, confirm, force: panel.button('Mark as sent all the same') }
  }

  test('a transaction that paid the claimant marks the claim, and leads to the explorer', async () => {
    const [claim] = await fixture.claim(1)
    if (!claim) throw new Error('Nobody claimed')
    const paid = await payManually(fixture.portal.environment, claim.sol, OWED)
    const panel = await fixture.visit()
    const { hash, confirm } = await ask(panel, claim.id)
    await hash.fill(paid)
    await confirm.click()
    await seeToast(panel.page, 'Status Updated', `Claim ${claim.id} is marked as sent.`)
    const link = panel.row(claim.id).getByRole('link', { name: 'View Tx' })
    await expect.poll(() => link.getAttribute('href')).toContain(paid)
    await expect.poll(() => panel.row(claim.id).getByText('sent', { exact: true }).count()).toBe(1)

    await alterReply<ReplyOf<typeof endpoints.admin.claims>>(
      panel.page,
      globOf(endpoints.admin.claims, '?*'),
      ({ claims }) => ({ claims: claims.map((each) => ({ ...each, cluster: 'devnet' })) }),
    )
    await panel.page.reload()
    const url = `https://solana.fm/tx/${paid}?cluster=devnet-solana`
    await expect.poll(() => link.getAttribute('href')).toBe(url)
  })

  test('one that paid somebody else, or nobody, is refused, and is taken only by force', async () => {
    const [claim, other] = await fixture.claim(2)
    if (!claim || !other) throw new Error('Two should have claimed')
    const elsewhere = await payManually(fixture.portal.environment, other.sol, OWED)
    const panel = await fixture.visit()
    const { hash, confirm, force } = await ask(panel, claim.id)

    await hash.fill('no signature')
    await confirm.click()
    await seeToast(
      panel.page,
      'Update Failed',
      'That is not the signature of a Solana transaction: it takes base58 text that decodes to 64 bytes.',
    )
    await expect.poll(() => force.count()).toBe(0)

    await hash.fill(elsewhere)
    await confirm.click()
    await force.waitFor()
    await hash.fill(unknownSignature())
    await expect.poll(() => force.count()).toBe(0)
    await confirm.click()
    await seeToast(
      panel.page,
      'Update Failed',
      'The transaction does not prove the payment: the cluster knows no such finalized transaction. Nothing was changed.',
    )
    await force.click()
    await seeToast(panel.page, 'Status Updated', `Claim ${claim.id} is marked as sent.`)

    await panel.button(claim.id).click()
    await panel.dialog().getByText('Marked as sent although the chain did not show it').waitFor()
  })

  test('a prompt that is cancelled or left empty does nothing', async () => {
    const [claim] = await fixture.claim(1)
    if (!claim) throw new Error('Nobody claimed')
    const panel = await fixture.visit()
    const sent: string[] = []
    panel.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const { hash } = await ask(panel, claim.id)
    await hash.press('Enter')
    await panel.dialog().waitFor({ state: 'detached' })
    await ask(panel, claim.id)
    await panel.button('Cancel').click()
    await panel.dialog().waitFor({ state: 'detached' })
    await ask(panel, claim.id)
    await panel.page.keyboard.press('Escape')
    await panel.dialog().waitFor({ state: 'detached' })
    expect(sent).toEqual([])
  })
})

test('a claim is rejected with a reason, which its details and its holder are shown', async () => {
  const [claim] = await fixture.claim(1)
  if (!claim) throw new Error('Nobody claimed')
  const { page, row, button, dialog } = await fixture.visit()
  await button(claim.id).click()
  await dialog().getByRole('button', { name: 'Reject', exact: true }).click()
  await expect.poll(() => button('Reject claim').isDisabled()).toBe(true)
  await page.getByLabel('Reason', { exact: true }).fill('Asked for by its holder')
  await button('Reject claim').click()
  await seeToast(page, 'Status Updated', `Claim ${claim.id} is rejected.`)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => row(claim.id).getByRole('cell').last().textContent()).toBe('-')

  await button(claim.id).click()
  await dialog().getByText('Asked for by its holder').first().waitFor()
  await dialog().getByText(claim.eth.toLowerCase(), { exact: true }).waitFor()
  await dialog().getByText(claim.sol, { exact: true }).first().waitFor()
  await dialog().getByText('What was signed').click()
  await dialog().getByText(`eth: ${claim.eth}`).waitFor()
  await dialog().getByText('None yet: a bulk send makes the first one.').waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await dialog().waitFor({ state: 'detached' })

  const seen = await fixture.call(endpoints.public.claim, { params: { eth: claim.eth } })
  expect(seen).toMatchObject({ status: 'rejected', reason: 'Asked for by its holder' })
})

test('operator 13, 19: claims are filtered and rejected together; one is queued again, with a note', async () => {
  const claims = await fixture.claim(3)
  const [first, second, third] = claims
  if (!first || !second || !third) throw new Error('Three should have claimed')
  const panel = await fixture.visit()
  const { page, row, button, dialog } = panel
  const table = await page.getByRole('table', { name: 'Claims' }).boundingBox()
  const actions = await page.getByRole('heading', { name: 'Admin Actions' }).boundingBox()
  expect(table?.y).toBeLessThan(actions?.y ?? 0)
  await expect.poll(async () => (await row(first.id).boundingBox())?.height).toBe(36)

  await page.getByLabel('Search claims').fill(`${first.eth.slice(0, 6)}…${first.eth.slice(-4)}`)
  await row(second.id).waitFor({ state: 'detached' })
  await row(first.id).waitFor()
  await page.getByLabel('Search claims').fill(`…${first.sol.slice(-4)}`)
  await row(first.id).waitFor()
  await button('Clear filters').click()
  await row(second.id).waitFor()
  await page.getByLabel('Payment', { exact: true }).selectOption('failed')
  await page.getByText('No claims found', { exact: true }).waitFor()
  await page.getByLabel('Payment', { exact: true }).selectOption('Any')
  await page.getByText('Amount and time').click()
  await page.getByLabel('Amount from').fill('1.6')
  await page.getByText('No claims found', { exact: true }).waitFor()
  await page.reload()
  await page.getByLabel('Amount from').fill('1.5')
  await row(second.id).waitFor()

  for (const { id } of claims) await page.getByLabel(`Select ${id}`).check()
  const selected = page.getByRole('region', { name: 'Selected claims' })
  await expect.poll(() => selected.textContent()).toContain('3 claims selected, 4.5 DEMO')
  await page.getByLabel(`Select ${third.id}`).uncheck()
  await button('Reject selected').click()
  await dialog().getByText('Reject 2 claims?').waitFor()
  await dialog().getByText('3 DEMO').waitFor()
  await dialog().getByLabel('Reason', { exact: true }).fill('Sanctioned')
  await button('Reject 2 claims').dblclick()
  await seeToast(page, 'Status Updated', '2 claims are rejected.')
  await selected.waitFor({ state: 'detached' })
  await row(second.id).getByText('rejected', { exact: true }).waitFor()
  await row(third.id).getByText('queued', { exact: true }).waitFor()

  await button(second.id).click()
  await dialog().getByText('Sanctioned').first().waitFor()
  await dialog().getByLabel('Note', { exact: true }).fill('Proved who they are')
  await button('Add note').click()
  await dialog().getByText('Proved who they are', { exact: true }).waitFor()
  await button('Undo rejection').click()
  await button('Queue it again').click()
  await seeToast(page, 'Status Updated', `Claim ${second.id} is queued again.`)
  await dialog().getByText('Rejection undone: queued again').waitFor()
  await dialog().getByRole('button', { name: 'Mark Sent' }).waitFor()
  expect(await dialog().getByText('-', { exact: true }).count()).toBe(0)
})

describe('with more claims than a page holds', () => {
  beforeAll(() =>
    addClaims(
      fixture.portal.app,
      Array.from({ length: 120 }, (_, index) =>
        sampleClaim({
          id: `MANY-${index}`,
          amountUA: `${1000 + index}.5`,
          amountWei: BigInt(`${1000 + index}500000000000000000`),
          submittedAtMs: 1_600_000_000_000 + index,
        }),
      ),
    ),
  )

  const claimRows = (panel: AdminPage) =>
    panel.page.getByRole('table', { name: 'Claims' }).locator('tbody tr')

  test('while a page loads, the texts are those of the page in view', async () => {
    const { page, button } = await fixture.visit()
    await page.getByText(/^1–25 of \d+$/).waitFor()
    const answer = Promise.withResolvers<void>()
    await page.route(globOf(endpoints.admin.claims, '?*cursor=*'), (route) =>
      answer.promise.then(() => route.continue()),
    )
    await button('Next').click()
    await expect.poll(() => button('Next').isDisabled()).toBe(true)
    await page.getByText('1–25', { exact: true }).waitFor()
    answer.resolve()
    await page.getByText(/^26–50 of \d+$/).waitFor()
  })

  test('never more than a page is in the browser, and the pages follow each other', async () => {
    const total = (await allClaims()).length
    const panel = await fixture.visit()
    await panel.page.getByText(`1–25 of ${total}`).waitFor()
    // The table is read once: it says when.
    await panel.page.getByText(/^Recent Claimsas of \d\d:\d\d:\d\d/).waitFor()
    const seen = new Set<string>()
    for (let first = 1; first <= total; first += 25) {
      const last = Math.min(first + 24, total)
      await panel.page.getByText(`${first}–${last} of ${total}`).waitFor()
      await expect.poll(() => claimRows(panel).count()).toBe(last - first + 1)
      for (const id of await claimRows(panel).locator('td:first-child').allTextContents()) seen.add(id)
      if (last < total) await panel.button('Next').click()
    }
    expect(seen.size).toBe(total)
    await expect.poll(() => panel.button('Next').isDisabled()).toBe(true)
    await panel.button('Previous').click()
    await panel.page.getByText(`101–125 of ${total}`).waitFor()
    await panel.button('First').click()
    await panel.page.getByText(`1–25 of ${total}`).waitFor()
  })

  test.each([
    ['Largest amount', 'MANY-119'],
    ['Newest first', 'MANY-119'],
  ])('%s begins with %s', async (order, id) => {
    const panel = await fixture.visit()
    await panel.page.getByLabel('Order', { exact: true }).selectOption(order)
    await claimRows(panel).first().getByText(id, { exact: true }).waitFor()
  })

  test('search, status and order are kept by a reload and by a new sign-in', async () => {
    const panel = await fixture.visit()
    await panel.page.getByLabel('Search claims').fill('MANY-11')
    await panel.page.getByLabel('Order', { exact: true }).selectOption('Smallest amount')
    await panel.page.getByLabel('Status', { exact: true }).selectOption('queued')
    await panel.row('MANY-0').waitFor({ state: 'detached' })
    await panel.page.reload()
    await panel.row('MANY-11').waitFor()
    await expect.poll(() => claimRows(panel).count()).toBe(1)
    await expect.poll(() => panel.page.getByLabel('Search claims').inputValue()).toBe('MANY-11')
    await expect.poll(() => panel.page.getByLabel('Order', { exact: true }).inputValue()).toBe('smallest')
    await panel.page.getByLabel('Search claims').fill('nothing like it')
    await panel.page.getByText('No claims found', { exact: true }).waitFor()
  })
})

describe('each export holds what the database does', () => {
  test('queued_claims.csv', async () => {
    const panel = await fixture.visit()
    const { name, content } = await panel.download('Export Queued Claims')
    expect(name).toBe('queued_claims.csv')
    await seeToast(panel.page, 'Export Complete', 'queued_claims.csv was downloaded.')
    const rows: { id: string; amount: string }[] = parse(content, { columns: true, bom: true })
    const queued = (await allClaims()).filter(({ status }) => status === 'queued')
    expect(rows.map(({ id, amount }) => [id, amount])).toEqual(
      queued.map(({ id, amountUa }) => [id, amountUa]),
    )
  })

  test('submitted_addresses.xlsx', async () => {
    const panel = await fixture.visit('tab=analysis')
    const claims = await allClaims()
    await expect.poll(() => panel.fact('Submitted').textContent()).toMatch(/^Submitted\d+ addresses$/)
    const { name, content } = await panel.download('Export Submitted (Excel)')
    expect(name).toBe('submitted_addresses.xlsx')
    const [header, ...rows] = await workbookTexts(content, 6)
    expect(header?.slice(0, 3)).toEqual(['EVM Address', 'Solana Address', 'Amount'])
    expect(rows.map((row) => row.slice(0, 4))).toEqual(
      claims.map(({ evmAddr, solAddr, amountUa, status }) => [
        evmAddr.toLowerCase(),
        solAddr,
        amountUa,
        status,
      ]),
    )
  })

  test('remaining_addresses.xlsx', async () => {
    const panel = await fixture.visit('tab=analysis')
    const { name, content } = await panel.download('Export Remaining (Excel)')
    expect(name).toBe('remaining_addresses.xlsx')
    const claimed = new Set((await allClaims()).map(({ evmAddr }) => evmAddr.toLowerCase()))
    const waiting = fixture.holders
      .map(({ account }) => account.address.toLowerCase())
      .filter((address) => !claimed.has(address))
    const [, ...rows] = await workbookTexts(content, 2)
    expect(rows.map(([address]) => address?.toLowerCase()).sort()).toEqual(waiting.sort())
    await expect.poll(() => panel.fact('Remaining').textContent()).toContain(`${waiting.length} addresses`)
  })
})
