import type { BulkSenderEstimateResponse, BulkSenderStatusResponse } from '#api-schema/bulk-sender.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { RunInState } from '#api-schema/portal-state.ts'
import type { HoldsResponse, RunsResponse } from '#api-schema/runs.ts'
import type { RecordsBehindBody } from '#api-schema/sender-records.ts'
import { PortalError } from '#domain/portal-error.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { type AdminScene, scene, told } from '../harness/admin-fixture.ts'
import { alterReply, alterState } from '../harness/alter-reply.ts'
import { unknownSignature } from '../harness/sample-rows.ts'

const SINCE = 1_790_000_000
const BEHIND: RecordsBehindBody = { payments: 1234, amountUA: '1802810.802218702', unshown: 0 }

const { bulkSender, standaloneSender } = endpoints

const EXECUTE = 'tab=bulk-sender&sender=execute'
const MONITOR = 'tab=bulk-sender&sender=monitor'
const STATUS = new RegExp(`(${bulkSender.status.path}|${standaloneSender.status.path})$`)

type Told = Partial<BulkSenderStatusResponse>

const withStatus = (place: string, change: Told, see: string | RegExp) =>
  told(place, (page) => alterReply<BulkSenderStatusResponse>(page, STATUS, () => change), see)

/** Makes the status of a run in progress, with its message. */
const running = (change: Pick<BulkSenderStatusResponse, 'state' | 'waitingSince' | 'message'>) =>
  told(
    MONITOR,
    (page) =>
      alterReply<BulkSenderStatusResponse>(page, STATUS, ({ progress }) => ({
        ...change,
        running: true,
        inFlight: 18,
        progress: progress && {
          ...progress,
          status: 'running',
          message: change.message,
          estimatedTimeRemaining: 0,
          processed: 145,
          totalClaims: 1198,
          successful: 145,
          currentBatch: 15,
        },
      })),
    /^Waiting since|Nothing new is sent/,
  )

/** Shows the strip of a run in progress. */
const status = (change: Partial<RunInState>, see: string | RegExp) =>
  told(
    'tab=analysis',
    (page) =>
      alterState(page, ({ claims, senders: { bulk, standalone } }) => ({
        claims: { ...claims, queued: 1053 },
        senders: {
          standalone,
          bulk: {
            ...bulk,
            cluster: change.cluster ?? bulk.cluster,
            wallet: {
              sol: '12.345678901',
              token: '1802810.802218702',
              tokenLimit: 'wallet',
              readAt: SINCE,
            },
            need: {
              sol: '2.1534',
              token: '1623410.5',
              count: 1053,
              notLookedUp: 0,
              leftOut: [],
              readAt: SINCE,
            },
            run: bulk.run && {
              ...bulk.run,
              running: true,
              processed: 145,
              total: 1198,
              inFlight: 18,
              held: 2,
              ...change,
            },
          },
        },
      })),
    see,
  )

const MINT_CHANGED = new PortalError('mint_changed', { what: 'it now has 6 decimals instead of 9' }).message

const mintChanged = (place: string) =>
  told(
    place,
    async (page) => {
      await alterReply<BulkSenderStatusResponse>(page, STATUS, ({ progress }) => ({
        state: 'failed',
        message: MINT_CHANGED,
        progress: progress && { ...progress, status: 'failed', message: MINT_CHANGED },
      }))
      await alterReply<BulkSenderEstimateResponse>(page, '**/estimate', () => ({ refusal: MINT_CHANGED }))
    },
    MINT_CHANGED,
  )

const ONE_NODE =
  'This sender has one node. If that node shows an outdated or wrong history, Ferry can only wait or put payments on hold. Set SOLANA_VERIFY_RPC_URL to a second, independent node: then both must agree before anything is signed again.'

const onMainnet: Told = {
  cluster: 'mainnet',
  rpcUrl: 'https://api.mainnet-beta.solana.com',
  nodes: ['https://api.mainnet-beta.solana.com'],
  warnings: [ONE_NODE],
}

const NODES = [
  'https://rpc.one.example',
  'https://solana.a-rather-long-provider-name.example:8899',
  'https://three.example',
]

const RECONCILED = scene('tab=bulk-sender&sender=ledger', async (panel) => {
  const { signer } = await makeSolanaKey()
  await alterReply(panel.page, '**/reconcile', () => ({
    agrees: false,
    otherOutflows: [
      {
        signature: unknownSignature(),
        amountUA: '40.5',
        counterparties: [{ address: signer.address, amountUA: '40.5' }],
        note: null,
      },
      {
        signature: unknownSignature(),
        amountUA: '1802810.802218702',
        counterparties: [1, 2, 3].map((amount) => ({
          address: freshSolanaAddress(),
          amountUA: `${amount}.5`,
        })),
        note: 'Back to the treasury, as decided by the board on 3 March; see minute 14',
      },
    ],
    inflows: [{ signature: unknownSignature(), amountUA: '10000000', counterparties: [], note: null }],
  }))
  await panel.button('Reconcile with chain').click()
  await panel.page.getByText('Not explained', { exact: true }).waitFor()
})

