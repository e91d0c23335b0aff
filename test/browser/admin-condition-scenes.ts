import type { Page } from 'playwright-core'
import type { ReplyOf } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { LedgerResponse } from '#api-schema/ledger.ts'
import type { ClaimControlsResponse } from '#api-schema/portal.ts'
import type { DistributionBody } from '#api-schema/standalone-sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { type AdminScene, scene, told } from '../harness/admin-fixture.ts'
import { alterReply, alterState, globOf } from '../harness/alter-reply.ts'

const LEDGER = 'tab=bulk-sender&sender=ledger'
const HISTORY = 'tab=standalone-sender&standalone=history'
const EVERY_REQUEST = '**/api/admin/**'

const { admin, ledger, standaloneSender } = endpoints

/** Waits until the strip shows a state: a tab's own figures have a moment as well. */
async function heardState(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'What goes on' })
    .getByText(/^as of/)
    .waitFor()
}

const NO_CLAIMS = {
  total: 0,
  queued: 0,
  sent: 0,
  rejected: 0,
  totalAmountSubmitted: '0',
  totalAmountSent: '0',
  totalAmountMarkedUnproved: '0',
}

async function emptyPortal(page: Page): Promise<void> {
  await alterState(page, ({ senders }) => ({
    claims: NO_CLAIMS,
    unpayable: 0,
    failed: 0,
    held: 0,
    holders: { listed: 0, claimed: 0 },
    list: null,
    holds: { signed: 0, unsigned: 0, payments: 0 },
    senders: {
      standalone: senders.standalone,
      bulk: { ...senders.bulk, configured: false, cluster: null, run: null, wallet: null, need: null },
    },
  }))
  await alterReply(page, globOf(admin.stats), () => NO_CLAIMS)
  await alterReply<ReplyOf<typeof admin.claims>>(page, globOf(admin.claims, '?*'), () => ({
    claims: [],
    nextCursor: null,
  }))
}

const PAUSED: Partial<ClaimControlsResponse> = {
  paused: true,
  claimsOpen: false,
  pauseMessage: 'Claims are paused until 18:00 UTC while a wallet provider mends its signatures.',
  banner: { text: 'Payouts start on Monday at 09:00 UTC.', severity: 'warning' },
}

const REPEATS: DistributionBody['repeats'] = {
  rows: 118,
  of: 120,
  amountUA: '47120.5',
  paid: 117,
  onHold: 1,
  underWay: 0,
  confirm: '118 payments again, 47120.5 tokens',
  sameFile: { id: 'DIST-0001', fileName: 'team-july.xlsx', paidAt: 1_790_000_000 },
}

/** Distributions in the states that need a run of some length: one under way, one paid, one that was paid before. */
const inAllStates = (page: Page) =>
  alterReply<ReplyOf<typeof standaloneSender.distributions>>(
    page,
    globOf(standaloneSender.distributions),
    ({ distributions: [one] }) => {
      if (!one) return {}
      const sized = { ...one, totalAddresses: 120, totalAmount: '48210.25' }
      return {
        distributions: [
          { ...sized, id: 'D4', fileName: 'team-july (1).xlsx', repeats: REPEATS },
          {
            ...sized,
            id: 'D3',
            fileName: 'advisers.xlsx',
            status: 'processing',
            state: 'running',
            successfulTxns: 45,
            totalAmountSent: '18001.5',
            repeats: null,
          },
          {
            ...sized,
            id: 'D2',
            fileName: 'team-july.xlsx',
            status: 'completed',
            state: 'completed',
            successfulTxns: 120,
            totalAmountSent: '48210.25',
            repeats: null,
          },
        ],
      }
    },
  )

