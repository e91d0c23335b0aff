import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminPage, openAdminFixture } from '../harness/admin-fixture.ts'
import { globOf } from '../harness/alter-reply.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { seeToast } from '../harness/open-page.ts'
import { holdPayment } from '../harness/paying-portal.ts'
import { unknownSignature } from '../harness/sample-rows.ts'

const fixture = forAllTests(() => openAdminFixture({ configured: false }))
beforeAll(() => fixture.claim(2))
afterEach(() => fixture.endVisits())

/** A gateway answers in the portal's place. */
const gatewayFails = (page: Page, path: string) =>
  page.route(path, (route) => route.fulfill({ status: 502, contentType: 'text/plain', body: '' }))

/** The same, once a button is pressed. */
const failing =
  (path: string, name: string) =>
  async ({ page, button }: AdminPage) => {
    await gatewayFails(page, path)
    await button(name).click()
  }

/** Nothing answers. */
const nothingAnswers = (page: Page, path: string) => page.route(path, (route) => route.abort())

async function saveSender({ page, button }: AdminPage, name: string, key?: string): Promise<void> {
  const { rpcUrl, mint, walletKeyJson } = fixture.portal.environment
  await page.getByLabel('RPC URL').fill(rpcUrl)
  await page.getByLabel('Token Mint Address').fill(mint)
  await page.getByLabel('Private Key', { exact: true }).fill(key ?? walletKeyJson)
  await button(name).click()
}

const choosePayment = (panel: AdminPage) => panel.choosePayments([[freshSolanaAddress(), '1']])

interface Provocation {
  /** The panel's state in the URL. */
  at: string
  does(panel: AdminPage): Promise<unknown>
  /** The text, where the catalogue gives one word for word. */
  says?: string
}

const CONFIGURE = 'tab=bulk-sender&sender=configure'
const EXECUTE = 'tab=bulk-sender&sender=execute'
const STANDALONE = 'tab=standalone-sender&standalone=configuration'
const UPLOAD = 'tab=standalone-sender&standalone=upload'

/**
 * The admin toasts of the specification's catalogue that no other test of the panel waits for word for word, each with its provocation, in
 * an order in which that is possible.
 */
const CATALOGUE: Record<string, Provocation> = {
  'Run Bulk Sender': { at: '', does: ({ button }) => button('Run Bulk Sender').click() },
  'Configuration Failed (bulk: the server’s reason)': {
    at: CONFIGURE,
    does: (panel) => saveSender(panel, 'Configure Bulk Sender', 'no key'),
    says: 'The private key is not valid: it takes base58 text or a JSON array of 64 numbers, and its two halves must belong together.',
  },
  'Configuration Failed (bulk: no reason)': {
    at: CONFIGURE,
    async does(panel) {
      await gatewayFails(panel.page, globOf(endpoints.bulkSender.config))
      await saveSender(panel, 'Configure Bulk Sender')
    },
    says: 'HTTP 502: Bad Gateway',
  },
  'Configuration Error': {
    at: CONFIGURE,
    async does(panel) {
      await nothingAnswers(panel.page, globOf(endpoints.bulkSender.config))
      await saveSender(panel, 'Configure Bulk Sender')
    },
    says: 'Failed to fetch',
  },
  'Configuration Successful': {
    at: CONFIGURE,
    does: (panel) => saveSender(panel, 'Configure Bulk Sender'),
  },
  'Start Error': {
    at: EXECUTE,
    async does({ page, button }) {
      await nothingAnswers(page, globOf(endpoints.bulkSender.start))
      await button('Start Bulk Send').click()
      await button('Start sending').click()
    },
    says: 'Network error occurred. Please try again.',
  },
  'Start Failed': {
    at: EXECUTE,
    async does({ page, button }) {
      await button('Start Bulk Send').click()
      // Another administrator decides both claims before the start arrives; a page that learns it earlier can not ask.
      await page.route(globOf(endpoints.bulkSender.start), async (route) => {
        const { claims } = await fixture.call(endpoints.admin.claims)
        for (const { id } of claims)
          await fixture.call(endpoints.admin.reject, { body: { id, reason: 'test' } })
        await route.continue()
      })
      await button('Start sending').click()
    },
    says: 'No queued claims to process. All claims have been sent.',
  },
  'Bulk Send Started': {
    at: EXECUTE,
    async does({ page, button }) {
      await fixture.claim(1)
      await page.reload()
      await button('Start Bulk Send').click()
      await button('Start sending').click()
    },
  },
  'Configuration Failed (standalone)': {
    at: STANDALONE,
    async does(panel) {
      await gatewayFails(panel.page, globOf(endpoints.standaloneSender.config))
      await saveSender(panel, 'Save Configuration')
    },
    says: 'Failed to configure standalone bulk sender',
  },
  'Configuration Saved': {
    at: STANDALONE,
    does: (panel) => saveSender(panel, 'Save Configuration'),
  },
  'Upload Failed (standalone)': {
    at: UPLOAD,
    async does(panel) {
      await gatewayFails(panel.page, globOf(endpoints.standaloneSender.upload))
      await choosePayment(panel)
    },
    says: 'Failed to upload Excel file',
  },
  'File Uploaded': { at: UPLOAD, does: choosePayment, says: 'Parsed 1 address, 1 DEMO in all.' },
  'Start Failed (standalone)': {
    at: 'tab=standalone-sender&standalone=history',
    async does({ page, button }) {
      await gatewayFails(page, globOf(endpoints.standaloneSender.start))
      await startDistribution(button)
    },
    says: 'Failed to start distribution',
  },
  'Distribution Started': {
    at: 'tab=standalone-sender&standalone=history',
    does: ({ button }) => startDistribution(button),
  },
  'Configuration Failed (mainnet)': {
    at: 'tab=mainnet',
    async does({ page, button }) {
      await gatewayFails(page, globOf(endpoints.standaloneSender.config))
      await page.getByLabel('Private Key', { exact: true }).fill('a key')
      await page.getByLabel('Token Mint Address').fill(fixture.portal.environment.mint)
      await page.getByLabel(/^Replace .+ as the first node$/).check()
      await button('Save Configuration').click()
      await button('Save for mainnet').click()
    },
    says: 'Failed to save mainnet configuration',
  },
  'Export Failed (queued claims)': {
    at: '',
    does: failing(globOf(endpoints.admin.exportQueued), 'Export Queued Claims'),
    says: 'Failed to export',
  },
  'Export Failed (submitted addresses)': {
    at: 'tab=analysis',
    does: failing(globOf(endpoints.admin.exportSubmitted), 'Export Submitted (Excel)'),
    says: 'Failed to export submitted addresses',
  },
  'Export Failed (remaining addresses)': {
    at: 'tab=analysis',
    does: failing(globOf(endpoints.admin.exportRemaining), 'Export Remaining (Excel)'),
    says: 'Failed to export remaining addresses',
  },
  'Reload Failed': {
    at: '',
    does: failing(globOf(endpoints.admin.reloadAllocations), 'Reload Allocations'),
    says: 'Failed to reload allocations',
  },
  'Update Failed': {
    at: '',
    async does(panel) {
      await fixture.claim(1)
      await panel.page.reload()
      await gatewayFails(panel.page, globOf(endpoints.admin.markSent))
      await markSent(panel)
    },
    says: 'Failed to mark as sent',
  },
  'Reset Error': {
    at: EXECUTE,
    async does(panel) {
      await nothingAnswers(panel.page, globOf(endpoints.admin.resetClaims))
      await reset(panel)
    },
    says: 'Network error occurred. Please try again.',
  },
  'Reset Failed': {
    at: EXECUTE,
    async does(panel) {
      await holdPayment(fixture.portal.app, unknownSignature())
      await reset(panel)
    },
  },
  'Logged Out': { at: '', does: ({ button }) => button('Logout').click() },
}

