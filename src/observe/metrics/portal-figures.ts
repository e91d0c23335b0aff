import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Build } from '#config/build.ts'
import { formatDecimalUnits, inSol } from '#domain/amounts.ts'
import { within } from '#domain/concurrency.ts'
import { SENDER_STATES, type SenderState } from '#domain/payout-states.ts'
import type { Run } from '#domain/run.ts'
import type { SenderKind } from '#domain/sender.ts'
import type { ObservedPortal } from '#observe/alerts/find-conditions.ts'
import { WalletBalances } from '#payout/wallet-balances.ts'
import type { Family, Sample } from './metric.ts'

/** What the store shows is read no more often than this, however many scrape. */
const STORE_MAX_AGE_MS = 5_000

/** A check of readiness writes to the store. */
const READY_MAX_AGE_MS = 10_000

/** However many scrape. Beside each balance stands how old it is, for as long as it is known. */
const BALANCE_TERMS = { maxAgeMs: 60_000, keptMs: Number.POSITIVE_INFINITY }

/** A scrape waits no longer for the store. */
const LIMIT_MS = 2_500

const KINDS = ['bulk', 'standalone'] as const satisfies SenderKind[]

/** The gauges of a portal: read when they are scraped, from what is cached for some seconds. */
export class PortalFigures {
  readonly #store: CachedReading<Family[]>
  readonly #problems: CachedReading<number>
  readonly #balances: WalletBalances
  readonly #build: Build

  constructor(portal: ObservedPortal) {
    this.#build = portal.build
    this.#store = new CachedReading(() => readStore(portal), {
      maxAgeMs: STORE_MAX_AGE_MS,
      limitMs: LIMIT_MS,
    })
    this.#problems = new CachedReading(async () => (await portal.problems()).length, {
      maxAgeMs: READY_MAX_AGE_MS,
      limitMs: LIMIT_MS,
    })
    this.#balances = new WalletBalances(portal, BALANCE_TERMS)
  }

  /** Where the store does not answer in time its gauges are left out, and `ferry_store_up` is 0. */
  async families(): Promise<Family[]> {
    const [problems, stored, balances] = await Promise.all([
      this.#problems.get(),
      this.#store.get(),
      this.#balances.latest(),
    ])
    return [
      gauge('ferry_build_info', 'The version that runs, and its commit; always 1.', {
        labels: { version: this.#build.version, commit: this.#build.commit },
        value: 1,
      }),
      gauge('ferry_ready', 'Whether GET /api/ready answers 200.', { value: problems === 0 ? 1 : 0 }),
      gauge('ferry_store_up', 'Whether the database answers.', { value: stored === null ? 0 : 1 }),
      ...(stored ?? []),
      ...balanceFamilies(balances),
    ]
  }
}

