import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { AlertForm } from '#domain/alert-form.ts'
import type { Observe } from '#domain/portal-event.ts'
import { nodeOrigin } from '#domain/sender.ts'
import { type Clock, systemClock } from '#payout/clock.ts'
import { LeaseKeeper } from '#payout/lease-keeper.ts'
import type { Store } from '#store/store.ts'
import {
  type Alert,
  type Condition,
  conditionOf,
  isOfFunds,
  resolvedText,
  TOLD_ACTIONS,
  wordsOfAction,
} from './condition.ts'
import { findConditions, findLowFunds, type ObservedPortal } from './find-conditions.ts'
import { formAlert, POST_TERMS, type PostTerms, postAlert, UndeliveredError } from './post-alert.ts'

export interface AlertWatchTerms {
  urls: readonly string[]
  form: AlertForm
  telegramChatId: string
  lookEveryMs?: number
  /** How long it is not ready before that is told. */
  notReadyAfterMs?: number
  post?: PostTerms
}

const LOOK_EVERY_MS = 5_000
const NOT_READY = 'not_ready'
const NOT_READY_AFTER_MS = 30_000

/** The rest of a run is summed for it, and a node asked. */
const LOOK_AT_FUNDS_EVERY_MS = 5 * 60_000

/** After all tries failed. */
const TRY_AGAIN_AFTER_MS = 5 * 60_000

/** Alerts under way at a time. Others wait: they are told for as long as their conditions last. */
const MAX_UNDER_WAY = 20

/** Names, among what is under way, the telling of what operators did. */
const ACTIONS = 'actions'

/** Told one after the other before the next look. */
const ACTIONS_A_LOOK = 50

/** What was done longer ago is no news: webhooks were off, or failed, until now. */
const OLD_AFTER_MS = 24 * 60 * 60_000

/** Only the server that owns this lease sends alerts. */
const LEASE = 'alerts'

/**
 * Looks at the conditions of a portal, and alerts of each once when it begins and once when it is over. Of several servers the one
 * that has the lease does: of its own readiness, and of the payments that all of them see.
 */
export class AlertWatch {
  readonly #portal: ObservedPortal
  readonly #terms: AlertWatchTerms
  readonly #observe: Observe
  readonly #clock: Clock
  readonly #leases: LeaseKeeper
  readonly #told: SentAlerts
  readonly #closing = new AbortController()
  readonly #underWay = new Map<string, Promise<void>>()
  /** By condition: when one that nobody took is tried again. */
  readonly #againAtMs = new Map<string, number>()
  #fence: number | null = null
  /** Null while no node has told what the wallets hold: what was told of them lasts. */
  #funds: readonly Condition[] | null = null
  #fundsAtMs = Number.NEGATIVE_INFINITY
  #notReadySinceMs: number | null = null
  #payments: readonly Condition[] | null = null
  #running: Promise<void> | null = null

  constructor(
    portal: ObservedPortal,
    terms: AlertWatchTerms,
    { observe, clock = systemClock }: { observe: Observe; clock?: Clock },
  ) {
    this.#portal = portal
    this.#terms = terms
    this.#observe = observe
    this.#clock = clock
    this.#leases = new LeaseKeeper(portal.store.leases, clock, randomUUID())
    this.#told = new SentAlerts(portal.store.alerts)
  }

  start(): void {
    this.#running ??= this.#watch()
  }