/** The panel in sender states that are hard to bring about: the answers are made up. */
export const SENDER_STATE_SCENES: Record<string, AdminScene> = {
  'behind-overview': told(
    '',
    (page) =>
      alterState(page, ({ senders: { bulk, standalone } }) => ({
        senders: { standalone, bulk: { ...bulk, recordsBehind: BEHIND } },
      })),
    /^The records are behind the chain by/,
  ),
  'behind-execute': withStatus(EXECUTE, { recordsBehind: BEHIND }, 'The records are behind the chain'),
  'behind-standalone': withStatus(
    'tab=standalone-sender',
    { recordsBehind: BEHIND },
    'The records are behind',
  ),
  'behind-unexplained': withStatus(
    EXECUTE,
    { recordsBehind: { payments: 0, amountUA: '0', unshown: 0 } },
    'is not explained',
  ),
  'behind-question': scene(
    withStatus(EXECUTE, { recordsBehind: BEHIND }, 'The records are behind'),
    async (panel) => {
      await panel.button('Continue without them').click()
      await panel.dialog().waitFor()
    },
  ),
  'run-waits-after-restart': running({
    state: 'waiting',
    waitingSince: SINCE,
    message: 'Waiting until nothing that was signed before can still land: 151 blocks to go, about a minute.',
  }),
  'run-waits-for-node': running({
    state: 'waiting',
    waitingSince: SINCE,
    message:
      'Waiting for the Solana RPC node https://rpc.one.example, which has not answered for 10 seconds.',
  }),
  'run-waits-for-lease': running({
    state: 'waiting',
    waitingSince: SINCE,
    message: 'Waiting for another server to release the sending wallet: it has not been heard of.',
  }),
  'run-waits-unexplained': running({
    state: 'waiting',
    waitingSince: SINCE,
    message:
      "Nothing is sent yet: the sending wallet's balance can not be explained, since it holds 2.5 tokens less than its history on the chain explains, which may be late. If it stays so, stop the run, find out why, and have the sender continue all the same.",
  }),
  'status-running': status({ state: 'running' }, 'Running'),
  'status-live-waits': status(
    {
      cluster: 'mainnet',
      state: 'waiting',
      waitingSince: SINCE,
      message:
        'Waiting for the Solana RPC node https://rpc.one.example, which has not answered for 10 seconds.',
    },
    /^Waiting since/,
  ),
  'run-stops': running({ state: 'stopping', waitingSince: null, message: null }),
  'run-stops-and-waits': running({
    state: 'stopping',
    waitingSince: SINCE,
    message: 'Waiting for the Solana RPC node https://rpc.one.example: the connection was refused.',
  }),
  'runs-compared': told(
    MONITOR,
    (page) =>
      alterReply<RunsResponse>(page, '**/bulk-sender/runs*', ({ runs: [run] }) => {
        if (!run) return {}
        const none = { otherOutflows: 0, acknowledgedOutflows: 0, missing: 0 }
        const found = { checkedAt: SINCE, payments: 40, amountUA: '60', ...none }
        const runs: RunsResponse['runs'] = [
          { ...run, id: '1', comparison: { ...found, agrees: true, unknownPayments: 0 } },
          {
            ...run,
            id: '2',
            status: 'failed',
            message: MINT_CHANGED,
            comparison: { ...found, agrees: false, missing: 1, unknownPayments: 2, otherOutflows: 1 },
          },
          { ...run, id: '3', comparison: null },
        ]
        return { runs }
      }),
    'differs',
  ),
  'mint-changed-execute': mintChanged(EXECUTE),
  'mint-changed-monitor': mintChanged(MONITOR),
  'one-node-configure': withStatus('tab=bulk-sender', onMainnet, ONE_NODE),
  'one-node-execute': withStatus(EXECUTE, onMainnet, ONE_NODE),
  'nodes-configure': withStatus(
    'tab=bulk-sender',
    { rpcUrl: NODES[0] ?? null, nodes: NODES },
    /^Nodes, asked/,
  ),
  'sums-unproved': told(
    '',
    (page) =>
      alterState(page, ({ claims }) => ({
        claims: { ...claims, totalAmountMarkedUnproved: '856.056296295784' },
      })),
    /without proof/,
  ),
  'holds-with-words': told(
    MONITOR,
    (page) =>
      alterReply<HoldsResponse>(page, '**/holds', ({ holds: [held] }) => {
        if (held?.attemptId == null) return {}
        const again =
          'it was signed 4 times, and expired each time without landing. Find out why, then settle it'
        const unsigned = {
          cause: 'changed' as const,
          attemptId: null,
          signature: null,
          since: null,
          lastValidBlockHeight: null,
          slot: null,
        }
        const known = 'The claim was changed after it was accepted: the Solana address is not as it was then'
        const payments = [1, 2, 3].map((rowNumber) => ({
          recipient: freshSolanaAddress(),
          amountUA: '40000.123456789',
          claimId: null,
          distributionId: 'DIST',
          rowNumber,
        }))
        return {
          holds: [
            { ...held, known: 'the second node no longer has the blocks in which it may have landed' },
            { ...held, attemptId: 'b', signature: unknownSignature(), known: again, transfers: payments },
            { ...held, ...unsigned, known },
          ],
        }
      }),
    'Never signed',
  ),
  'reconcile-movements': RECONCILED,
  acknowledge: scene(RECONCILED, async (panel) => {
    await panel.button('Acknowledge').first().click()
    await panel.dialog().waitFor()
  }),
}
