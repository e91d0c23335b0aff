import { expect, test } from 'vitest'
import type { AppContext } from '#app/app-context.ts'
import { distributionProgress } from '#app/distributions/list-distributions.ts'
import type { AmountUA } from '#domain/amounts.ts'
import { NO_CAPS } from '#domain/payment-caps.ts'
import type { RecordsBehind } from '#domain/records-behind.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { NewRun } from '#store/database/schema.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { MINT, type Plain, sampleSender, WALLET } from '../../../test/harness/sample-rows.ts'
import {
  beginListed,
  beginRun,
  openBeside,
  sampleDistribution,
  signNext,
  WALLET_KEY,
} from '../../../test/harness/store-bed.ts'
import { shareOf } from './ledger.ts'
import { bulkSenderStatus, standaloneSenderStatus } from './sender-status.ts'

const NOW_MS = 1_700_000_060_500
const WAITING_SINCE_MS = 1_700_000_000_900

const SENDER = sampleSender({
  rpcUrl: 'https://first.example/v1/key-1',
  sourceOwner: WALLET,
  sourceTokenAccount: 'source',
})

const capsOf = (mint: string) => ({ ...NO_CAPS, perDay: new Map([[mint, '5' as AmountUA]]) })

describeEachStore('the state of a sender', (context) => {
  /** The parts of the context that the status uses. */
  const portal = (change: Partial<AppContext> = {}) =>
    ({
      store: context.store,
      solanaRpcUrl: 'https://start.example',
      hasVerifyNode: false,
      caps: NO_CAPS,
      balances: { latest: () => [] },
      secrets: { open: () => Buffer.alloc(64) },
      now: () => NOW_MS,
      settings: { tokenSymbol: 'TOKEN' },
      ...change,
    }) as AppContext

  const begin = (change: Partial<Plain<NewRun>>) => beginRun(context.store, change)

  /** A run with a claim paid, one in flight, one on hold and one queued. */
  async function beginMixed({ state = 'running', ...change }: Partial<Plain<NewRun>> = {}) {
    const { store } = context
    const { run } = await beginListed(store, 4, { transferCount: 4, ...change })
    const paid = await signNext(store, run, 1)
    const held = await signNext(store, run, 1)
    await signNext(store, run, 1)
    await store.journal.settlePaid([{ attempt: paid, slot: 7 }], 1)
    await store.journal.hold(held.id, 'nobody knows', 1)
    if (state !== 'running') await store.runs.finish(run.id, state, null, 1)
  }

  test('is ready before anything is configured', async () => {
    const unset = {
      state: 'ready',
      waitingSince: null,
      inFlight: 0,
      held: 0,
      message: null,
      nodes: [],
      recordsBehind: null,
      warnings: [],
      asOf: 1_700_000_060,
    }
    expect(await bulkSenderStatus(portal())).toMatchObject({ ...unset, running: false, progress: null })
    expect(await standaloneSenderStatus(portal())).toMatchObject({ ...unset, running: false })
  })

  test.each([
    ['running', {}, 'running', 'running', null],
    ['running', { waitingSinceMs: WAITING_SINCE_MS }, 'waiting', 'running', 1_700_000_000],
    ['stopping', {}, 'stopping', 'running', null],
    ['stopping', { waitingSinceMs: WAITING_SINCE_MS }, 'stopping', 'running', 1_700_000_000],
    ['stopped', {}, 'stopped', 'ready', null],
    ['completed', {}, 'completed', 'completed', null],
    ['failed', {}, 'failed', 'failed', null],
  ] as const)('of a run that is %s, %o: %s; its progress %s', async (run, change, state, progress, since) => {
    await begin({ state: run, message: 'words', ...change })
    expect(await bulkSenderStatus(portal())).toMatchObject({
      state,
      waitingSince: since,
      message: 'words',
      running: progress === 'running',
      progress: { status: progress, message: 'words' },
    })
    expect(await standaloneSenderStatus(portal())).toMatchObject({ state: 'ready', message: null })
  })

  test('of either sender is that of its own newest run', async () => {
    await context.store.distributions.add(sampleDistribution({ id: 'AAAA', rowCount: 0 }), [])
    await begin({ state: 'completed', message: 'bulk' })
    await begin({
      sender: 'standalone',
      distributionId: 'AAAA',
      message: 'standalone',
      waitingSinceMs: WAITING_SINCE_MS,
    })
    expect(await bulkSenderStatus(portal())).toMatchObject({ state: 'completed', message: 'bulk' })
    expect(await standaloneSenderStatus(portal())).toMatchObject({
      state: 'waiting',
      running: true,
      waitingSince: 1_700_000_000,
      message: 'standalone',
    })
    expect(await distributionProgress(portal(), 'AAAA')).toMatchObject({
      status: 'processing',
      state: 'waiting',
      waitingSince: 1_700_000_000,
      inFlight: 0,
    })
  })

  test('counts what is in flight and what is held', async () => {
    await beginMixed()
    expect(await bulkSenderStatus(portal())).toMatchObject({
      inFlight: 1,
      held: 1,
      progress: { processed: 2, successful: 1, held: 1 },
    })
  })

  test('counts all as of one moment, whatever is settled while it is read', async () => {
    const { store } = context
    const { run } = await beginListed(store, 3, { transferCount: 3 })
    const underWay = [
      await signNext(store, run, 1),
      await signNext(store, run, 1),
      await signNext(store, run, 1),
    ]
    const settleOne = async () => {
      const attempt = underWay.pop()
      if (attempt) await store.journal.settlePaid([{ attempt, slot: 7 }], 1)
    }
    const after = async <T>(reading: Promise<T>): Promise<T> => {
      const answer = await reading
      await settleOne()
      return answer
    }
    const moving: AppContext['store'] = {
      ...store,
      inReadTransaction: (read) => after(store.inReadTransaction(read)),
      runs: { ...store.runs, progress: (id) => after(store.runs.progress(id)) },
      claimTallies: { ...store.claimTallies, countQueued: () => after(store.claimTallies.countQueued()) },
    }
    const { inFlight, queuedClaimsCount, progress } = await bulkSenderStatus(portal({ store: moving }))
    expect({ inFlight, queuedClaimsCount, paid: progress?.successful }).toEqual({
      inFlight: 3,
      queuedClaimsCount: 3,
      paid: 0,
    })
    expect(underWay).toHaveLength(2)
  })

  test.each([
    [
      'derived from the time spent paying, not from the clock',
      { activeMs: 10_000, startedAtMs: NOW_MS + 1e9 },
      10,
    ],
    ['zero while it waits', { activeMs: 10_000, waitingSinceMs: WAITING_SINCE_MS }, 0],
    ['never negative', { activeMs: 10_000, transferCount: 1 }, 0],
    ['zero once it has ended', { activeMs: 10_000, state: 'completed' }, 0],
  ] as const)('the remaining time is %s', async (_, change, seconds) => {
    await beginMixed(change)
    expect(await bulkSenderStatus(portal())).toMatchObject({ progress: { estimatedTimeRemaining: seconds } })
  })

  test('there is no remaining time before anything is processed', async () => {
    await begin({ activeMs: 10_000, transferCount: 4 })
    expect(await bulkSenderStatus(portal())).toMatchObject({ progress: { estimatedTimeRemaining: 0 } })
  })

  test('names nodes by their origins alone', async () => {
    const fallbackRpcUrls = ['https://user:pass@second.example:8899/?api-key=key-2']
    await context.store.senders.save({ ...SENDER, fallbackRpcUrls })
    const status = await bulkSenderStatus(portal())
    expect(status.nodes).toEqual(['https://first.example', 'https://second.example:8899'])
    expect(JSON.stringify(status)).not.toMatch(/key-|pass/)
  })

  test('shows what the records lack, of this wallet and token alone', async () => {
    await context.store.senders.save(SENDER)
    await using beside = await openBeside(context)
    const behind: RecordsBehind = {
      ...WALLET_KEY,
      payments: 3,
      baseUnits: 4500000000n,
      unshown: 0,
      checkedAtMs: 1,
    }
    for (const other of [{ genesisHash: 'x' }, { walletAddress: MINT }, { mintAddress: WALLET }]) {
      await beside.db
        .insertInto('records_behind')
        .values({ ...behind, ...other })
        .execute()
    }
    expect(await bulkSenderStatus(portal())).toMatchObject({ recordsBehind: null })
    await beside.db.insertInto('records_behind').values(behind).execute()
    expect(await bulkSenderStatus(portal())).toMatchObject({
      recordsBehind: { payments: 3, amountUA: '4.5' },
    })
    await context.store.senders.save({ ...SENDER, kind: 'standalone' })
    expect(await standaloneSenderStatus(portal())).toMatchObject({ recordsBehind: { payments: 3 } })
  })

  test.each([
    ['with one node', {}, [], 1],
    ['with two URLs of one node', {}, ['https://first.example/v2/key-2'], 1],
    ['with two nodes', {}, ['https://second.example'], 0],
    ['with a node that verifies', { hasVerifyNode: true }, [], 0],
    ['with a cap of another token', { hasVerifyNode: true, caps: capsOf('another') }, [], 1],
    ['with a cap of this token', { hasVerifyNode: true, caps: capsOf(SENDER.mintAddress) }, [], 0],
  ])('warns of a sender on mainnet %s', async (_, change, further, warnings) => {
    const sender = { ...SENDER, fallbackRpcUrls: further }
    await context.store.senders.save({ ...sender, genesisHash: MAINNET_GENESIS_HASH })
    expect((await bulkSenderStatus(portal(change))).warnings).toHaveLength(warnings)
    if ('caps' in change) return
    await context.store.senders.save(sender)
    expect((await bulkSenderStatus(portal(change))).warnings).toEqual([])
  })
})

test.each([0n, 1n, 8n, 9n, 10n, 5_000n, 18_353_520n])('the shares of %d add up', (lamports) => {
  const shares = Array.from({ length: 9 }, (_, position) => shareOf(lamports, { position, carried: 9 }))
  expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(lamports)
  expect(Number(shares[0]) - Number(shares[8])).toBeLessThanOrEqual(1)
})