async function startDistribution(button: AdminPage['button']): Promise<void> {
  await button('Start Distribution').click()
  await button('Start sending').click()
}

async function markSent({ page, button, dialog }: AdminPage): Promise<void> {
  await button('Mark Sent').first().click()
  await page.getByLabel('Enter transaction hash:').fill(unknownSignature())
  await dialog().getByRole('button', { name: 'Mark Sent', exact: true }).click()
}

async function reset({ page, button }: AdminPage): Promise<void> {
  await button('Reset All Claims (Clear Database)').click()
  await page.getByLabel('Type RESET to confirm').fill('RESET')
  await button('Delete all claims').click()
}

describe('the text where a query fails', () => {
  test.each([
    ['Failed to fetch stats', '', globOf(endpoints.admin.stats)],
    ['Failed to fetch claims', '', globOf(endpoints.admin.claims, '?*')],
    ['Failed to fetch address analysis', 'tab=analysis', globOf(endpoints.admin.addressAnalysis)],
    ['Failed to fetch status', 'tab=bulk-sender', globOf(endpoints.bulkSender.status)],
    ['Failed to fetch status', 'tab=standalone-sender', globOf(endpoints.standaloneSender.status)],
    ['Failed to fetch stats', 'tab=standalone-sender', globOf(endpoints.standaloneSender.stats)],
    [
      'Failed to fetch distributions',
      'tab=standalone-sender&standalone=history',
      globOf(endpoints.standaloneSender.distributions),
    ],
    [
      'Failed to fetch progress',
      'tab=standalone-sender&standalone=upload&distribution=none',
      globOf(endpoints.standaloneSender.progress),
    ],
  ])('%s (%s)', async (text, at, path) => {
    const panel = await fixture.visit(at)
    await gatewayFails(panel.page, path)
    await panel.page.reload()
    await panel.page.getByText(text).first().waitFor()
  })
})

// The last of them ends the session.
test.each(Object.entries(CATALOGUE))('%s', async (name, { at, does, says }) => {
  const title = name.replace(/ \(.*/, '')
  // A run that an earlier one started ends first: both senders pay from one wallet, which has one run at a time.
  await expect.poll(() => fixture.portal.app.store.runs.unfinished()).toEqual([])
  const panel = await fixture.visit(at)
  await does(panel)
  if (says) await seeToast(panel.page, title, says)
  else await panel.page.getByText(title, { exact: true }).first().waitFor()
})
