import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PortalStateBody, RunInState } from '#api-schema/portal-state.ts'
import { type AdminFixture, type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { alterState } from '../harness/alter-state.ts'
import { furnish } from './admin-scenes.ts'

const LONG = { timeout: 90_000 }
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await openAdminFixture({ holders: 110 })
  await furnish(fixture)
  await fixture.claim(30)
}, 120_000)
afterAll(() => fixture?.close())
afterEach(() => fixture.endVisits())

const strip = ({ page }: AdminPage) => page.getByRole('region', { name: 'What goes on' })
const firstStep = (page: Page) => page.getByRole('list', { name: 'Next' }).getByRole('listitem').first()
const yOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.y

test(
  'the overview begins with what waits for a person, and is no longer than two screens',
  LONG,
  async () => {
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
  },
)

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

test('the strip has one height, and the tabs stay where they are, in all states', LONG, async () => {
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

test('on a phone Stop is in view wherever one is on the page', LONG, async () => {
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
