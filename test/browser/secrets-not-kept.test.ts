import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ClaimFixture, openClaimFixture } from '../harness/claim-fixture.ts'

const WORDS = 'That looks like a private key or recovery phrase. Never enter it anywhere.'
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

let fixture: ClaimFixture
beforeAll(async () => {
  fixture = await openClaimFixture()
})
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

/** All that the browser keeps of this page. */
const kept = (page: Page) =>
  page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')

test.each([
  ['a recovery phrase', PHRASE],
  ['a Solana key', `${'4'.repeat(44)}${'5'.repeat(44)}`],
  ['an EVM key', 'a1'.repeat(32)],
  ['a list of bytes', `[${Array.from({ length: 64 }, (_, index) => index).join(',')}]`],
])('F3: %s in the field of the address is told, and kept nowhere', async (_, secret) => {
  const { page, goToForm } = await fixture.visit()
  await goToForm()
  const field = page.getByLabel('Solana address', { exact: true })
  await field.fill(secret)
  await page.getByText(WORDS).waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await kept(page)).not.toContain(secret.slice(0, 20))
  await page.reload()
  await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
  expect(await field.inputValue()).toBe('')
})

test('F3: half a phrase is kept no more than a whole one, and an address is kept as ever', async () => {
  const { page, goToForm, proceed } = await fixture.visit()
  await goToForm()
  const field = page.getByLabel('Solana address', { exact: true })
  await field.fill(PHRASE.slice(0, 40))
  expect(await kept(page)).not.toContain('winner')
  await field.fill('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
  await page.reload()
  await proceed()
  expect(await field.inputValue()).toBe('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
})

test('F3: so it is where the EVM address is typed', async () => {
  const { page } = await fixture.visit({ wallet: null })
  await page.getByRole('button', { name: 'Sign elsewhere' }).click()
  const field = page.getByLabel('EVM address')
  await field.fill(PHRASE)
  await page.getByText(WORDS).waitFor()
  expect(await field.inputValue()).toBe('')
  await field.fill('legal winner thank')
  expect(await kept(page)).not.toContain('winner')
})

test.each([
  '"9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",',
  '9xQeWvG816bUx9EPjHmaT2 3yvVM2ZWbrrpZb9PusVFin',
])('what stands around a pasted address is left out: %s', async (pasted) => {
  const { page, goToForm } = await fixture.visit()
  await goToForm()
  const field = page.getByLabel('Solana address', { exact: true })
  await field.fill(pasted)
  await page.getByText('Other characters were left out.').waitFor()
  expect(await field.inputValue()).toBe('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
})

test('a name is told not to work here', async () => {
  const { page, goToForm } = await fixture.visit()
  await goToForm()
  await page.getByLabel('Solana address', { exact: true }).fill('toly.sol')
  await page.getByText('Invalid Solana address format. Names like toly.sol do not work here.').waitFor()
})
