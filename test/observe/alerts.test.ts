import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { actingAs } from '#domain/acting-operator.ts'
import type { Problem } from '#domain/portal-error.ts'
import type { PortalEvent } from '#domain/portal-event.ts'
import type { Sender } from '#domain/sender.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { AlertWatch, type AlertWatchTerms } from '#observe/alerts/alert-watch.ts'
import { type ObservedPortal, WAITING_AFTER_MS } from '#observe/alerts/find-conditions.ts'

import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import { openDatabase } from '#store/database/open-database.ts'
import type { NewOperatorAction } from '#store/database/schema.ts'
import { createStore, type Store } from '#store/store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import {
  beginRun,
  sampleAttempt,
  sampleClaim,
  type sampleRun,
  sampleSender,
  sampleTransfer,
} from '../harness/sample-rows.ts'
import { startWebhook, type Webhook } from '../harness/start-webhook.ts'

/** What the wallet itself keeps. */
const KEPT_LAMPORTS = 890_880n

const SECRET = 'bot-token-0123456789'

/** Quick, so that a test waits for what comes next and not for the clock. */
const QUICK = {
  lookEveryMs: 20,
  notReadyAfterMs: 0,
  post: { timeoutMs: 2_000, retries: 2, firstRetryMs: 10 },
}

let store: Store
let sender: Sender
let hook: Webhook
let problems: Problem[]
let balance: { lamports: bigint }
let isNodeAway: boolean
let events: PortalEvent[]
const watches: AlertWatch[] = []