  /** Gives up what is under way: it is told after the next start, if it still lasts. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled([this.#running, ...this.#underWay.values()])
    await this.#told.synchronize().catch(() => {})
    if (this.#fence !== null) await this.#leases.release(LEASE, this.#fence).catch(() => {})
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#clock.sleep(this.#terms.lookEveryMs ?? LOOK_EVERY_MS, signal)
      // A check that fails is repeated on the next tick.
      if (!signal.aborted) await this.#look().catch(() => {})
    }
  }

  async #look(): Promise<void> {
    const hasStore = await this.#holdLease().then(
      () => true,
      () => false,
    )
    // Without the store nobody else can take over: a server that told before goes on, of that at least.
    const fence = this.#fence
    if (fence !== null) await this.#leases.renewDuring(LEASE, fence, () => this.#lookAround(hasStore))
  }

  async #lookAround(hasStore: boolean): Promise<void> {
    if (hasStore) {
      await this.#told.synchronize()
      this.#payments = await findConditions(this.#portal, this.#clock.now())
      await this.#lookAtFunds()
    }
    if (hasStore) this.#tellActions()
    if (this.#payments === null) return
    this.#tell([...this.#payments, ...(this.#funds ?? []), ...(await this.#readiness())])
  }

  /** Throws StoreUnavailableError. */
  async #holdLease(): Promise<void> {
    if (this.#fence !== null && (await this.#leases.renew(LEASE, this.#fence))) return
    if (this.#fence !== null) {
      this.#fence = null
      await this.#told.synchronize()
      this.#told.forget()
      this.#funds = null
      this.#fundsAtMs = Number.NEGATIVE_INFINITY
    }
    this.#fence = await this.#leases.tryAcquire(LEASE)
  }

  /** What a node that does not answer leaves unknown stays as it was. */
  async #lookAtFunds(): Promise<void> {
    const nowMs = this.#clock.monotonicMs()
    const hasRun = (await this.#portal.store.runs.unfinished()).length > 0
    if (!hasRun) {
      this.#funds = []
      this.#fundsAtMs = Number.NEGATIVE_INFINITY
    } else if (nowMs - this.#fundsAtMs >= LOOK_AT_FUNDS_EVERY_MS) {
      this.#fundsAtMs = nowMs
      this.#funds = await findLowFunds(this.#portal).catch(() => this.#funds)
    }
  }

