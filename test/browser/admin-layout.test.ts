import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PortalStateBody, RunInState } from '#api-schema/portal-state.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterState } from '../harness/alter-reply.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { focused, seeToast, tabTo } from '../harness/open-page.ts'
import { furnish } from './admin-scenes.ts'

describe('admin layout', () => {
  const DESKTOP = { width: 1440, height: 900 }
  const PHONE = { width: 390, height: 844 }

  const fixture = forAllTests(() => openAdminFixture({ holders: 110 }), 120_000)
  beforeAll(async () => {
    await furnish(fixture)
    await fixture.claim(30)
  }, 120_000)
  afterEach(() => fixture.endVisits())

  const strip = ({ page }: AdminPage) => page.getByRole('region', { name: 'What goes on' })
  const firstStep = (page: Page) => page.getByRole('list', { name: 'Next' }).getByRole('listitem').first()
  const yOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.y

  test('the overview begins with what waits for a person, and is no longer than two screens', async () => {
    const { page } = await fixture.visit('', { viewport: DESKTOP })
    await page.getByText('1–25 of', { exact: false }).waitFor()
    await firstStep(page).waitFor()
    await expect.poll(async () => (await firstStep(page).boundingBox())?.y).toBeLessThan(300)
    const buttons = await page.evaluate<number>(
      `[...document.querySelectorAll('button, [role="tab"]')].filter((each) => each.checkVisibility()).length`,
    )
    expect(buttons).toBeLessThanOrEqual(90)
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1800)

    const phone = await fixture.visit('', { viewport: PHONE })
    await firstStep(phone.page).waitFor()
    await expect.poll(async () => (await firstStep(phone.page).boundingBox())?.y).toBeLessThan(300)
  })

  const WAITS: Partial<RunInState> = {
    state: 'waiting',
    running: true,
    waitingSince: 1_790_000_000,
    inFlight: 18,
    processed: 145_000,
    total: 252_803,
    failed: 40,
    message:
      'Waiting for the Solana RPC node https://a-rather-long-name-of-a-provider.example, which has not answered for 10 seconds. It is asked again.',
  }

  const withRun =
    (change: Partial<RunInState>) =>
    ({ senders: { bulk, standalone }, controls, holds }: PortalStateBody): Partial<PortalStateBody> => ({
      controls: { ...controls, paused: true, claimsOpen: false },
      holds: { ...holds, payments: 1_234 },
      senders: {
        standalone: standalone && {
          ...standalone,
          run: bulk.run && { ...bulk.run, ...change, distributionId: 'D' },
        },
        bulk: { ...bulk, run: bulk.run && { ...bulk.run, ...change } },
      },
    })

  test('with all that can wait for a person, too', async () => {
    const panel = await fixture.visit('', { viewport: DESKTOP })
    await alterState(panel.page, (state) => {
      const comparison = { agrees: false, checkedAt: 1_790_000_000, payments: 1, amountUA: '1' }
      const ended = { state: 'failed' as const, running: false, waitingSince: null, message: WAITS.message }
      const found = {
        comparison: {
          ...comparison,
          unknownPayments: 0,
          missing: 0,
          otherOutflows: 1,
          acknowledgedOutflows: 0,
        },
      }
      return { ...withRun({ ...ended, ...found })(state), failed: 3, held: 2 }
    })
    await panel.page.reload()
    await panel.page.getByText('1–25 of', { exact: false }).waitFor()
    const steps = panel.page.getByRole('list', { name: 'Next' }).getByRole('listitem')
    await expect.poll(() => steps.count()).toBeGreaterThanOrEqual(5)
    expect(await panel.page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1800)
  })

  test('nothing is offered to be paid while the records are behind the chain', async () => {
    const { page } = await fixture.visit('', { viewport: DESKTOP })
    await page.getByText(/wait to be paid/).waitFor()
    await alterState(page, ({ senders }) => ({
      senders: {
        ...senders,
        bulk: { ...senders.bulk, recordsBehind: { payments: 3, amountUA: '4.5', unshown: 0 } },
      },
    }))
    await page.reload()
    await page.getByText('The records are behind the chain by 3 payments').first().waitFor()
    expect(await page.getByText(/wait to be paid/).count()).toBe(0)
  })

  const STATES: Record<string, (state: PortalStateBody) => Partial<PortalStateBody>> = {
    idle: () => ({}),
    running: withRun({ ...WAITS, state: 'running', waitingSince: null, message: null }),
    waiting: withRun(WAITS),
    stopping: withRun({ ...WAITS, state: 'stopping' }),
    'not configured': ({ senders }) => ({
      senders: {
        ...senders,
        bulk: { ...senders.bulk, configured: false, cluster: null, run: null, wallet: null },
      },
    }),
  }

  test('the strip has one height, and the tabs stay where they are, in all states', async () => {
    const places = new Set<number | undefined>()
    const heights = new Set<number | undefined>()
    for (const change of Object.values(STATES)) {
      const panel = await fixture.visit('tab=analysis', { viewport: DESKTOP })
      await alterState(panel.page, change)
      await panel.page.reload()
      await strip(panel).getByText(/as of/).waitFor()
      places.add(await yOf(panel.page, '[role="tablist"]'))
      heights.add((await strip(panel).boundingBox())?.height)
    }
    const panel = await fixture.visit('tab=analysis', { viewport: DESKTOP })
    let isPaused = false
    await alterState(panel.page, ({ controls }) => ({ controls: { ...controls, paused: isPaused } }))
    await panel.page.reload()
    await strip(panel).getByText(/as of/).waitFor()
    isPaused = true
    await panel.page.getByText(/^Elsewhere, /).waitFor()
    places.add(await yOf(panel.page, '[role="tablist"]'))
    expect([...places]).toHaveLength(1)
    expect([...heights]).toHaveLength(1)
  })

  test('on a phone Stop is in view wherever one is on the page', async () => {
    for (const name of ['running', 'waiting'] as const) {
      const panel = await fixture.visit('', { viewport: PHONE })
      const change = STATES[name]
      if (!change) throw new Error(`There is no state ${name}`)
      await alterState(panel.page, (state) => {
        const { bulk, standalone } = change(state).senders ?? state.senders
        return { ...change(state), senders: { bulk, standalone: standalone && { ...standalone, run: null } } }
      })
      await panel.page.reload()
      const stop = strip(panel).getByRole('button', { name: 'Stop', exact: true })
      await stop.waitFor()
      await panel.page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
      await expect
        .poll(async () => {
          const box = await stop.boundingBox()
          const held = await strip(panel)
            .getByRole('button', { name: /on hold$/ })
            .boundingBox()
          return box !== null && box.y >= 0 && box.y < 60 && box.x >= 0 && box.x + box.width <= (held?.x ?? 0)
        })
        .toBe(true)
    }
  })
})

