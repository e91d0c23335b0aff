import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { tellPortal } from '../harness/alter-reply.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seriousViolations, toast } from '../harness/open-page.ts'
import { showScene } from './scenes.ts'

const SMALL_SCREENS: [width: number, height: number][] = [
  [320, 568],
  [360, 640],
  [390, 664],
  [390, 844],
  [412, 780],
  [720, 450],
]

describe('claim page layout', () => {
  const DESKTOP = { viewport: { width: 1440, height: 900 } }
  const SMALL_PHONE = {
    viewport: { width: 390, height: 700 },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    hasTouch: true,
  }
  const fixture = forAllTests(() =>
    openClaimFixture({
      amountWei: 1_234_567_123_456_789_012_345_678n,
      settings: {
        claimsOpenAtMs: Date.UTC(2026, 0, 15, 12),
        claimsCloseAtMs: Date.UTC(2099, 6, 15, 12),
        expectedPayoutAtMs: Date.UTC(2099, 7, 1, 12),
      },
    }),
  )
  afterEach(() => fixture.endVisits())

  const boxOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`There is no ${selector}`)
    return box
  }

  describe('on a desktop', () => {
    test('the brand and what there is to do are two halves, the crossing at the foot of the first', async () => {
      const { page } = await fixture.visit({ context: DESKTOP })
      await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
      expect(await boxOf(page, 'header')).toEqual({ x: 0, y: 0, width: 720, height: 900 })
      const crossing = await boxOf(page, 'nav')
      expect(crossing).toMatchObject({ x: 0, width: 720 })
      expect(crossing.y + crossing.height).toBe(900)
      expect((await boxOf(page, 'main section')).x).toBeGreaterThan(720)
    })

    test('the brand’s half has the dates, and the address that the page is at', async () => {
      const { page } = await fixture.visit({ context: DESKTOP })
      const banner = page.getByRole('banner')
      await banner.getByText('15 January 2026 at 12:00 UTC').waitFor()
      await banner.getByText('15 July 2099 at 12:00 UTC').waitFor()
      await banner.getByText('1 August 2099 at 12:00 UTC').waitFor()
      await banner
        .getByText(`You are on ${new URL(page.url()).host}`)
        .filter({ visible: true })
        .waitFor()
    })

    test('the card keeps its width and its place from step to step', async () => {
      const { page, connect, proceed } = await fixture.visit({ context: DESKTOP })
      await page.getByRole('button', { name: 'Connect Wallet' }).waitFor()
      const card = async () => {
        const { x, y, width } = await boxOf(page, 'main section')
        return { x, y, width }
      }
      const first = await card()
      await connect()
      await page.getByText('Eligible', { exact: true }).waitFor()
      expect(await card()).toEqual(first)
      await proceed()
      await page.getByRole('heading', { name: 'Submit your claim' }).waitFor()
      expect(await card()).toEqual(first)
    })
  })

  test.each([
    ['connect', '#ffcc00', 'light'],
    ['connect', '#101010', 'dark'],
    ['form-filled', '#ff0000', 'dark'],
    ['status-sent', '#ffffff', 'light'],
    ['status-sent', '#00ff00', 'dark'],
  ] as const)(
    '%s can be read by anybody on a desktop, in the accent %s, %s',
    async (name, accentColor, colorScheme) => {
      const page = await showScene(fixture, name, { ...DESKTOP, colorScheme }, (context) =>
        tellPortal(context, fixture.portal.url, { accentColor }),
      )
      expect(await seriousViolations(page)).toEqual([])
    },
  )

  describe('on a phone of 390 × 700', () => {
    test('the brand is a strip, and the first action is in view', async () => {
      const { page } = await fixture.visit({ context: SMALL_PHONE })
      const action = page.getByRole('button', { name: 'Connect Wallet' })
      await action.waitFor()
      expect((await boxOf(page, 'header')).height).toBeLessThanOrEqual(120)
      const box = await action.boundingBox()
      expect((box?.y ?? 700) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
    })

    test('D11: without a wallet the first action is an app’s link', async () => {
      const { page } = await fixture.visit({ context: SMALL_PHONE, wallet: null })
      const link = page.getByRole('link', { name: 'Open in MetaMask' })
      await link.waitFor()
      const box = await link.boundingBox()
      expect((box?.y ?? 700) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
    })

    test('D14: Submit stays in view however long the form is', async () => {
      const page = await showScene(fixture, 'form-filled', SMALL_PHONE)
      const submit = page.getByRole('button', { name: 'Sign & Submit Claim' })
      await page.getByText('What your wallet will show').waitFor()
      for (const y of [0, 300]) {
        await page.evaluate(`scrollTo(0, ${y})`)
        const box = await submit.boundingBox()
        expect((box?.y ?? 700) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
      }
    })

    test('D14: a step begins at its top', async () => {
      const { page, connect, proceed } = await fixture.visit({ context: SMALL_PHONE })
      await connect()
      await page.getByText('Eligible', { exact: true }).waitFor()
      await page.evaluate('scrollTo(0, 400)')
      await proceed()
      await page.getByRole('heading', { name: 'Submit your claim' }).waitFor()
      await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    })

    test('D14: the browser’s Back leads from the form to the allocation, and what was typed stays', async () => {
      const { page, connect, proceed } = await fixture.visit({ context: SMALL_PHONE })
      await connect()
      await proceed()
      await page.getByLabel('Solana address').fill('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
      await page.goBack()
      await page.getByText('Eligible', { exact: true }).waitFor()
      await proceed()
      expect(await page.getByLabel('Solana address').inputValue()).toBe(
        '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
      )
    })

    test.each(SMALL_SCREENS)(
      'at %d × %d a toast lies over nothing that one compares or presses',
      async (width, height) => {
        const { page, connect } = await fixture.visit({ context: { viewport: { width, height } } })
        await connect()
        await toast(page).waitFor()
        const { y, height: toastHeight } = await boxOf(page, '.toast')
        const host = await boxOf(page, 'header p')
        expect(y).toBeGreaterThanOrEqual(host.y + host.height)
        expect(y + toastHeight).toBeLessThanOrEqual((await boxOf(page, 'main section')).y)
        await page.getByRole('button', { name: 'Proceed to Claim Form' }).click()
        await page.getByRole('heading', { name: 'Submit your claim' }).waitFor()
      },
    )

    test('D13: a line of an amount breaks between two groups of digits, never inside one', async () => {
      const { page, connect } = await fixture.visit({ context: SMALL_PHONE })
      await connect()
      await page.getByRole('main').getByText('1,234,567.123456789012345678 DEMO').waitFor()
      const groups: [string, number[]][] = await page.evaluate(
        `[...document.querySelectorAll('main .font-mono .whitespace-nowrap')]
        .map((group) => [group.textContent, [...group.getClientRects()].map(({ top }) => Math.round(top))])`,
      )
      expect(groups.map(([text]) => text)).toContain('.123')
      expect(groups.filter(([, lines]) => lines.length !== 1)).toEqual([])
      expect(new Set(groups.slice(0, 9).map(([, [top]]) => top)).size).toBeGreaterThan(1)
    })
  })

  describe('D6: what will arrive', () => {
    test('is told beside the amount, cut off at the token’s decimals', async () => {
      const { page, connect, proceed } = await fixture.visit()
      await connect()
      await page.getByText('You receive 1,234,567.123456789 DEMO (9 decimals)').waitFor()
      await proceed()
      await page.getByText('You receive 1,234,567.123456789 DEMO').waitFor()
    })

    test('is told to be nothing before anything is signed', async () => {
      const page = await showScene(fixture, 'allocation-nothing', {})
      await page.getByText("less than the token's smallest unit: it has 9 decimals").waitFor()
      await page.getByText('Nothing would arrive').waitFor()
      expect(await page.getByRole('button', { name: 'Proceed to Claim Form' }).count()).toBe(0)
      expect(await page.getByText('Eligible', { exact: true }).count()).toBe(0)
    })

    test('is not guessed where no sender is configured', async () => {
      const { page, connect } = await fixture.visit({
        prepare: (context) => tellPortal(context, fixture.portal.url, { payoutDecimals: null }),
      })
      await connect()
      await page.getByText('Eligible', { exact: true }).waitFor()
      await expect.poll(() => page.getByText('You receive').count()).toBe(0)
    })
  })

  describe('trust', () => {
    test('the text that will be signed is shown before the wallet opens', async () => {
      const { page, goToForm, holder, wallet } = await fixture.visit()
      await goToForm()
      const sol = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
      await page.getByLabel('Solana address').fill(sol)
      await page.getByText('What your wallet will show').click()
      const preview = page.getByRole('region', { name: 'What your wallet will show' }).locator('pre')
      await expect
        .poll(() => preview.textContent())
        .toBe(
          [
            'Claim SPL tokens',
            `eth: ${holder.account.address}`,
            `sol: ${sol}`,
            'amount: 1234567.123456789012345678',
            'nonce: (the time at which you sign)',
          ].join('\n'),
        )
      expect(wallet.calls).not.toContain('personal_sign')
    })

    test('the project’s pages are linked where they are configured, and the recovery phrase is asked for by thieves alone', async () => {
      const links = {
        site: 'https://example.org/',
        terms: 'https://example.org/terms',
        support: null,
        announcement: null,
      }
      const { page } = await fixture.visit({
        prepare: (context) => tellPortal(context, fixture.portal.url, { links }),
      })
      await page.getByText('About this claim').click()
      await page.getByText('Never enter your recovery phrase or a private key.').waitFor()
      const site = page.getByRole('link', { name: 'Project site' })
      await expect.poll(() => site.getAttribute('href')).toBe('https://example.org/')
      await page.getByRole('link', { name: 'Terms' }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Support' }).count()).toBe(0)
    })
  })
})

describe('address in view', () => {
  const SOLANA_ADDRESS = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  const fixture = forAllTests(openClaimFixture)
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

  test.each([...SMALL_SCREENS, [1366, 650], [1440, 900]])(
    'F2: at %d × %d nobody can press Submit without the whole address in view',
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
})