/** The panel where there is nothing yet, nothing comes, or something else has happened meanwhile. */
export const ADMIN_CONDITION_SCENES: Record<string, AdminScene> = {
  'overview-empty': told('', emptyPortal, 'Claims appear here as holders submit them.'),
  'overview-loading': scene('', async (panel) => {
    await panel.page.getByRole('table', { name: 'Claims' }).waitFor()
    await panel.page.route(EVERY_REQUEST, () => {})
    await panel.page.reload()
    await panel.page.getByText('Loading claims...').waitFor()
  }),
  'overview-failed': told(
    '',
    (page) => page.route(EVERY_REQUEST, (route) => route.fulfill({ status: 500, body: '' })),
    'Failed to fetch claims',
  ),
  'server-silent': scene('tab=analysis', async (panel) => {
    await alterState(panel.page, () => ({}))
    await panel.page.reload()
    await heardState(panel.page)
    await panel.page.route(globOf(admin.state), (route) => route.abort())
    await panel.page.getByText(/^No answer since/).waitFor()
  }),
  'news-from-elsewhere': async (visit) => {
    let isPaused = false
    const panel = await visit('tab=analysis')
    await alterState(panel.page, ({ controls }) => ({
      controls: isPaused ? { ...controls, paused: true, claimsOpen: false } : controls,
    }))
    await panel.page.reload()
    await heardState(panel.page)
    isPaused = true
    await panel.page.getByText(/^Elsewhere,/).waitFor()
    return panel
  },
  paused: told(
    'tab=files',
    async (page) => {
      await alterState(page, ({ controls }) => ({ controls: { ...controls, ...PAUSED } }))
      await alterReply<ClaimControlsResponse>(page, globOf(admin.claimControls), () => PAUSED)
    },
    'Accept Claims Again',
  ),
  'filters-unfolded': async (visit) => {
    const place = new URLSearchParams({ payment: 'failed', amountFrom: '1', from: '2026-01-01T00:00' })
    const panel = await visit(String(place))
    await panel.page.getByLabel('Submitted from').waitFor()
    await panel.page.getByRole('table', { name: 'Claims' }).waitFor()
    return panel
  },
  'claim-failed': async (visit, { call }) => {
    const { claims } = await call(admin.claims, { query: { payment: 'failed', limit: '1' } })
    const panel = await visit(`claim=${claims[0]?.id}`)
    await panel.page.getByText('The last payment failed').waitFor()
    return panel
  },
  toast: scene('tab=files', async (panel) => {
    await panel.choose('Allocation file', 'holders.png', 'a picture')
    await panel.page.getByText('Invalid File Type', { exact: true }).waitFor()
  }),
  'run-failures': scene('tab=bulk-sender&sender=monitor&run=1&outcome=failed', (panel) =>
    panel.button('Retry the failed').waitFor(),
  ),
  'run-retry': scene('tab=bulk-sender&sender=monitor&run=1&outcome=failed', async (panel) => {
    await panel.button('Retry the failed').click()
    await panel.dialog().getByText('9 decimals').waitFor({ state: 'attached' })
  }),
  'ledger-empty': told(
    LEDGER,
    (page) =>
      alterReply<LedgerResponse>(page, globOf(ledger.ledger, '*'), () => ({
        payments: [],
        totals: [],
        nextCursor: null,
      })),
    'Each payment stands here once it is final.',
  ),
  'distributions-in-all-states': async (visit, fixture) => {
    const panel = await visit('tab=standalone-sender&standalone=upload')
    await panel.choosePayments([[freshSolanaAddress(), '2.5']])
    await panel.page.getByRole('region', { name: 'Progress' }).waitFor()
    return await told(HISTORY, inAllStates, 'advisers.xlsx')(visit, fixture)
  },
  'session-ended': scene('tab=analysis', async (panel) => {
    await panel.fact('Total Allocated').waitFor()
    await panel.page.route(EVERY_REQUEST, (route) =>
      route.fulfill({ status: 401, json: { error: 'Unauthorized', code: 'unauthorized' } }),
    )
    await panel.page.reload()
    await panel.page.getByText(/^Your session has ended/).waitFor()
  }),
}
