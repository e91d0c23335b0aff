import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'

const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

interface Span {
  top: number
  bottom: number
}

async function spanOf(page: Page, role: 'region' | 'button' | 'textbox', name: string): Promise<Span> {
  const box = await page.getByRole(role, { name }).boundingBox()
  if (!box) throw new Error(`There is no ${name}`)
  return { top: box.y, bottom: box.y + box.height }
}

const submitOf = (page: Page) => spanOf(page, 'button', 'Sign & Submit Claim')
/** The groups alone, without the words below them. */
async function addressOf(page: Page): Promise<Span> {
  const box = await page
    .getByRole('region', { name: 'A last look before you sign' })
    .locator('p')
    .first()
    .boundingBox()
  if (!box) throw new Error('There is no address')
  return { top: box.y, bottom: box.y + box.height }
}

/** Where the bar that submits begins. */
const barTop = (page: Page) =>
  page.evaluate<number>("document.querySelector('.submit-bar').getBoundingClientRect().top")

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Solana address', { exact: true }).fill(SOLANA_ADDRESS)
  await page.getByRole('region', { name: 'A last look before you sign' }).waitFor()
  await page.getByText('Compare every group').or(page.getByText('This address is empty')).first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => null)')
}

test.each([
  [320, 568],
  [360, 640],
  [390, 664],
  [390, 844],
  [412, 780],
  [720, 450],
  [1366, 650],
  [1440, 900],
])(
  'F2: at %d × %d nobody can press Submit without the whole address in view',
  {
    timeout: 60_000,
  },
  async (width, height) => {
    const { page, goToForm } = await fixture.visit({ context: { viewport: { width, height } } })
    await goToForm()
    await fill(page)
    const end = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
    const seen: string[] = []
    for (let y = 0; y <= end + 20; y += 20) {
      await page.evaluate(`scrollTo(0, ${y})`)
      const [submit, address, bar] = [await submitOf(page), await addressOf(page), await barTop(page)]
      const isSubmitInView = submit.top >= 0 && submit.bottom <= height
      const isAddressInView = address.top >= 0 && address.bottom <= Math.min(height, bar)
      if (isSubmitInView && !isAddressInView)
        seen.push(`at ${y}: the address is at ${address.top}–${address.bottom}`)
    }
    expect(seen).toEqual([])
  },
)

test('the field shows all 44 characters on a phone', async () => {
  const { page, goToForm } = await fixture.visit({ context: { viewport: { width: 390, height: 844 } } })
  await goToForm()
  await fill(page)
  const field = page.getByLabel('Solana address', { exact: true })
  const [shown, needed] = await field.evaluate((area) => [area.clientHeight, area.scrollHeight])
  expect(needed).toBeLessThanOrEqual(shown ?? 0)
})

test.each([
  [360, 330],
  [390, 420],
])('F2b: with a keyboard that leaves %d × %d nothing lies over the field', async (width, height) => {
  const { page, goToForm } = await fixture.visit({ context: { viewport: { width, height: 780 } } })
  await goToForm()
  await page.getByLabel('Solana address', { exact: true }).focus()
  await page.setViewportSize({ width, height })
  await page.getByLabel('Solana address', { exact: true }).scrollIntoViewIfNeeded()
  await page.keyboard.type('9xQe')
  const field = await spanOf(page, 'textbox', 'Solana address')
  expect(field.top).toBeGreaterThanOrEqual(0)
  expect(field.bottom).toBeLessThanOrEqual(Math.min(height, await barTop(page)))
})

test('Enter in the field submits, as in a field of one line', async () => {
  const { page, goToForm } = await fixture.visit()
  await goToForm()
  await fill(page)
  await page.getByLabel('Solana address', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Claim Submitted Successfully' }).waitFor()
})
