import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Run } from '#domain/run.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { systemClock } from '#payout/clock.ts'
import { preflight } from '#payout/plan-payout.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '#solana/mint.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { DIALECTS } from '../harness/each-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startFaultyRpcProxy } from '../harness/node-proxies.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { findSender, sampleClaim, saveResealed } from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'
import { answerAs } from '../harness/test-node.ts'

/** Tests the checks of a start before it answers. The runs themselves are not begun here. */

let launched: Run[]
const portal = forAllTests(startPayingPortal)
const node = forAllTests(() => startFaultyRpcProxy(portal.localnet.url))
beforeEach(async () => {
  await portal.configure('bulk', { rpcUrl: node.url })
  await portal.call(endpoints.admin.resetClaims)
  launched = []
  vi.spyOn(portal.ferry.app.payouts, 'launch').mockImplementation((run) => void launched.push(run))
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const run of launched) await store().runs.finish(run.id, 'stopped', null, Date.now())
})

const store = () => portal.ferry.app.store

async function claim(count: number, tokens = '0.001') {
  const claims = Array.from({ length: count }, () =>
    sampleClaim({ solAddress: freshSolanaAddress(), amountUA: tokens }),
  )
  await store().claims.insertMany(claims)
}

const estimate = async () => (await portal.call(endpoints.bulkSender.estimate)).json()

const start = async () => answerOf(await portal.call(endpoints.bulkSender.start))

/** Counts the node's calls by method meanwhile. */
async function callsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  node.asked.length = 0
  await work()
  const calls: Record<string, number> = {}
  for (const method of node.asked) calls[method] = (calls[method] ?? 0) + 1
  return calls
}

const total = (calls: Record<string, number>) => Object.values(calls).reduce((sum, count) => sum + count, 0)

/** Changes answers of the sender's node. */
function answering(change: Partial<SolanaRpc>): void {
  answerAs(portal.ferry.app.payouts, { ...portal.rpc, ...change })
}

describe('a start answers at once', () => {
  test.each([1, 100, 4_000])('with %d claims it asks the node fifteen times at most', async (count) => {
    await claim(count)
    const calls = await callsOf(async () => expect(await start()).toMatchObject({ status: 200 }))
    expect(total(calls), JSON.stringify(calls)).toBeLessThanOrEqual(15)
    expect(launched).toHaveLength(1)
  })

  test('what the estimate looked up is not looked up again', async () => {
    await claim(300)
    expect(await callsOf(estimate)).toMatchObject({ getMultipleAccounts: 6 + 2 })
    expect(await callsOf(estimate)).toMatchObject({ getMultipleAccounts: 2 })
    const calls = await callsOf(start)
    expect(calls).toMatchObject({ getMultipleAccounts: 2 })
    expect(total(calls), JSON.stringify(calls)).toBeLessThanOrEqual(11)
  })

  test('a wallet that occurs often is looked up once', async () => {
    const wallet = freshSolanaAddress()
    await store().claims.insertMany(
      Array.from({ length: 120 }, () => sampleClaim({ solAddress: wallet, amountUA: '0.001' })),
    )
    expect(await callsOf(estimate)).toMatchObject({ getMultipleAccounts: 1 + 2 })
  })

  test('missing tokens are reported although few recipients were looked up', async () => {
    await claim(300, '10000')
    expect(await start()).toMatchObject({ status: 409, code: 'insufficient_tokens' })
    expect(launched).toEqual([])
  })
})

describe('SOL that is missing', () => {
  /** Configures a wallet that can pay for about so many new token accounts. */
  async function walletFor(accounts: number) {
    const { mint, walletKeyJson } = await prepareFundedWallet(portal.rpcUrl, {
      lamports: BigInt(accounts) * 2_100_000n,
      issuerLamports: 1_000_000_000n,
    })
    const wallet = { privateKey: walletKeyJson, tokenMintAddress: mint }
    await portal.configure('bulk', { rpcUrl: node.url, ...wallet })
  }

  const parts = () => ({
    store: store(),
    rpc: portal.rpc,
    recipients: portal.ferry.app.recipients,
    slots: { slotMs: 400, refresh() {} },
    clock: systemClock,
  })

  test('is reported by the start, where the recipients that it looked up need more than the balance', async () => {
    await walletFor(100)
    await claim(400)
    const refused = await start()
    expect(refused).toMatchObject({ status: 409, code: 'insufficient_sol' })
    // Some 400 accounts of 0.00204 SOL each, not the 200 that were looked up.
    expect(refused.error).toMatch(/this run needs about 0\.8\d*:/)
    expect(launched).toEqual([])
  })

  test('is found by the preflight, where a start can not know', async () => {
    await walletFor(300)
    await claim(400)
    expect(await start()).toMatchObject({ status: 200 })
    const [run] = launched
    if (!run) throw new Error('no run')
    const found = await preflight(parts(), run)
    const portalError = found.kind === 'blocked' ? found.blocker : null
    expect(portalError?.code).toBe('insufficient_sol')
    expect(portalError?.message).toMatch(/needs about 0\.8\d*:/)
    // From then on a start reports it too.
    await store().runs.finish(run.id, 'failed', portalError?.message ?? null, Date.now())
    expect(await start()).toMatchObject({ status: 409, code: 'insufficient_sol' })
  })

  test('the preflight has nothing against a run that can be paid', async () => {
    await walletFor(450)
    await claim(400)
    expect(await start()).toMatchObject({ status: 200 })
    const [run] = launched
    if (!run) throw new Error('no run')
    expect(await preflight(parts(), run)).toMatchObject({ kind: 'ready' })
  })
})