describe('admin for everyone', () => {
  const fixture = forAllTests(() => openAdminFixture({ holders: 80 }), 120_000)
  beforeAll(() => furnish(fixture), 120_000)
  afterEach(() => fixture.endVisits())

  test('the tab bar is a menu in a narrow window', async () => {
    const { page, button } = await fixture.visit('', { viewport: { width: 899, height: 900 } })
    await page.getByLabel('Admin panel').selectOption('Address Analysis')
    await button('Export Remaining (Excel)').waitFor()
    await expect.poll(() => page.getByRole('tab').count()).toBe(0)
    await page.setViewportSize({ width: 900, height: 900 })
    await page.getByRole('tab', { name: 'Address Analysis', selected: true }).waitFor()
  })

  test('what was typed and unfolded stays when a window becomes narrow, and wide again', async () => {
    const { page } = await fixture.visit('tab=bulk-sender', { viewport: { width: 1024, height: 768 } })
    const key = page.getByLabel('Private Key', { exact: true })
    await key.fill('a key')
    await page.getByText('Advanced', { exact: true }).click()
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => page.getByRole('tab', { name: 'Bulk Sender' }).count())
        .toBe(width < 900 ? 0 : 1)
      expect(await key.inputValue()).toBe('a key')
      expect(await page.getByLabel(/^Priority fee cap/).isVisible()).toBe(true)
    }
  })

  describe('by keyboard alone', () => {
    test('tabs are changed, a claim is looked at, and rejected', async () => {
      const { page, dialog } = await fixture.visit('status=queued')
      await page.getByRole('table', { name: 'Claims' }).waitFor()
      await tabTo(page, /^Overview & Claims/)
      await page.keyboard.press('ArrowRight')
      await page.getByRole('button', { name: 'Export Submitted (Excel)' }).waitFor()
      await page.keyboard.press('ArrowLeft')
      // The newest one is on hold.
      const row = page.getByRole('table', { name: 'Claims' }).getByRole('row').nth(2)
      const id = (await row.getByRole('button').first().textContent()) ?? ''
      await row.getByRole('button').first().focus()
      await page.keyboard.press('Enter')
      await dialog().getByText('History', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe(id)

      await page.keyboard.press('Enter')
      await dialog().getByText('History', { exact: true }).waitFor()
      await tabTo(page, /^Reject$/)
      await page.keyboard.press('Space')
      await dialog().waitFor()
      await tabTo(page, /^Reason$/)
      await page.keyboard.type('Asked for by its holder')
      await page.keyboard.press('Enter')
      await page.getByText('Status Updated', { exact: true }).waitFor()
    })

    test('the settings can be saved with Enter', async () => {
      const { environment } = fixture.portal
      const { page } = await fixture.visit('tab=standalone-sender')
      await page.getByLabel('RPC URL').focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(environment.rpcUrl)
      await tabTo(page, /^Token Mint Address$/)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(environment.mint)
      await tabTo(page, /^Private Key$/)
      await page.keyboard.insertText(environment.walletKeyJson)
      await page.keyboard.press('Enter')
      await seeToast(page, 'Configuration Saved', `Wallet: ${environment.walletAddress}`)
    })
  })
})