const database = forEachTest(() => openDatabase(':memory:'))
beforeEach(async () => {
  store = createStore(database)
  sender = sampleSender({
    walletAddress: freshSolanaAddress(),
    mintAddress: freshSolanaAddress(),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  await store.senders.save(sender)
  hook = await startWebhook(`/${SECRET}/send`)
  problems = []
  balance = { lamports: 10n ** 9n }
  isNodeAway = false
  events = []
})
afterEach(async () => {
  await Promise.all(watches.splice(0).map((watch) => watch.close()))
  await hook.close()
})

function portal(): ObservedPortal {
  const node = {
    accounts: async () => [
      { owner: TOKEN_PROGRAM_ADDRESS, executable: false, data: new Uint8Array(), ...balance },
      null,
    ],
    rent: async () => ({ contextSlot: 1, lamports: KEPT_LAMPORTS }),
  }
  const away = new RpcUnavailableError('it does not answer')
  const reader = {
    read: async (ask: (each: typeof node) => unknown) => (isNodeAway ? Promise.reject(away) : ask(node)),
  }
  return {
    store,
    payouts: { readerOf: () => reader as never },
    problems: async () => problems,
    build: { version: '0', commit: '0' },
  }
}

function watch(terms: Partial<AlertWatchTerms> = {}): AlertWatch {
  const all = { urls: [hook.url], form: 'json' as const, telegramChatId: '', ...QUICK, ...terms }
  const started = new AlertWatch(portal(), all, { observe: (event) => events.push(event) })
  watches.push(started)
  started.start()
  return started
}

const told = ({ bodies }: Webhook = hook) => bodies.map(({ condition, phase }) => `${phase} ${condition}`)

/** Waits for what comes, and then for as many looks as would bring more. */
async function expectTold(expected: string[], from: Webhook = hook): Promise<void> {
  await expect.poll(() => told(from).toSorted()).toEqual(expected.toSorted())
  const looks = vi.spyOn(store.senders, 'find')
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(6)
  looks.mockRestore()
  expect(told(from).toSorted()).toEqual(expected.toSorted())
}

const begin = async (change: Parameters<typeof sampleRun>[0] = {}) => {
  const { walletAddress, mintAddress } = sender
  const run = await beginRun({ store }, { walletAddress, mintAddress, ...change })
  return run
}

/** A run with one payment on hold; its transaction is returned. */
async function holdOne() {
  const run = await begin()
  const claim = sampleClaim()
  await store.claims.insertMany([claim])
  await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
  const name = sender.walletAddress
  const fence = (await store.leases.acquireFree(name, 'test', 1, 1000)) ?? 0
  const [transfer] = await store.journal.nextTransfers(run.id, 1)
  const attempt = sampleAttempt(run.id, fence, { walletAddress: name })
  const [written] = await store.journal.write({ name, fence }, run.id, [
    { attempt, transfers: transfer ? [transfer] : [] },
  ])
  await store.runs.askToStop(run.id, Date.now())
  if (!written) throw new Error('nothing was written')
  await store.journal.hold(written.id, 'nobody knows', 1)
  return written
}

describe('each condition is told once when it begins and once when it is over', () => {
  test('a payment on hold', async () => {
    const held = await holdOne()
    watch()
    const key = `hold:${sender.walletAddress}`
    await expectTold([`begun ${key}`])
    const [body] = hook.bodies
    expect(body?.text).toContain(`1 payment from the wallet ${sender.walletAddress} is on hold`)
    expect(Date.parse(String(body?.at))).toBeGreaterThan(0)
    await store.journal.settlePaid([{ attempt: held, slot: 1 }], 1)
    await expectTold([`begun ${key}`, `over ${key}`])
  })

  test('a failed run, until a newer one of its sender', async () => {
    const run = await begin()
    watch()
    await expectTold([])
    await store.runs.finish(run.id, 'failed', 'The wallet has too little SOL.', 1)
    await expectTold(['begun run_failed:bulk'])
    expect(hook.bodies[0]?.text).toContain('The wallet has too little SOL.')
    await begin()
    await expectTold(['begun run_failed:bulk', 'over run_failed:bulk'])
  })

  test('a run that waits for minutes, not one that began to', async () => {
    const run = await begin()
    await store.runs.setWaiting(run.id, 'Waiting for the node.', Date.now(), undefined)
    watch()
    await expectTold([])
    await store.runs.setWaiting(run.id, 'Waiting for the node.', Date.now() - WAITING_AFTER_MS)
    await expectTold(['begun run_waiting:bulk'])
    expect(hook.bodies[0]?.text).toContain('waiting for 3 minutes. Waiting for the node.')
    await store.runs.setWaiting(run.id, null, null)
    await expectTold(['begun run_waiting:bulk', 'over run_waiting:bulk'])
  })

  test('records that are behind the chain, and not again as not ready', async () => {
    const { genesisHash, walletAddress, mintAddress } = sender
    const payments = { payments: 2, baseUnits: 5_000_000_000n as never, checkedAtMs: 1 }
    await store.recordsBehind.set({ genesisHash, walletAddress, mintAddress, ...payments })
    problems = [{ where: 'records', problem: 'behind' }]
    watch()
    const key = `records_behind:${walletAddress}`
    await expectTold([`begun ${key}`])
    expect(hook.bodies[0]?.text).toContain('2 payments (5 tokens)')
    await store.recordsBehind.clear(sender)
    await expectTold([`begun ${key}`, `over ${key}`])
  })

  test('a server that is not ready', async () => {
    problems = [{ where: 'holder list', problem: 'it was changed' }]
    watch()
    await expectTold(['begun not_ready'])
    expect(hook.bodies[0]?.text).toContain('holder list: it was changed')
    problems = []
    await expectTold(['begun not_ready', 'over not_ready'])
  })

  test('one that is not ready for a moment is not told of', async () => {
    problems = [{ where: 'database', problem: 'late' }]
    watch({ notReadyAfterMs: 600_000 })
    await expectTold([])
  })
})

describe('a wallet that has less than the rest of its run takes', () => {
  const owe = async (estimatedFeeLamports: bigint) => {
    const run = await begin({ estimatedFeeLamports, estimatedRentLamports: 1_000n })
    const claim = sampleClaim()
    await store.claims.insertMany([claim])
    await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
    return run
  }

  test('SOL and tokens, each for itself, until the run has ended', async () => {
    balance = { lamports: 5_999n + KEPT_LAMPORTS }
    const run = await owe(5_000n)
    watch()
    const keys = ['low_sol', 'low_tokens'].map((kind) => `${kind}:${sender.walletAddress}`)
    await expectTold(keys.map((key) => `begun ${key}`))
    const texts = hook.bodies.map(({ text }) => String(text)).join()
    expect(texts).toContain('has 0.000896879 SOL, and the rest of run 1 takes 0.00089688')
    expect(texts).toContain('has 0 tokens, and the rest of run 1 takes 1.5')
    await store.runs.finish(run.id, 'stopped', null, 1)
    await expectTold(keys.flatMap((key) => [`begun ${key}`, `over ${key}`]))
  })

  test('an allowance, where a treasury is paid from', async () => {
    balance = { lamports: 6_000n + KEPT_LAMPORTS }
    const source = { sourceOwner: sender.mintAddress, sourceTokenAccount: sender.mintAddress }
    await store.senders.save({ ...sender, ...source })
    const run = await begin({ ...source, estimatedFeeLamports: 5_000n, estimatedRentLamports: 1_000n })
    const claim = sampleClaim()
    await store.claims.insertMany([claim])
    await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
    watch()
    await expectTold([`begun low_tokens:${sender.walletAddress}`])
    expect(hook.bodies.map(({ text }) => String(text)).join()).toContain(
      `can pay 0 tokens out of ${sender.mintAddress}, and the rest of run 1 takes 1.5. Have its allowance there raised`,
    )
  })

  test('enough SOL is enough', async () => {
    balance = { lamports: 6_000n + KEPT_LAMPORTS }
    await owe(5_000n)
    watch()
    await expectTold([`begun low_tokens:${sender.walletAddress}`])
  })
})

describe('a webhook that is not well', () => {
  const failOnce = () => begin().then(({ id }) => store.runs.finish(id, 'failed', 'x', 1))

  test('is tried again after a 500, and told once', async () => {
    let times = 0
    hook.answer((response) => void response.writeHead(++times < 3 ? 500 : 200).end('words of a proxy'))
    await failOnce()
    watch()
    await expectTold(Array.from({ length: 3 }, () => 'begun run_failed:bulk'))
    expect(events.map(({ event }) => event)).toEqual(['alert_sent'])
  })

  test('one that never takes it is given up for a while, and said so', async () => {
    hook.answer((response) => void response.writeHead(500).end())
    await failOnce()
    watch()
    await expect
      .poll(() => events)
      .toMatchObject([
        { event: 'alert_failed', condition: 'run_failed:bulk', reason: 'it answered HTTP 500' },
      ])
    await expectTold(Array.from({ length: 3 }, () => 'begun run_failed:bulk'))
    expect(await store.alerts.begun()).toEqual(new Set())
  })

  test('one that hangs holds up neither others nor the end', async () => {
    hook.answer(() => {})
    await failOnce()
    const started = watch({ post: { timeoutMs: 600_000, retries: 5, firstRetryMs: 10 } })
    await expect.poll(() => told()).toEqual(['begun run_failed:bulk'])
    problems = [{ where: 'x', problem: 'y' }]
    await expect.poll(() => told().toSorted()).toEqual(['begun not_ready', 'begun run_failed:bulk'])
    await started.close()
    expect(events).toEqual([])
  })

  test('of two the one that answers is enough', async () => {
    const other = await startWebhook()
    try {
      hook.answer((response) => void response.destroy())
      await failOnce()
      watch({ urls: [hook.url, other.url] })
      await expectTold(['begun run_failed:bulk'], other)
      expect(await store.alerts.begun()).toEqual(new Set(['run_failed:bulk']))
    } finally {
      await other.close()
    }
  })

  test('a redirect is not followed', async () => {
    const elsewhere = await startWebhook()
    try {
      hook.answer((response) => void response.writeHead(307, { location: elsewhere.url }).end())
      await failOnce()
      watch()
      await expect.poll(() => events).toMatchObject([{ reason: 'it answered HTTP 307' }])
      expect(elsewhere.bodies).toEqual([])
    } finally {
      await elsewhere.close()
    }
  })

  test('one whose certificate nobody vouches for is sent nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ferry-hook-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', cert],
    ])
    let requests = 0
    const server = createServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_request, response) => {
        requests += 1
        response.end()
      },
    )
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    try {
      await failOnce()
      watch({ urls: [`https://localhost:${(server.address() as AddressInfo).port}/hook`] })
      await expect
        .poll(() => events)
        .toMatchObject([
          { event: 'alert_failed', reason: 'it could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)' },
        ])
      expect(requests).toBe(0)
    } finally {
      server.close()
      rmSync(folder, { recursive: true })
    }
  })

  test('its URL is told of by its origin alone', async () => {
    hook.answer((response) => void response.writeHead(500).end(`no such bot: ${SECRET}`))
    await failOnce()
    watch()
    await expect.poll(() => events.length).toBe(1)
    expect(JSON.stringify(events)).toContain(new URL(hook.url).origin)
    expect(JSON.stringify(events)).not.toContain(SECRET)
  })
})

