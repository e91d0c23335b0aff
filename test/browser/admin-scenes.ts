import type { BrowserContextOptions } from 'playwright-core'
import { endpoints } from '#api-schema/endpoints.ts'
import { oddContracts } from '#app/allocations/stage-list.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { ListWarning } from '#domain/list-warning.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import {
  type AdminFixture,
  type AdminPage,
  type AdminScene,
  asked,
  pageActions,
  scene,
} from '../harness/admin-fixture.ts'
import { globOf } from '../harness/alter-reply.ts'
import { openPage, sees } from '../harness/open-page.ts'
import { holdPayment } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { ADMIN_CONDITION_SCENES } from './admin-condition-scenes.ts'
import { ADMIN_DIALOG_SCENES } from './admin-dialog-scenes.ts'
import { SENDER_STATE_SCENES } from './sender-state-scenes.ts'

const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const STRANGER = '0xde709f2102306220921060314715629080e2fb77'

/** The sample claims of `furnish`: a list without them is refused. */
const CLAIMED = [1, 2].map((n) => `0x${String(n).padStart(40, '0')}`)

const uploadList = (panel: AdminPage, lines: readonly string[]) =>
  panel.uploadList(lines.join('\n'), 'holders-july.csv')

/** Every tab of the panel, in every state that looks different, on the fixture that `furnish` prepares. */
export const ADMIN_SCENES: Record<string, AdminScene> = {
  overview: scene('', (panel) => panel.page.getByRole('table', { name: 'Claims' }).waitFor()),
  'claim-window': asked('tab=files', 'Change Window'),
  'overview-none-found': scene('q=0x0000&status=sent', sees('No claims found')),
  selection: scene('status=queued', async (panel) => {
    for (const row of [1, 2, 3]) await panel.page.getByRole('checkbox').nth(row).check()
    await panel.button('Reject selected').waitFor()
  }),
  claim: async (visit, fixture) => {
    const panel = await visit(`claim=${await sentClaim(fixture)}`)
    await panel.page.getByText('Attempts on the chain').waitFor()
    return panel
  },
  'mark-sent': scene('status=queued', async (panel) => {
    await panel.button('Mark Sent').first().click()
    await panel.page.getByLabel('Enter transaction hash:').fill(SIGNATURE)
    await panel.dialog().getByRole('button', { name: 'Mark Sent', exact: true }).click()
    await panel.button('Mark as sent all the same').waitFor()
  }),
  reject: scene('status=queued', async (panel) => {
    await panel.page.getByRole('table', { name: 'Claims' }).getByRole('button').first().click()
    await panel.dialog().getByRole('button', { name: 'Reject', exact: true }).click()
    await panel.button('Reject claim').waitFor()
  }),
  analysis: scene('tab=analysis', (panel) => panel.fact('Total Allocated').waitFor()),
  files: scene('tab=files', sees('File hash (SHA-256)')),
  'deny-add': scene('tab=files', async (panel) => {
    await panel.button('Add Address').click()
    await panel.dialog().getByLabel('Address').fill(STRANGER)
    await panel.dialog().getByLabel('Source').fill('Sanctions list of 1 July')
  }),
  'files-refused': scene('tab=files', async (panel) => {
    await panel.uploadList('address,amountWei\n0x1234,5\n0x52908400098527886E0F7030069857D2E4169EE7,much\n')
    await panel.page.getByRole('region', { name: 'Problems by row' }).waitFor()
  }),
  'files-question': scene('tab=files', async (panel, { holders }) => {
    const kept = holders
      .slice(0, -4)
      .map(({ account }, index) => `${account.address},${index > 70 ? 1.25 : 1.5}`)
    const added = [...CLAIMED.map((address) => `${address},5`), `${STRANGER},100000`]
    await uploadList(panel, ['address,amountUA', ...kept, ...added])
    await panel.dialog().getByRole('button', { name: 'Publish', exact: true }).waitFor()
  }),
  /** What a portal with a node of the EVM chain asks: the fixture has none. */
  'files-contracts': scene('tab=files', async (panel, { holders }) => {
    await panel.page.route(globOf(endpoints.admin.upload), async (route) => {
      const response = await route.fetch()
      const asked = (await response.json()) as { preview: { odd: ListWarning[] } }
      const silent = Array.from(
        { length: 14 },
        (_, index) => `0x${(index + 0xc0ffee).toString(16).repeat(7).slice(0, 40)}` as EvmAddress,
      )
      const odd = oddContracts({ silent, unchecked: { count: 3, why: 'the node did not answer' } })
      await route.fulfill({ response, json: { ...asked, preview: { ...asked.preview, odd } } })
    })
    const all = holders.map(({ account }, index) => `${account.address},${index > 70 ? 1.25 : 1.5}`)
    await uploadList(panel, ['address,amountUA', ...all, ...CLAIMED.map((address) => `${address},5`)])
    await panel.dialog().getByText('14 holders are contracts that do not sign').waitFor()
  }),
  'files-unit-unknown': scene('tab=files', async (panel, { holders }) => {
    const rows = holders.map(
      ({ account }, index) => `Holder ${index + 1},${account.address},${2500 - index},${index + 1}`,
    )
    const claimed = CLAIMED.map((address) => `Holder 0,${address},2500,0`)
    await uploadList(panel, ['Name,Who,Held,Rank', ...rows, ...claimed])
    await panel.dialog().getByLabel('Column of addresses').selectOption('Who')
    await panel.dialog().getByLabel('Column of amounts').selectOption('Held')
    await panel.dialog().getByText('Wei, the smallest unit').waitFor()
  }),
  'bulk-configure': scene('tab=bulk-sender', (panel) => panel.page.getByText('Advanced').click()),
  'bulk-execute': scene('tab=bulk-sender&sender=execute', (panel) =>
    panel.page.getByRole('heading', { name: 'Sending wallet' }).waitFor(),
  ),
  'bulk-reset': asked('tab=bulk-sender&sender=execute', 'Reset All Claims (Clear Database)'),
  'bulk-start': scene('tab=bulk-sender&sender=execute', async (panel) => {
    await panel.button('Start Bulk Send').click()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
  }),
  'bulk-run': scene('tab=bulk-sender&sender=monitor', async (panel) => {
    await panel.page.getByRole('region', { name: 'Past runs' }).getByRole('button').first().click()
    await panel.page.getByRole('region', { name: 'Payments of the run' }).waitFor()
  }),
  'bulk-ledger': scene('tab=bulk-sender&sender=ledger', (panel) =>
    panel.page.getByRole('region', { name: 'Payments' }).waitFor(),
  ),
  'bulk-monitor': scene('tab=bulk-sender&sender=ledger', async (panel) => {
    await panel.button('Reconcile with chain').click()
    await panel.page.getByText('The chain and the records').waitFor()
  }),
  'bulk-settle': asked('tab=bulk-sender&sender=monitor', 'It was not paid'),
  'standalone-configuration': scene('tab=standalone-sender', (panel) =>
    panel.button('Save Configuration').waitFor(),
  ),
  'standalone-upload': scene('tab=standalone-sender&standalone=upload', async (panel) => {
    const [twice, once] = [freshSolanaAddress(), freshSolanaAddress()]
    const rows = [
      ['Wallet', 'Amount'],
      [twice, '2.5'],
      [once, '10000'],
      [twice, '0.25'],
    ]
    await panel.choosePayments(rows)
    await panel.page.getByRole('heading', { name: 'Sending wallet' }).waitFor()
  }),
  'standalone-start': scene('tab=standalone-sender&standalone=upload', async (panel) => {
    await panel.choosePayments([
      [freshSolanaAddress(), '2.5'],
      [freshSolanaAddress(), '10000'],
    ])
    await panel.button('Start Distribution').click()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
    await panel.dialog().getByText('Looking...').first().waitFor({ state: 'detached' })
  }),
  'standalone-refused': scene('tab=standalone-sender&standalone=upload', async (panel) => {
    const rows = [
      [freshSolanaAddress(), '1'],
      ['nobody', '2'],
      [freshSolanaAddress(), 'much'],
    ]
    await panel.choosePayments(rows)
    await panel.page.getByRole('region', { name: 'Problems by row' }).waitFor()
  }),
  'standalone-history': scene('tab=standalone-sender&standalone=history', (panel) =>
    panel.page.getByRole('region', { name: 'Distributions' }).waitFor(),
  ),
  mainnet: scene('tab=mainnet', (panel) => panel.fact('Network mode').waitFor()),
  'mainnet-question': scene('tab=mainnet', async (panel) => {
    await panel.page.getByLabel('Private Key', { exact: true }).fill('a key')
    await panel.page.getByLabel('Token Mint Address').fill('So11111111111111111111111111111111111111112')
    await panel.page.getByLabel(/^Replace .+ as the first node$/).check()
    await panel.button('Save Configuration').click()
    await panel.dialog().waitFor()
  }),
  ...SENDER_STATE_SCENES,
  ...ADMIN_DIALOG_SCENES,
  ...ADMIN_CONDITION_SCENES,
}

