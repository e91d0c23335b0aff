import { expect, test } from 'vitest'
import type { AppContext } from '#app/app-context.ts'
import { distributionProgress } from '#app/distributions/list-distributions.ts'
import type { AmountUA } from '#domain/amounts.ts'
import { NO_CAPS } from '#domain/payment-caps.ts'
import type { RecordsBehind } from '#domain/records-behind.ts'
import type { Sender } from '#domain/sender.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { openDatabase } from '#store/database/database.ts'
import type { NewRun } from '#store/database/schema.ts'
import { describeEachStore } from '../../../test/harness/each-store.ts'
import { addressNamed, type Plain } from '../../../test/harness/plain.ts'
import {
  GENESIS,
  MINT,
  sampleAttempt,
  sampleClaim,
  sampleRun,
  sampleTransfer,
  WALLET,
} from '../../../test/harness/sample-rows.ts'
import { bulkSenderStatus, standaloneSenderStatus } from './sender-status.ts'

const NOW_MS = 1_700_000_060_500
const WAITING_SINCE_MS = 1_700_000_000_900

const SENDER: Sender = {
  kind: 'bulk',
  rpcUrl: 'https://first.example/v1/key-1',
  fallbackRpcUrls: [],
  sourceOwner: WALLET,
  sourceTokenAccount: addressNamed('source'),
  mintExtensions: [],
  mintName: null,
  sealedKey: Buffer.from('sealed'),
  walletAddress: WALLET,
  mintAddress: MINT,
  mintDecimals: 9,
  tokenProgram: addressNamed('token-program'),
  genesisHash: GENESIS,
  batchSize: 10,
  delayMs: 1000,
  priorityFeeCap: 0,
  configuredAtMs: 1,
}

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

  async function begin(change: Partial<Plain<NewRun>> = {}) {
    const run = await context.store.runs.create(sampleRun(change))
    if (!run) throw new Error('a run is under way')
    return run
  }

  /** A run with a claim paid, one in flight, one on hold and one queued. */
  async function beginMixed({ state = 'running', ...change }: Partial<Plain<NewRun>> = {}) {
    const { store } = context
    const run = await begin({ transferCount: 4, ...change })
    const claims = Array.from({ length: 4 }, () => sampleClaim())
    await store.claims.insertMany(claims)
    await store.runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { runId: run.id })))
    const fence = (await store.leases.acquireFree(WALLET, 'test', 1, 1000)) ?? 0
    const transfers = await store.journal.nextTransfers(run.id, 3)
    const attempts = transfers.map((transfer) => ({
      attempt: sampleAttempt(run.id, fence),
      transfers: [transfer],
    }))
    const [first, second] = await store.journal.write({ name: WALLET, fence }, run.id, attempts)
    if (!first || !second) throw new Error('nothing was journaled')
    await store.journal.settlePaid([{ attempt: first, slot: 7 }], 1)
    await store.journal.hold(second.id, 'nobody knows', 1)
    if (state !== 'running') await store.runs.finish(run.id, state, null, 1)
    return run
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
    const { store } = context
    await store.distributions.add(
      {
        id: 'AAAA',
        fileName: 'a.xlsx',
        fileHash: 'hash',
        mintName: null,
        rowCount: 0,
        totalBaseUnits: 0n,
        mintAddress: MINT,
        mintDecimals: 9,
        genesisHash: GENESIS,
        createdAtMs: 1,
      },
      [],
    )
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
    const run = await begin({ transferCount: 3 })
    const claims = Array.from({ length: 3 }, () => sampleClaim())
    await store.claims.insertMany(claims)
    await store.runs.addTransfers(claims.map((claim) => sampleTransfer(claim, { runId: run.id })))
    const fence = (await store.leases.acquireFree(WALLET, 'test', 1, 1000)) ?? 0
    const transfers = await store.journal.nextTransfers(run.id, 3)
    const underWay = await store.journal.write(
      { name: WALLET, fence },
      run.id,
      transfers.map((transfer) => ({ attempt: sampleAttempt(run.id, fence), transfers: [transfer] })),
    )
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
    await using database = await opened(context.location)
    const behind: RecordsBehind = {
      genesisHash: GENESIS,
      walletAddress: WALLET,
      mintAddress: MINT,
      payments: 3,
      baseUnits: 4500000000n,
      unshown: 0,
      checkedAtMs: 1,
    }
    for (const other of [{ genesisHash: 'x' }, { walletAddress: MINT }, { mintAddress: WALLET }]) {
      await database.db
        .insertInto('records_behind')
        .values({ ...behind, ...other })
        .execute()
    }
    expect(await bulkSenderStatus(portal())).toMatchObject({ recordsBehind: null })
    await database.db.insertInto('records_behind').values(behind).execute()
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

async function opened(location: string) {
  const database = await openDatabase(location)
  return { ...database, [Symbol.asyncDispose]: database.close }
}