describe('what operators did', () => {
  const act = (change: Partial<NewOperatorAction> = {}) =>
    store.operatorActions.record({
      atMs: Date.now(),
      action: 'reset_claims',
      subject: 'all',
      detail: '7 claims were deleted',
      ...change,
    })

  test('is told once, in its order, with the session and the entry', async () => {
    await actingAs({ session: 'a1b2c3', secondSecret: null, person: 'Ada' }, () => act())
    await act({ action: 'sign_in_unknown_browser', subject: 'd4', detail: 'No browser' })
    const first = watch()
    await expectTold(['done reset_claims', 'done sign_in_unknown_browser'])
    const [{ hash } = { hash: '' }] = await store.operatorActions.after(0, 9).then((all) => all.slice(-2))
    expect(hook.bodies[0]?.text).toMatch(
      new RegExp(
        `^Ferry: All claims were reset \\(all\\): 7 claims were deleted\\. .* UTC, session a1b2c3, Ada, entry ${hash.slice(0, 16)}\\.$`,
      ),
    )
    await first.close()
    await act({ action: 'publish_list', subject: 'f00', detail: 'list.csv' })
    watch()
    await expectTold(['done reset_claims', 'done sign_in_unknown_browser', 'done publish_list'])
  })

  test('is not told where it is no news: small, or of another day', async () => {
    await act({ action: 'sign_in' })
    await act({ action: 'note' })
    await act({ atMs: Date.now() - 25 * 3_600_000 })
    await act({ action: 'reach_cap', detail: 'MAX_PAID_PER_DAY is 5 tokens' })
    watch()
    await expectTold(['done reach_cap'])
  })

  test('is told again where no webhook took it', async () => {
    await hook.close()
    await act()
    const failing = watch()
    await expect.poll(() => events.filter(({ event }) => event === 'alert_failed').length).toBe(1)
    await failing.close()
    hook = await startWebhook(`/${SECRET}/send`)
    watch()
    await expectTold(['done reset_claims'])
  })
})

