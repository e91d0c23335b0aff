import { globSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seriousViolations, speak, withLanguages } from '../harness/open-page.ts'
import { showScene } from './scenes.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** English and German are seen on every screen elsewhere; the others differ from them in words only. */
const OTHERS = globSync('src/web/claim/language/*.json')
  .map((file) => basename(file, '.json'))
  .filter((code) => code !== 'de')

const fixture = forAllTests(openClaimFixture)
afterEach(() => fixture.endVisits())

const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

/** Lists buttons whose words are cut off, or take two lines, being higher than a wallet's. A network's whole name may take two. */
const poorButtons = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main button, main a')]
    .filter((button) => button.scrollWidth > button.clientWidth + 1 ||
      (button.clientHeight > 55 && !button.hasAttribute('aria-expanded')))
    .map((button) => button.textContent)`)

test.each(['connect', 'connect-wrong-network', 'form-filled', 'status-in-run'])(
  '%s can be read on a phone in every language',
  { timeout: 120_000 },
  async (name) => {
    const page = await showScene(fixture, name, PHONE)
    for (const code of OTHERS) {
      await speak(page, code)
      expect(await widthOf(page), code).toBeLessThanOrEqual(PHONE.viewport.width)
      expect(await poorButtons(page), code).toEqual([])
      expect(await seriousViolations(page), code).toEqual([])
    }
  },
)

test('a language is fetched when it is wanted, and kept: one file, at the first visit as well', async () => {
  const { page } = await fixture.visit({ prepare: (context) => withLanguages(context, ['ru-RU', 'en']) })
  await page.getByRole('button', { name: 'Подключить' }).waitFor()
  const inTurkish: Promise<boolean>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      inTurkish.push(response.text().then((text) => text.includes('Cüzdan')))
  })
  await speak(page, 'tr')
  await page.getByRole('button', { name: 'Cüzdanı bağla' }).waitFor()
  expect((await Promise.all(inTurkish)).filter(Boolean)).toHaveLength(1)
  await page.reload()
  await page.getByRole('button', { name: 'Cüzdanı bağla' }).waitFor()
})

test('numbers and dates are the language’s, and an amount keeps every digit', async () => {
  const { page } = await fixture.visit({
    wallet: { connected: true },
    prepare: (context) => withLanguages(context, ['ru-RU']),
  })
  await page.getByRole('heading', { name: 'Ваше начисление' }).waitFor()
  await page.getByRole('main').getByText('1 234,500000000000000001 DEMO').waitFor()
  await page.getByText(/^Обновлено: \d+ \S+ 20\d\d г\. в \d\d:\d\d UTC$/).waitFor()
})

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('from right to left on %s', (_, context) => {
  const half = context.viewport.width / 2
  const centersOf = (page: Page, selector: string) =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('${selector}')].map((part) => part.getBoundingClientRect())
        .map(({ left, right }) => (left + right) / 2)`,
    )

  test.each(['connect-wrong-network', 'allocation-eligible', 'form-filled', 'status-sent'])(
    '%s stays within the page, and what is compared or copied is still written from left to right',
    async (name) => {
      const page = await showScene(fixture, name, context)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      expect(await widthOf(page)).toBeLessThanOrEqual(context.viewport.width)
      const written = await page.evaluate<string[]>(
        "[...document.querySelectorAll('.font-mono')].map((part) => getComputedStyle(part).direction)",
      )
      expect([...new Set(written)]).toEqual(['ltr'])
      expect(await seriousViolations(page)).toEqual([])
    },
  )

  test('the crossing goes from right to left: the steps are in order, and the boat is at the current one', async () => {
    const page = await showScene(fixture, 'allocation-eligible', context)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    const steps = await centersOf(page, 'nav li')
    expect(steps).toEqual([...steps].sort((one, other) => other - one))
    const [boat = 0] = await centersOf(page, 'nav svg')
    expect(Math.abs(boat - (steps[1] ?? 0))).toBeLessThan(8)
    if (context === DESKTOP) {
      // The brand's half comes first, which is the right one.
      const [brand = 0] = await centersOf(page, 'header')
      expect(brand).toBeGreaterThan(half)
      for (const step of steps) expect(step).toBeGreaterThan(half)
    }
  })
})
