import { getBase58Decoder } from '@solana/kit'
import type { Page, Response } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { openAdminFixture } from '../harness/admin-fixture.ts'
import { openClaimFixture } from '../harness/claim-fixture.ts'
import { forAllTests } from '../harness/for-tests.ts'

describe('admin secrets', () => {
  const fixture = forAllTests(() => openAdminFixture({ configured: false }))
  afterEach(() => fixture.endVisits())

  /** Reads everything that a page shows or stores, as one text. */
  async function everythingKept(page: Page): Promise<string> {
    const inPage = await page.evaluate(async () => {
      const { document, localStorage, sessionStorage, indexedDB, history, location } =
        globalThis as never as {
          document: {
            documentElement: { outerHTML: string }
            querySelectorAll(all: string): { value: string }[]
          }
          localStorage: object
          sessionStorage: object
          indexedDB: { databases(): Promise<unknown[]> }
          history: { state: unknown }
          location: { href: string }
        }
      return JSON.stringify([
        document.documentElement.outerHTML,
        [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
        localStorage,
        sessionStorage,
        await indexedDB.databases(),
        history.state,
        location.href,
      ])
    })
    return `${inPage}${JSON.stringify(await page.context().storageState({ indexedDB: true }))}`
  }

  /** What was answered. The stream of the state ends with the page: the state itself is asked for in its place. */
  async function textOf(response: Response): Promise<string> {
    if (response.url().endsWith(endpoints.admin.events.path)) {
      return JSON.stringify(await fixture.call(endpoints.admin.state))
    }
    return response.text().catch(() => '')
  }

  test.each([
    ['bulk sender', 'tab=bulk-sender', 'Configure Bulk Sender', 'Configuration Successful'],
    ['standalone sender', 'tab=standalone-sender', 'Save Configuration', 'Configuration Saved'],
  ])('the key of the %s is nowhere once it is saved', async (_, place, submit, title) => {
    const { environment } = fixture.portal
    const keyBytes = Uint8Array.from(JSON.parse(environment.walletKeyJson))
    const key = getBase58Decoder().decode(keyBytes)
    const { page, button } = await fixture.visit(place)
    const answers: Promise<string>[] = []
    const sent: string[] = []
    page.on('response', (response) => answers.push(textOf(response)))
    page.on('request', (request) => sent.push(`${request.url()} ${request.method()}`))

    await page.getByLabel('RPC URL').fill(`${environment.rpcUrl}/?api-key=hidden-in-the-url`)
    await page.getByLabel('Token Mint Address').fill(environment.mint)
    await page.getByLabel('Private Key', { exact: true }).fill(key)
    expect(await everythingKept(page)).toContain(key)
    await button(submit).click()
    await page.getByText(title, { exact: true }).waitFor()
    await page.getByText('Configured on another cluster').waitFor()

    const kept = await everythingKept(page)
    const answered = (await Promise.all(answers)).join('\n')
    for (const text of [kept, answered, sent.join('\n')]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain(environment.walletKeyJson)
      expect(text).not.toContain(environment.walletKeyJson.slice(1, 60))
    }
    expect(answered).toContain(environment.walletAddress)

    await page.reload()
    await page.getByText('Configured on another cluster').waitFor()
    const afterwards = `${await everythingKept(page)}${(await Promise.all(answers)).join('\n')}`
    expect(afterwards).not.toContain(key)
    expect(afterwards).not.toContain('hidden-in-the-url')
  })

  test('nor is the key of the mainnet form, nor the password', async () => {
    const { page, button, dialog } = await fixture.visit('tab=mainnet')
    const answers: Promise<string>[] = []
    page.on('response', (response) => answers.push(textOf(response)))
    const key = page.getByLabel('Private Key', { exact: true })
    await key.fill('a-key-that-is-none')
    await page.getByLabel('Token Mint Address').fill(fixture.portal.environment.mint)
    await page.getByLabel(/^Replace .+ as the first node$/).check()
    await button('Save Configuration').click()
    await button('Save for mainnet').click()
    await page.getByText('Configuration Failed', { exact: true }).waitFor()
    await dialog().waitFor({ state: 'detached' })
    expect((await Promise.all(answers)).join('\n')).not.toContain('a-key-that-is-none')
    await button('Reset Configuration').click()
    expect(await everythingKept(page)).not.toContain('a-key-that-is-none')
    expect(await everythingKept(page)).not.toContain(fixture.portal.password)
  })
})

describe('secrets not kept', () => {
  const WORDS = 'That looks like a private key or recovery phrase. Never enter it anywhere.'
  const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

  const fixture = forAllTests(openClaimFixture)
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
})