describe('several servers, and the next start', () => {
  test('of two on one store one tells', async () => {
    await holdOne()
    watch()
    watch()
    await expectTold([`begun hold:${sender.walletAddress}`])
  })

  test('what was told before a restart is not told again, and its end is', async () => {
    const held = await holdOne()
    const key = `hold:${sender.walletAddress}`
    await watch().close()
    const first = watch()
    await expectTold([`begun ${key}`])
    await first.close()
    watch()
    await expectTold([`begun ${key}`])
    await store.journal.settlePaid([{ attempt: held, slot: 1 }], 1)
    await expectTold([`begun ${key}`, `over ${key}`])
  })

  test('a server that is not ready after its restart either is not told of as ready', async () => {
    problems = [{ where: 'holder list', problem: 'it was changed' }]
    const first = watch()
    await expectTold(['begun not_ready'])
    await first.close()
    watch({ notReadyAfterMs: 600_000 })
    await expectTold(['begun not_ready'])
    problems = []
    await expectTold(['begun not_ready', 'over not_ready'])
  })

  test('a wallet that lacks something is not told of as filled while no node tells what it has', async () => {
    balance = { lamports: 0n }
    const run = await begin({ estimatedFeeLamports: 5_000n, estimatedRentLamports: 1_000n })
    const claim = sampleClaim()
    await store.claims.insertMany([claim])
    await store.runs.addTransfers([sampleTransfer(claim, { runId: run.id })])
    const keys = ['low_sol', 'low_tokens'].map((kind) => `${kind}:${sender.walletAddress}`)
    const first = watch()
    await expectTold(keys.map((key) => `begun ${key}`))
    await first.close()
    isNodeAway = true
    watch()
    await expectTold(keys.map((key) => `begun ${key}`))
    isNodeAway = false
    await store.runs.finish(run.id, 'stopped', null, 1)
    await expectTold(keys.flatMap((key) => [`begun ${key}`, `over ${key}`]))
  })
})

test('a database that goes away is told of, and that it is back', async () => {
  watch()
  await expectTold([])
  const gone = () => Promise.reject(new StoreUnavailableError('away'))
  const spies = [
    vi.spyOn(store.leases, 'renew').mockImplementation(gone),
    vi.spyOn(store.alerts, 'begin').mockImplementation(gone),
    vi.spyOn(store.runs, 'latest').mockImplementation(gone),
  ]
  problems = [{ where: 'database', problem: 'it does not answer' }]
  await expect.poll(() => told()).toEqual(['begun not_ready'])
  for (const spy of spies) spy.mockRestore()
  problems = []
  await expectTold(['begun not_ready', 'over not_ready'])
  expect(await store.alerts.begun()).toEqual(new Set())
})

test.each([
  [
    'telegram',
    { chat_id: '-100', text: expect.stringContaining('has failed'), link_preview_options: expect.anything() },
  ],
  ['discord', { content: expect.stringContaining('has failed'), allowed_mentions: { parse: [] } }],
] as const)('as %s takes it', async (form, expected) => {
  const run = await begin()
  await store.runs.finish(run.id, 'failed', `@everyone ${'long '.repeat(2_000)}`, 1)
  watch({ form, telegramChatId: '-100' })
  await expect.poll(() => hook.bodies).toEqual([expected])
  const [body] = hook.bodies
  const text = String(body?.text ?? body?.content)
  expect(text.length).toBe(form === 'discord' ? 2_000 : 4_096)
})
