import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { pageActions } from '../harness/admin-fixture.ts'
import { builtPage } from '../harness/built-page.ts'
import { fetchEndpoint } from '../harness/call-endpoint.ts'
import { tokenAccountOf, tokensIn } from '../harness/chain-state.ts'
import { runAtOnce } from '../harness/each-store.ts'
import { looksAt, type PanelLooks, readPanel } from '../harness/look-at-panel.ts'
import { type FaultyRpcProxy, startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { launchBrowser, type OpenedPage, openPage } from '../harness/open-page.ts'
import { freePort } from '../harness/raw-connection.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

/** Keeps, from when a page is loaded, what its status strip said of the runs and the wallets as of each moment. */
const STRIP_WATCH = `(() => {
  globalThis.stripsSeen = {}
  const note = () => {
    const lanes = document.querySelector('section[aria-label="What goes on"] > div > div')
    const moment = /^as of ([\\d:]+)$/.exec(lanes?.nextElementSibling?.lastElementChild?.textContent ?? '')
    if (!moment) return
    const said = (globalThis.stripsSeen[moment[1]] ??= [])
    if (!said.includes(lanes.textContent)) said.push(lanes.textContent)
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/** Returns what was seen, by the moments that were named. */
function stripsSeen(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate<Record<string, string[]>>('globalThis.stripsSeen')
}

/**
 * 2,000 claims are paid by a real server on a bad day, before two administrators: whatever either of them sees is what the records
 * say of the moment that it names, and what the chain says.
 */

const CLAIMANTS = 2_000
const MINUTE = { timeout: 60_000 }

let bed: ServerBed
let elsewhere: Localnet
let proxy: FaultyRpcProxy
let browser: Browser
let url: string
const opened: OpenedPage[] = []
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), PAGE_FOLDER: await builtPage() }
  const prepared = await Promise.all([
    prepareServerBed({ claimants: CLAIMANTS, main: 'test/harness/serve-built-page', env }),
    launchBrowser(),
  ])
  ;[bed, browser] = prepared
  elsewhere = await startLocalnet({ slotMs: 40 })
  proxy = await startFaultyRpcProxy(bed.localnet.url)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await proxy?.close()
  await elsewhere?.close()
  await bed?.close()
})

/** A browser of an administrator, before the login page. */
async function openPanel(place: string): Promise<Page> {
  const visit = await openPage(browser, `${url}/?operator#${place}`, {
    viewport: { width: 1280, height: 900 },
    timezoneId: 'UTC',
    prepare: (context) => context.addInitScript(STRIP_WATCH),
  })
  opened.push(visit)
  await signIn(visit.page)
  return visit.page
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(bed.migration.adminPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

const strip = (page: Page) => page.getByRole('region', { name: 'What goes on' })

/** Waits until the strips say so. */
async function says(words: string | RegExp, ...pages: Page[]): Promise<void> {
  const exact = typeof words === 'string'
  for (const page of pages) await strip(page).getByText(words, { exact }).first().waitFor(MINUTE)
}

async function paidWatch(): Promise<() => number> {
  const { holders } = bed.migration
  const accounts = await Promise.all(
    holders.map(({ solanaAddress }) => tokenAccountOf(solanaAddress, bed.environment.mint)),
  )
  return () => accounts.filter((account) => tokensIn(bed.localnet, account) > 0n).length
}

const processed = async () => (await bed.do(endpoints.admin.state)).senders.bulk.run?.processed ?? 0

/** Looks on until so many payments more are processed. */
async function lookOn({ lookUntil }: PanelLooks, payments: number, ...pages: Page[]): Promise<void> {
  const before = await processed()
  await lookUntil(async () => (await processed()) >= before + payments, ...pages)
}

test('on a hard day, what the panel says is what the records and the chain say', {
  timeout: 600_000,
}, async () => {
  await runAtOnce(bed.migration.holders, async (holder) =>
    expect(await bed.claim(holder)).toMatchObject({ status: 200 }),
  )
  expect(await bed.configure({ batchSize: 50, rpcUrl: proxy.url })).toMatchObject({ status: 200 })
  const paidOnChain = await paidWatch()
  const looks = looksAt(bed, paidOnChain)
  const { look, lookStill } = looks

  // Two administrators, each in a browser of their own.
  const ann = await openPanel('')
  const bob = await openPanel('tab=bulk-sender&sender=monitor')
  await says(/^as of/, ann, bob)
  await lookStill(ann, bob)
  await pageActions(ann).tab('Bulk Sender')
  await pageActions(ann).tab('Execute')
  await pageActions(ann).button('Start Bulk Send').click()
  await pageActions(ann).button('Start sending').click()
  await says('Running', ann, bob)
  await bob.getByText(/^Elsewhere, .*: A bulk send was started\.$/).waitFor()
  await pageActions(ann).tab('Overview & Claims')
  await lookOn(looks, 150, ann, bob)

  proxy.fault = 'down'
  await says(/^Waiting since/, ann, bob)
  await lookStill(ann, bob)
  await pageActions(ann).tab('File Management')
  await pageActions(ann).button('Pause Claims').click()
  await pageActions(ann).dialog().getByRole('button', { name: 'Pause Claims' }).click()
  await pageActions(ann).tab('Overview & Claims')
  await says('Claims paused', ann, bob)
  await bob.getByText(/^Elsewhere, .*: Claims were paused\.$/).waitFor()
  proxy.fault = 'well'
  await lookOn(looks, 100, ann, bob)

  proxy.fault = 'silent'
  await says(/^Waiting since/, ann, bob)
  await lookStill(ann, bob)
  await strip(ann).getByRole('button', { name: 'Stop', exact: true }).dblclick({ delay: 60 })
  await says(/^Stopping, waiting since/, ann, bob)
  await bob.getByText(/^Elsewhere, .*: The bulk send was asked to stop\.$/).waitFor()
  // As somebody does who does not see it yet.
  expect(await bed.call(endpoints.bulkSender.stop)).toMatchObject({ status: 200 })
  await lookStill(ann, bob)
  proxy.fault = 'well'
  await says('Stopped', ann, bob)
  await lookStill(ann, bob)
  for (const page of [ann, bob]) await expect.poll(() => page.getByText('Stop Failed').count()).toBe(0)
  // Nothing is under way any more: the wallet has what was not paid.
  const balance = Number(tokensIn(bed.localnet, bed.sourceTokenAccount)) / 1e9
  const wallet = async () => Number((await readPanel(ann)).strip?.tokens?.replaceAll(',', ''))
  await expect.poll(wallet, MINUTE).toBeCloseTo(balance, 6)

  await pageActions(bob).tab('Execute')
  await pageActions(bob).button('Start Bulk Send').click()
  await pageActions(bob).button('Start sending').click()
  await says('Running', ann, bob)
  await pageActions(bob).tab('Monitor')
  await lookOn(looks, 100, ann, bob)
  // The same URL now leads to another cluster.
  proxy.behind = elsewhere.url
  await says(/^Waiting since/, ann, bob)
  await lookStill(ann, bob)

  const seen = await Promise.all([ann, bob].map(stripsSeen))
  const token = await ann.evaluate<string>("localStorage.getItem('ferry-admin-token')")
  await fetchEndpoint(url, endpoints.admin.logout, {}, { authorization: `Bearer ${token}` })
  await ann.getByText('Your session has ended. Sign in to go on where you were.').waitFor(MINUTE)
  await look(bob)
  await signIn(ann)
  await says(/^Waiting since/, ann)
  await lookStill(ann, bob)
  proxy.behind = bed.localnet.url
  await lookOn(looks, 100, ann, bob)

  await bed.kill()
  await says(/^No answer since/, ann, bob)
  for (const page of [ann, bob]) await look(page)
  await bed.start()
  await says(/^as of/, ann, bob)
  const [run] = (await bed.do(endpoints.bulkSender.runs)).runs
  await bob.getByRole('button', { name: `Run ${run?.id}`, exact: true }).click()
  await lookOn(looks, 100, ann, bob)
  await looks.lookUntil(async () => !(await bed.status()).running, ann, bob)

  await says('Completed', ann, bob)
  await lookStill(ann, bob)
  const { facts, strip: last, run: ofRun } = await readPanel(ann)
  expect(facts).toMatchObject({ 'Total Claims': '2,000', Queued: '0', Completed: '2,000', Rejected: '0' })
  expect(facts['Total Sent by Bulk Sender']?.replaceAll(',', '')).toContain(bed.owedUA)
  expect(last?.counts).toBe((await readPanel(bob)).strip?.counts)
  expect(ofRun).toBeNull()
  expect((await bed.dues()).filter(({ owed, onChain }) => onChain !== owed)).toEqual([])
  await expect
    .poll(async () => (await bed.call(endpoints.bulkSender.reconcile)).body, MINUTE)
    .toMatchObject({ agrees: true, bookedPayments: CLAIMANTS, chainPayments: CLAIMANTS })

  // Of one moment, both were told the same.
  const [byAnn = {}, byBob = {}] = seen
  const moments = Object.keys(byAnn).filter((moment) => byBob[moment])
  expect(moments.length).toBeGreaterThan(20)
  for (const moment of moments) {
    expect(
      byAnn[moment]?.some((words) => byBob[moment]?.includes(words)),
      `${moment}: ${byAnn[moment]} and ${byBob[moment]}`,
    ).toBe(true)
  }
  expect(opened.flatMap(({ errors, foreignRequests }) => [...errors, ...foreignRequests])).toEqual([])
})