describe('the mint is compared with the one that was configured', () => {
  test.each([
    ['decimals', { mintDecimals: 6 }, 'it now has 9 decimals instead of 6'],
    [
      'an extension',
      { mintExtensions: ['PermanentDelegate'] },
      'it no longer has the extension PermanentDelegate',
    ],
    [
      'the program',
      { tokenProgram: TOKEN_2022_PROGRAM_ADDRESS },
      'it now belongs to the Token program instead of the Token-2022 program',
    ],
  ])('another in %s is refused', async (_, pinned, words) => {
    await claim(1)
    const sender = await findSender(portal.ferry.app)
    await saveResealed(portal.ferry.app, sender, pinned)
    const refused = await start()
    expect(refused).toMatchObject({ status: 409, code: 'mint_changed' })
    expect(refused.error).toContain(words)
    expect((await estimate()).refusal).toBe(refused.error)
    expect(launched).toEqual([])
    await store().senders.save(sender)
  })

  test('one false answer about its decimals changes no amount', async () => {
    await claim(2, '1.5')
    const { accounts } = portal.rpc
    answering({
      async accounts(addresses) {
        const states = await accounts(addresses)
        return states.map((state, index) => {
          if (state === null || addresses[index] !== portal.mint) return state
          const data = Uint8Array.from(state.data)
          data[44] = 6
          return { ...state, data }
        })
      },
    })
    expect(await start()).toMatchObject({ status: 409, code: 'mint_changed' })
    expect(await estimate()).toMatchObject({
      refusal: expect.stringContaining('it now has 6 decimals instead of 9'),
      totalAmountUA: '3',
      balances: { token: '1000000', neededUA: '3' },
    })
  })

  test('a distribution whose amounts were computed in other decimals is refused', async () => {
    await portal.configure('standalone')
    const uploaded = await portal.uploadPayments([[freshSolanaAddress(), '3']])
    const sender = await findSender(portal.ferry.app, 'standalone')
    await store().senders.save({ ...sender, mintDecimals: 6 })
    const { distributionId } = uploaded.json()
    const response = await portal.call(endpoints.standaloneSender.start, { params: { distributionId } })
    expect([response.statusCode, response.json().code]).toEqual([409, 'distribution_of_other_token'])
  })
})

describe('another cluster behind the URL', () => {
  test('is refused, whether it was there before or came in between', async () => {
    await claim(1)
    const { genesisHash } = portal.rpc
    answering({ genesisHash: async () => MAINNET_GENESIS_HASH })
    expect(await start()).toMatchObject({ status: 409, code: 'cluster_changed' })
    let asked = 0
    answering({ genesisHash: async () => (asked++ === 0 ? genesisHash() : MAINNET_GENESIS_HASH) })
    expect(await start()).toMatchObject({ status: 409, code: 'cluster_changed' })
    expect(launched).toEqual([])
  })

  test('leaves nothing in the caches that is used later', async () => {
    await claim(1)
    let asked = 0
    const { genesisHash } = portal.rpc
    answering({
      genesisHash: async () => (asked++ === 0 ? genesisHash() : MAINNET_GENESIS_HASH),
    })
    await portal.call(endpoints.bulkSender.estimate)
    vi.mocked(portal.ferry.app.payouts.readerOf).mockRestore()
    expect(await callsOf(estimate)).toMatchObject({ getMultipleAccounts: 1 + 2 })
  })
})

test('nothing is started while the records lack payments that the chain shows', async () => {
  const { db, close } = await openDatabase(portal.ferry.databaseFile)
  const noteBehind = (mintAddress: string) =>
    db
      .insertInto('records_behind')
      .columns(['genesisHash', 'walletAddress', 'mintAddress', 'payments', 'baseUnits', 'checkedAtMs'])
      .expression(
        db
          .selectFrom('sender')
          .where('kind', '=', 'bulk')
          .select(({ val }) => [
            'genesisHash',
            'walletAddress',
            val(mintAddress).as('mintAddress'),
            val(12).as('payments'),
            val('1500000000').as('baseUnits'),
            val(1).as('checkedAtMs'),
          ]),
      )
      .execute()
  await claim(1)
  await noteBehind(portal.mint)
  const refused = await start()
  expect(refused).toMatchObject({ status: 409, code: 'records_behind_chain' })
  expect(refused.error).toContain('12 payments (1.5 tokens)')
  expect(launched).toEqual([])
  await db.deleteFrom('records_behind').execute()
  await noteBehind('another mint')
  expect(await start()).toMatchObject({ status: 200 })
  await db.deleteFrom('records_behind').execute()
  await close()
})

const POSTGRES = DIALECTS.filter((dialect) => dialect === 'PostgreSQL')

test.each(POSTGRES)('nothing is started on a %s that may forget what it has confirmed', async () => {
  const server = await startPostgres()
  const location = await server.createDatabase()
  const { db, close } = await openDatabase(location)
  const name = new URL(location).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(db)
  await close()

  const ferry = await startPortal({ environment: { DATABASE_URL: location } })
  await ferry.app.store.senders.save(await findSender(portal.ferry.app))
  await ferry.app.store.claims.insertMany([sampleClaim({ solAddress: freshSolanaAddress() })])
  const response = await ferry.call(endpoints.bulkSender.start)
  expect([response.statusCode, response.json().code]).toEqual([409, 'store_not_durable'])
  expect(response.json().error).toContain('synchronous_commit is off')
  await ferry.close()
  await server.stop()
})
