import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminScene, asked, scene } from '../harness/admin-fixture.ts'
import { alterReply, globOf } from '../harness/alter-reply.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'

const { lists } = endpoints

const EXECUTE = 'tab=bulk-sender&sender=execute'
const MONITOR = 'tab=bulk-sender&sender=monitor'
const UPLOAD = 'tab=standalone-sender&standalone=upload'

const changed = (count: number, beforeUA: string | null, afterUA: string | null) => ({
  count,
  amountUA: afterUA ?? beforeUA ?? '0',
  holders: Array.from({ length: Math.min(count, 3) }, (_, n) => ({
    address: `0x${String(n + 1).padStart(40, 'c0ffee')}`,
    beforeUA,
    afterUA,
  })),
})
const DIFFERENCE = {
  added: changed(1240, null, '120.5'),
  raised: changed(2, '1.5', '2.25'),
  lowered: changed(1, '1000000.000000000000000001', '12'),
  removed: changed(0, null, null),
}

/** The dialogs of the panel that ask before something is done, as they are while they are filled in. */
export const ADMIN_DIALOG_SCENES: Record<string, AdminScene> = {
  'start-limited': scene(asked(EXECUTE, 'Start Bulk Send'), async (panel) => {
    await panel.dialog().getByLabel('The first', { exact: true }).check()
    await panel.dialog().getByLabel('Number of claims, in order of arrival').fill('10')
    await panel
      .dialog()
      .getByLabel(/^Canary/)
      .check()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
    await panel.dialog().getByText('Looking...').first().waitFor({ state: 'detached' })
  }),
  'start-live-tranche': scene(EXECUTE, async (panel) => {
    await alterReply<BulkSenderStatusResponse>(panel.page, globOf(endpoints.bulkSender.status), () => ({
      cluster: 'mainnet',
    }))
    await alterReply<BulkSenderEstimateResponse>(panel.page, globOf(endpoints.bulkSender.estimate), () => ({
      sufficient: false,
      covers: {
        claimCount: 12,
        amountUA: '18',
        feeSOL: '0.02448',
        rest: { claimCount: 12, amountUA: '1802810.802218702', feeSOL: '0.02448' },
      },
    }))
    await panel.page.reload()
    await panel.page.getByRole('heading', { name: 'Sending wallet' }).waitFor()
    await panel.button('Start Bulk Send').click()
    await panel.dialog().getByText('The wallet suffices for about').waitFor()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
  }),
  'pay-selected': scene('status=queued', async (panel) => {
    for (const row of [1, 2, 3]) await panel.page.getByRole('checkbox').nth(row).check()
    await panel.button('Pay selected').click()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
  }),
  'reject-selected': scene('status=queued', async (panel) => {
    for (const row of [1, 2, 3]) await panel.page.getByRole('checkbox').nth(row).check()
    await panel.button('Reject selected').click()
    await panel.dialog().getByLabel('Reason').fill('Sent from a compromised wallet')
  }),
  'undo-reject': async (visit, { call }) => {
    const { claims } = await call(endpoints.admin.claims, { query: { status: 'rejected', limit: '1' } })
    const panel = await visit(`claim=${claims[0]?.id}`)
    await panel.button('Undo rejection').click()
    await panel.button('Queue it again').waitFor()
    return panel
  },
  pause: scene(asked('tab=files', 'Pause Claims'), async (panel) => {
    await panel
      .dialog()
      .getByLabel('Message to claimants')
      .fill('Claims are paused until 18:00 UTC while a wallet provider mends its signatures.')
  }),
  banner: scene(asked('tab=files', 'Change Banner'), async (panel) => {
    await panel.dialog().getByRole('textbox').first().fill('Payouts start on Monday at 09:00 UTC.')
  }),
  'settle-paid': asked(MONITOR, 'It was paid'),
  'deny-remove': scene('tab=files', async (panel) => {
    await panel.page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await panel.dialog().waitFor()
  }),
  'deny-refused': scene('tab=files', async (panel) => {
    await panel.choose('Deny list file', 'denied.csv', 'address,source\n0x1234,a list\nnobody,a list\n')
    await panel.dialog().getByText('Nothing was added').waitFor()
  }),
  'versions-difference': scene('tab=files', async (panel) => {
    await alterReply<ReplyOf<typeof lists.lists>>(panel.page, globOf(lists.lists), ({ lists: versions }) => ({
      lists: versions.map((version) => ({ ...version, isKept: true })),
    }))
    await panel.page.route(globOf(lists.difference), (route) => route.fulfill({ json: DIFFERENCE }))
    await panel.page.reload()
    await panel.button('Difference').first().click()
    await panel.dialog().getByText('Compared to the list in force').waitFor()
  }),
  'distribution-hidden': scene(UPLOAD, async (panel) => {
    const row = (at: number, hidden = '') =>
      `<row r="${at}"${hidden}><c r="A${at}" t="inlineStr"><is><t>${freshSolanaAddress()}</t></is></c><c r="B${at}"><v>2</v></c></row>`
    const workbook = await buildXlsx({
      sheetData: row(1) + row(2, ' hidden="1"'),
      sheets: [{ name: 'July' }, { name: 'August' }],
    })
    await panel.choose('Excel file', 'payments.xlsx', workbook)
    await panel.dialog().waitFor()
  }),
  'distribution-delete': scene(UPLOAD, async (panel) => {
    await panel.choosePayments([[freshSolanaAddress(), '2.5']])
    await panel.button('Delete').click()
    await panel.dialog().waitFor()
  }),
}