  /** Records that are behind have a condition of their own. */
  async #readiness(): Promise<Condition[]> {
    const problems = (await this.#portal.problems()).filter(({ where }) => where !== 'records')
    const nowMs = this.#clock.monotonicMs()
    if (problems.length === 0) this.#notReadySinceMs = null
    else this.#notReadySinceMs ??= nowMs
    const afterMs = this.#terms.notReadyAfterMs ?? NOT_READY_AFTER_MS
    if (this.#notReadySinceMs === null) return []
    // Also just after a start: what was told is over once the server is ready, not before.
    const isTold = this.#told.known.has(NOT_READY)
    if (nowMs - this.#notReadySinceMs < afterMs && !isTold) return []
    return [conditionOf(NOT_READY, '', { host: hostname(), problems })]
  }

  #tell(conditions: readonly Condition[]): void {
    const lasting = new Set(conditions.map(({ key }) => key))
    for (const { key, words } of conditions) {
      if (!this.#told.known.has(key)) this.#begin({ condition: key, phase: 'begun', text: `Ferry: ${words}` })
    }
    for (const key of this.#told.known) {
      const isUnknown = this.#funds === null && isOfFunds(key)
      if (!lasting.has(key) && !isUnknown)
        this.#begin({ condition: key, phase: 'over', text: `Ferry: ${resolvedText(key)}` })
    }
    for (const key of this.#againAtMs.keys()) {
      const isOver = !lasting.has(key) && !this.#told.known.has(key)
      if (isOver && key !== ACTIONS) this.#againAtMs.delete(key)
    }
  }

  /** Tells in the background of what operators did since the last that was told, in its order. */
  #tellActions(): void {
    this.#inBackground(ACTIONS, async () => {
      const { operatorActions } = this.#portal.store
      const { toldId } = await operatorActions.head()
      const sinceMs = this.#clock.now() - OLD_AFTER_MS
      const terms = { sinceMs, of: TOLD_ACTIONS, limit: ACTIONS_A_LOOK }
      for (const recorded of await operatorActions.news(toldId, terms)) {
        const { action: condition, atMs } = recorded
        const text = `Ferry: ${wordsOfAction(recorded)}`
        const isTold = await this.#postToAll({ condition, phase: 'done', text, atMs })
        if (!isTold) return void this.#tryAgainLater(ACTIONS)
        await operatorActions.noteTold(recorded.id)
      }
    })
  }

  /** Posts an alert in the background. */
  #begin(alert: Omit<Alert, 'atMs'>): void {
    this.#inBackground(alert.condition, () => this.#post({ ...alert, atMs: this.#clock.now() }))
  }

  /** Does what is not done already, nor has to wait. */
  #inBackground(condition: string, work: () => Promise<void>): void {
    if (this.#underWay.has(condition) || this.#underWay.size >= MAX_UNDER_WAY) return
    if (this.#clock.monotonicMs() < (this.#againAtMs.get(condition) ?? Number.NEGATIVE_INFINITY)) return
    const working = work()
      .catch(() => {})
      .finally(() => this.#underWay.delete(condition))
    this.#underWay.set(condition, working)
  }

  async #post(alert: Alert): Promise<void> {
    const { condition, phase, atMs } = alert
    if (!(await this.#postToAll(alert))) this.#tryAgainLater(condition)
    else if (phase === 'begun') this.#told.noteBegun(condition, atMs)
    else this.#told.noteOver(condition)
  }

  #tryAgainLater(condition: string): void {
    this.#againAtMs.set(condition, this.#clock.monotonicMs() + TRY_AGAIN_AFTER_MS)
  }

  /** It counts as told once one of the webhooks has taken it. */
  async #postToAll(alert: Alert): Promise<boolean> {
    return (await Promise.all(this.#terms.urls.map((url) => this.#postTo(url, alert)))).includes(true)
  }

  async #postTo(url: string, alert: Alert): Promise<boolean> {
    const { form, telegramChatId, post = POST_TERMS } = this.#terms
    const told = { condition: alert.condition, phase: alert.phase, target: nodeOrigin(url) }
    try {
      await postAlert(url, formAlert(alert, form, telegramChatId), this.#closing.signal, post)
      this.#observe({ event: 'alert_sent', ...told })
      return true
    } catch (error) {
      if (this.#closing.signal.aborted) return false
      const reason = error instanceof UndeliveredError ? error.message : 'it could not be reached'
      this.#observe({ event: 'alert_failed', ...told, reason })
      return false
    }
  }
}

/**
 * Knows the conditions that were told and are not over: in the store for the next server, and in memory for as long as the store does
 * not answer.
 */
class SentAlerts {
  readonly #store: Store['alerts']
  #told: Set<string> | null = null
  /** The changes that the store lacks. */
  readonly #unsaved = new Map<string, { begunAtMs: number } | 'over'>()

  constructor(store: Store['alerts']) {
    this.#store = store
  }

  /** What was told by whatever server; by this one alone while the store does not answer. */
  get known(): ReadonlySet<string> {
    return this.#told ?? new Set()
  }

  /** Reads what was told before, once, and writes down what has not been yet. Throws StoreUnavailableError. */
  async synchronize(): Promise<void> {
    for (const [condition, change] of this.#unsaved) {
      if (change === 'over') await this.#store.end(condition)
      else await this.#store.begin(condition, change.begunAtMs)
      // Another change may have come meanwhile.
      if (this.#unsaved.get(condition) === change) this.#unsaved.delete(condition)
    }
    this.#told ??= await this.#store.begun()
  }

  noteBegun(condition: string, begunAtMs: number): void {
    this.#told?.add(condition)
    this.#unsaved.set(condition, { begunAtMs })
  }

  noteOver(condition: string): void {
    this.#told?.delete(condition)
    this.#unsaved.set(condition, 'over')
  }

  /** Another server tells from now on: what it tells is to be read anew. */
  forget(): void {
    this.#told = null
  }
}