/** Fills the portal with a migration half done: claims of every kind, a past run with a failure, a transaction on hold, a deny list. */
export async function furnish(fixture: AdminFixture): Promise<void> {
  const { portal, call } = fixture
  await fixture.claim(40)
  await addClaims(portal.app, [
    sampleClaim({ solAddress: portal.environment.mint, submittedAtMs: Date.now() }),
  ])
  await call(endpoints.bulkSender.start)
  await until(async () => {
    const { progress } = await call(endpoints.bulkSender.status)
    return progress?.status === 'completed'
  })
  const [rejected] = await fixture.claim(25)
  if (rejected)
    await call(endpoints.admin.reject, { body: { id: rejected.id, reason: 'Asked for by its holder' } })
  await holdPayment(portal.app, SIGNATURE)
  await fixture.configure('standalone')
  const denied = [STRANGER, freshSolanaAddress()]
  for (const address of denied) {
    await call(endpoints.denyList.add, { body: { address, source: 'Sanctions list of 1 July' } })
  }
}

/** Opens the panel before anyone has signed in. */
export async function showLogin(fixture: AdminFixture, context: BrowserContextOptions): Promise<AdminPage> {
  const { page } = await openPage(fixture.browser, fixture.portal.adminUrl, context)
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  return pageActions(page)
}

/** Shows a scene in a browser of this kind, once its fonts are there. */
export async function showAdminScene(
  fixture: AdminFixture,
  name: string,
  context: BrowserContextOptions,
): Promise<AdminPage> {
  const show = ADMIN_SCENES[name]
  if (!show) throw new Error(`There is no scene ${name}`)
  const panel = await show((place) => fixture.visit(place, context), fixture)
  await panel.page.evaluate('document.fonts.ready.then(() => null)')
  return panel
}

async function sentClaim({ call }: AdminFixture): Promise<string> {
  const { claims } = await call(endpoints.admin.claims, { query: { status: 'sent', limit: '1' } })
  return claims[0]?.id ?? ''
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('It never came to be so')
}
