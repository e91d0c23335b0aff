import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { alterReply } from '../harness/alter-reply.ts'
import { buildXlsx, XLSX_MEDIA_TYPE } from '../harness/build-xlsx.ts'
import { globOf } from '../harness/glob-of.ts'
import type { AdminScene } from './admin-scene.ts'

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

/** Opens a dialog by its button. */
const asked =
  (place: string, button: string): AdminScene =>
  async (visit) => {
    const panel = await visit(place)
    await panel.button(button).first().click()
    await panel.dialog().waitFor()
    return panel
  }

/** The dialogs of the panel that ask before something is done, as they are while they are filled in. */
export const ADMIN_DIALOG_SCENES: Record<string, AdminScene> = {
  'start-limited': async (visit, fixture) => {
    const panel = await asked(EXECUTE, 'Start Bulk Send')(visit, fixture)
    await panel.dialog().getByLabel('The first', { exact: true }).check()
    await panel.dialog().getByLabel('Number of claims, in order of arrival').fill('10')
    await panel
      .dialog()
      .getByLabel(/^Canary/)
      .check()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
    await panel.dialog().getByText('Looking...').first().waitFor({ state: 'detached' })
    return panel
  },
  'start-live-tranche': async (visit) => {
    const panel = await visit(EXECUTE)
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
    await panel.page.getByText('Sending wallet').waitFor()
    await panel.button('Start Bulk Send').click()
    await panel.dialog().getByText('The wallet suffices for about').waitFor()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
    return panel
  },
  'pay-selected': async (visit) => {
    const panel = await visit('status=queued')
    for (const row of [1, 2, 3]) await panel.page.getByRole('checkbox').nth(row).check()
    await panel.button('Pay selected').click()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
    return panel
  },
  'reject-selected': async (visit) => {
    const panel = await visit('status=queued')
    for (const row of [1, 2, 3]) await panel.page.getByRole('checkbox').nth(row).check()
    await panel.button('Reject selected').click()
    await panel.dialog().getByLabel('Reason').fill('Sent from a compromised wallet')
    return panel
  },
  'undo-reject': async (visit, { call }) => {
    const { claims } = await call(endpoints.admin.claims, { query: { status: 'rejected', limit: '1' } })
    const panel = await visit(`claim=${claims[0]?.id}`)
    await panel.button('Undo rejection').click()
    await panel.button('Queue it again').waitFor()
    return panel
  },
  pause: async (visit, fixture) => {
    const panel = await asked('tab=files', 'Pause Claims')(visit, fixture)
    await panel
      .dialog()
      .getByLabel('Message to claimants')
      .fill('Claims are paused until 18:00 UTC while a wallet provider mends its signatures.')
    return panel
  },
  banner: async (visit, fixture) => {
    const panel = await asked('tab=files', 'Change Banner')(visit, fixture)
    await panel.dialog().getByRole('textbox').first().fill('Payouts start on Monday at 09:00 UTC.')
    return panel
  },
  'settle-paid': asked(MONITOR, 'It was paid'),
  'deny-remove': async (visit) => {
    const panel = await visit('tab=files')
    await panel.page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await panel.dialog().waitFor()
    return panel
  },
  'deny-refused': async (visit) => {
    const panel = await visit('tab=files')
    const buffer = Buffer.from('address,source\n0x1234,a list\nnobody,a list\n')
    await panel.page
      .getByLabel('Deny list file')
      .setInputFiles({ name: 'denied.csv', mimeType: 'text/csv', buffer })
    await panel.dialog().getByText('Nothing was added').waitFor()
    return panel
  },
  'versions-difference': async (visit) => {
    const panel = await visit('tab=files')
    await alterReply<ReplyOf<typeof lists.lists>>(panel.page, globOf(lists.lists), ({ lists: versions }) => ({
      lists: versions.map((version) => ({ ...version, isKept: true })),
    }))
    await panel.page.route(globOf(lists.difference), (route) => route.fulfill({ json: DIFFERENCE }))
    await panel.page.reload()
    await panel.button('Difference').first().click()
    await panel.dialog().getByText('Compared to the list in force').waitFor()
    return panel
  },
  'distribution-hidden': async (visit) => {
    const panel = await visit(UPLOAD)
    const row = (at: number, hidden = '') =>
      `<row r="${at}"${hidden}><c r="A${at}" t="inlineStr"><is><t>${freshSolanaAddress()}</t></is></c><c r="B${at}"><v>2</v></c></row>`
    const buffer = await buildXlsx({
      sheetData: row(1) + row(2, ' hidden="1"'),
      sheets: [{ name: 'July' }, { name: 'August' }],
    })
    await panel.page
      .getByLabel('Excel file', { exact: true })
      .setInputFiles({ name: 'payments.xlsx', mimeType: XLSX_MEDIA_TYPE, buffer })
    await panel.dialog().waitFor()
    return panel
  },
  'distribution-delete': async (visit) => {
    const panel = await visit(UPLOAD)
    await panel.choosePayments([[freshSolanaAddress(), '2.5']])
    await panel.button('Delete').click()
    await panel.dialog().waitFor()
    return panel
  },
}