async function readStore({ store }: ObservedPortal): Promise<Family[]> {
  const [totals, attempts, held, senders, pool] = await Promise.all([
    store.claimTallies.totals(),
    store.figures.attempts(),
    store.figures.heldPayments(),
    Promise.all(KINDS.map((kind) => readSender(store, kind))),
    store.figures.pool(),
  ])
  const queued = totals.submitted.count - totals.sent.count - totals.rejected.count
  return [
    gauge(
      'ferry_claims',
      'Claims on the records, by status.',
      { labels: { status: 'queued' }, value: queued },
      { labels: { status: 'sent' }, value: totals.sent.count },
      { labels: { status: 'rejected' }, value: totals.rejected.count },
    ),
    gauge(
      'ferry_attempts',
      'Signed transactions on the records, by state; without those that expired.',
      ...Object.entries(attempts).map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge('ferry_payments_on_hold', 'Payments on hold.', { value: held }),
    ...senderFamilies(senders),
    ...(pool === null
      ? []
      : [
          gauge(
            'ferry_database_connections',
            'Connections to PostgreSQL, by state.',
            { labels: { state: 'in_use' }, value: pool.inUse },
            { labels: { state: 'idle' }, value: pool.idle },
          ),
          gauge('ferry_database_waiting', 'Statements that wait for a connection.', { value: pool.waiting }),
        ]),
  ]
}

interface SenderFigures {
  kind: SenderKind
  run: Run | undefined
  isBehind: boolean
}

async function readSender(store: ObservedPortal['store'], kind: SenderKind): Promise<SenderFigures> {
  const sender = await store.senders.find(kind)
  const behind = sender && (await store.recordsBehind.find(sender))
  return { kind, run: await store.runs.latest({ sender: kind }), isBehind: behind !== undefined }
}

function senderFamilies(senders: readonly SenderFigures[]): Family[] {
  const ofRuns = (read: (run: Run) => number | null) =>
    senders.flatMap(({ kind, run }): Sample[] => {
      const value = run ? read(run) : null
      return value === null ? [] : [{ labels: { sender: kind }, value }]
    })
  const nowMs = Date.now()
  const secondsSince = (ms: number | null) => (ms === null ? null : Math.max(nowMs - ms, 0) / 1000)
  return [
    gauge(
      'ferry_run_state',
      "The state of a sender by its newest run: 1 for the state that it is in. 'ready': it has none.",
      ...senders.flatMap(({ kind, run }) => stateSamples(kind, stateOf(run))),
    ),
    gauge('ferry_run_id', 'The number of the newest run.', ...ofRuns(({ id }) => id)),
    gauge(
      'ferry_run_last_batch_age_seconds',
      'The time since the newest run signed its newest batch.',
      ...ofRuns(({ lastBatchAtMs }) => secondsSince(lastBatchAtMs)),
    ),
    gauge(
      'ferry_run_waiting_seconds',
      'How long the newest run has been waiting; 0 while it does not.',
      ...ofRuns(({ waitingSinceMs }) => secondsSince(waitingSinceMs) ?? 0),
    ),
    gauge(
      'ferry_records_behind',
      'Whether the chain shows what the records do not explain.',
      ...senders.map(({ kind, isBehind }) => ({ labels: { sender: kind }, value: isBehind ? 1 : 0 })),
    ),
  ]
}

function stateSamples(kind: SenderKind, current: SenderState): Sample[] {
  return SENDER_STATES.map((state) => ({
    labels: { sender: kind, state },
    value: state === current ? 1 : 0,
  }))
}

function stateOf(run: Run | undefined): SenderState {
  if (!run) return 'ready'
  return run.state === 'running' && run.waitingSinceMs !== null ? 'waiting' : run.state
}

function balanceFamilies(balances: Awaited<ReturnType<WalletBalances['latest']>>): Family[] {
  const nowMs = performance.now()
  return [
    gauge(
      'ferry_wallet_sol',
      'SOL in a sending wallet, as it was last read.',
      ...balances.map(({ kind, wallet, lamports }) => ({
        labels: { sender: kind, wallet },
        value: inSol(lamports),
      })),
    ),
    gauge(
      'ferry_wallet_tokens',
      'Whole tokens in a sending wallet, as they were last read.',
      ...balances.map(({ kind, wallet, mint, mintDecimals, baseUnits }) => ({
        labels: { sender: kind, wallet, mint },
        value: formatDecimalUnits(baseUnits, mintDecimals),
      })),
    ),
    gauge(
      'ferry_wallet_balance_age_seconds',
      'The time since the balances were read.',
      ...balances.map(({ kind, readAtMs }) => ({
        labels: { sender: kind },
        value: (nowMs - readAtMs) / 1000,
      })),
    ),
  ]
}

function gauge(name: string, help: string, ...samples: Sample[]): Family {
  return { name, help, type: 'gauge', samples }
}

/** Reads at most once in a while, and waits for no reading longer than a limit. */
class CachedReading<T> {
  readonly #read: () => Promise<T>
  readonly #maxAgeMs: number
  readonly #limitMs: number
  #last: { value: T; atMs: number } | null = null
  #pending: Promise<T | null> | null = null

  constructor(read: () => Promise<T>, terms: { maxAgeMs: number; limitMs: number }) {
    this.#read = read
    this.#maxAgeMs = terms.maxAgeMs
    this.#limitMs = terms.limitMs
  }

  /** Returns the newest reading; null where none is to be had in time. Never throws. */
  async get(): Promise<T | null> {
    if (this.#last && performance.now() - this.#last.atMs < this.#maxAgeMs) return this.#last.value
    this.#pending ??= this.#start()
    return await within(this.#pending, this.#limitMs, () => undefined).catch(() => null)
  }

  async #start(): Promise<T | null> {
    try {
      const value = await this.#read()
      this.#last = { value, atMs: performance.now() }
      return value
    } catch {
      return null
    } finally {
      this.#pending = null
    }
  }
}

/** How often the event loop is looked at. A look that comes late by more shows a lag. */
const RESOLUTION_MS = 20

const NS_PER_S = 1e9

/** The process as a scrape reads it, with the lag of its event loop since the last scrape. */
export function watchProcess(): { families(): Family[]; close(): void } {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  lag.enable()
  const seconds = (ns: number) => Math.max(ns / NS_PER_S - RESOLUTION_MS / 1000, 0) || 0

  return {
    families() {
      const { rss, heapUsed } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const lags = [
        { labels: { of: 'p50' }, value: seconds(lag.percentile(50)) },
        { labels: { of: 'p99' }, value: seconds(lag.percentile(99)) },
        { labels: { of: 'max' }, value: seconds(lag.max) },
      ]
      lag.reset()
      return [
        gauge('ferry_event_loop_lag_seconds', 'How late the event loop was, since the last scrape.', ...lags),
        gauge('process_resident_memory_bytes', 'Memory of the process.', { value: rss }),
        gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', { value: heapUsed }),
        {
          name: 'process_cpu_seconds_total',
          help: 'CPU time of the process.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        },
        gauge('process_start_time_seconds', 'When the process started, in seconds since the epoch.', {
          value: Math.round(performance.timeOrigin) / 1000,
        }),
      ]
    },
    close: () => lag.disable(),
  }
}
