import { deepEqual, equal } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { AnyInput, ReplyOf, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { buildXlsx, type FixtureCell, XLSX_MEDIA_TYPE } from './build-xlsx.ts'
import { fetchEndpoint } from './call-endpoint.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from './holders.ts'
import { launchBrowser, type OpenedPage, openPage } from './open-page.ts'
import { type DemoPortal, type DemoPortalOptions, startDemoPortal } from './start-demo-portal.ts'

/** An operator's browser on a running portal, and holders who claim there. */
export interface AdminFixture {
  browser: Browser
  portal: DemoPortal
  holders: readonly Holder[]
  /** Has the given number of further holders claim, and returns their claims. */
  claim(count: number, sol?: (index: number) => string): Promise<Claimed[]>
  /** Calls the API as a signed-in administrator; any answer but a success fails. */
  call<R extends Route>(endpoint: R, input?: AnyInput): Promise<ReplyOf<R>>
  /** Sets the demo's wallet and token for one of the senders. */
  configure(sender: 'bulk' | 'standalone', change?: object): Promise<unknown>
  /** Opens the panel, signed in. `place` is the fragment of its address. */
  visit(place?: string, context?: BrowserContextOptions): Promise<AdminPage>
  /**
   * Ends the visits so far. Fails when a page logged an error, or sent a request anywhere but to the portal.
   */
  endVisits(): Promise<void>
  close(): Promise<void>
}

export interface Claimed {
  id: string
  eth: string
  sol: string
}

/** A page object of the panel. */
export interface AdminPage {
  page: Page
  tab(name: string): Promise<void>
  button(name: string): Locator
  dialog(): Locator
  /** A name and its value. */
  fact(name: string): Locator
  /** The row of a claim. */
  row(id: string): Locator
  /** Chooses a file of this name and content for a field. */
  choose(field: string, name: string, content: string | Buffer): Promise<void>
  /** Sends a list, as far as the question about it. */
  uploadList(content: string | Buffer, name?: string): Promise<void>
  /** Uploads a workbook of payments. */
  choosePayments(rows: readonly FixtureCell[][], name?: string): Promise<void>
  /** Returns the file that a button downloads, and its name. */
  download(name: string): Promise<{ name: string; content: Buffer }>
}

/** What a browser says a file is, by the end of its name. */
const MEDIA_TYPES: Record<string, string> = {
  csv: 'text/csv',
  gz: 'application/gzip',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  xlsx: XLSX_MEDIA_TYPE,
}

const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

export async function openAdminFixture({
  holders: count = 12,
  ...options
}: DemoPortalOptions & { holders?: number } = {}): Promise<AdminFixture> {
  const [browser, portal] = await Promise.all([launchBrowser(), startDemoPortal(options)])
  const holders = Array.from({ length: count }, () => makeHolder())
  await loadHolders(portal.app, holders)
  const waiting = [...holders]
  const opened: OpenedPage[] = []
  const { token } = await callApi(portal, endpoints.admin.login, { body: { password: portal.password } })

  return {
    browser,
    portal,
    holders,
    async claim(wanted, sol) {
      const claims: Claimed[] = []
      for (const [index, holder] of waiting.splice(0, wanted).entries()) {
        const payload = await signClaim(holder, sol && { sol: sol(index) })
        const { id } = await callApi(portal, endpoints.public.submitClaim, { body: payload })
        claims.push({ id, eth: payload.eth, sol: payload.sol })
      }
      equal(claims.length, wanted, 'too few holders are left')
      return claims
    },
    call: (endpoint, input) => callApi(portal, endpoint, input, token),
    configure(sender, change) {
      const { rpcUrl, walletKeyJson: privateKey, mint: tokenMintAddress } = portal.environment
      const body = { rpcUrl, privateKey, tokenMintAddress, ...change }
      const { config } = sender === 'bulk' ? endpoints.bulkSender : endpoints.standaloneSender
      return callApi(portal, config, { body }, token)
    },
    async visit(place = '', context = {}) {
      const visit = await openPage(browser, portal.adminUrl + (place && `#${place}`), {
        ...WIDE,
        ...context,
        prepare: (made) =>
          made.addInitScript((kept) => globalThis.localStorage.setItem('ferry-admin-token', kept), token),
      })
      opened.push(visit)
      return pageActions(visit.page)
    },
    async endVisits() {
      const ended = opened.splice(0)
      await Promise.all(ended.map(({ close }) => close()))
      deepEqual(
        ended.flatMap(({ errors, foreignRequests }) => [...errors, ...foreignRequests]),
        [],
      )
    },
    async close() {
      await browser.close()
      await portal.close()
    },
  }
}

export function pageActions(page: Page): AdminPage {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose: AdminPage['choose'] = (field, name, content) =>
    page.getByLabel(field, { exact: true }).setInputFiles({
      name,
      mimeType: MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? '',
      buffer: Buffer.from(content),
    })
  return {
    page,
    button,
    tab: (name) => page.getByRole('tab', { name, exact: true }).click(),
    dialog: () => page.getByRole('dialog').last(),
    fact: (name) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) }),
    row: (id) => page.getByRole('row').filter({ has: page.getByRole('button', { name: id, exact: true }) }),
    choose,
    async uploadList(content, name = 'holders.csv') {
      await choose('Allocation file', name, content)
      await button('Upload File').click()
    },
    choosePayments: async (rows, name = 'payments.xlsx') =>
      choose('Excel file', name, await buildXlsx({ rows })),
    async download(name) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()])
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
    },
  }
}

async function callApi<R extends Route>(
  { url }: DemoPortal,
  endpoint: R,
  input?: AnyInput,
  token?: string,
): Promise<ReplyOf<R>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetchEndpoint(url, endpoint, input, headers)
  const text = await response.text()
  equal(response.status, 200, text)
  return JSON.parse(text)
}

/** Answers the question about a list as a person does: types the words that it asks for, and publishes. */
export async function publishAsked({ dialog }: Pick<AdminPage, 'dialog'>): Promise<void> {
  await dialog().getByRole('button', { name: 'Publish', exact: true }).waitFor()
  const field = dialog().getByLabel(/^Type “.+” to confirm$/)
  if ((await field.count()) > 0) {
    const label = await dialog()
      .getByText(/^Type “/)
      .textContent()
    await field.fill(/“(.+)”/.exec(label ?? '')?.[1] ?? '')
  }
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click()
}

/** Brings the panel into a state to be shown. */
export type AdminScene = (
  visit: (place?: string) => Promise<AdminPage>,
  fixture: AdminFixture,
) => Promise<AdminPage>

/** Goes on from a place, or from another scene. */
export const scene =
  (
    from: string | AdminScene,
    act: (panel: AdminPage, fixture: AdminFixture) => Promise<unknown>,
  ): AdminScene =>
  async (visit, fixture) => {
    const panel = await (typeof from === 'string' ? visit(from) : from(visit, fixture))
    await act(panel, fixture)
    return panel
  }

/** Opens a dialog by its button. */
export const asked = (place: string, button: string): AdminScene =>
  scene(place, async (panel) => {
    await panel.button(button).first().click()
    await panel.dialog().waitFor()
  })

/** Shows a place after something was done to what the server answers. */
export const told = (
  place: string,
  change: (page: Page) => Promise<unknown>,
  see: string | RegExp,
): AdminScene =>
  scene(place, async ({ page }) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await change(page)
    await page.reload()
    await page.getByText(see).first().waitFor()
  })
