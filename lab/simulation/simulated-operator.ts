import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { claimScope, queuedClaims } from '#payout/fill-run.ts'
import type { Database } from '#store/database/database.ts'
import type { NewRun } from '#store/database/schema.ts'
import { type JudgedPayments, PaymentDigest } from '#store/payouts/run-lists.ts'
import { createStore, type Store } from '#store/store.ts'
import type { FaultInjector } from './fault-injector.ts'
import type { OperatedServer, OperatorHooks } from './operator-hooks.ts'
import { ProgressWatch } from './progress-watch.ts'
import { SIMULATED_SEALS } from './simulated-seals.ts'
import type { VirtualTime } from './virtual-time.ts'

const LOOKS_EVERY_MS = 5_000

/**
 * Holds are checked again every thirty seconds: a few checks without faults settle everything decidable. Halfway the operator starts a
 * run with nothing else to send, as the words of a hold say.
 */
const LOOKS_AT_HOLDS = 30

/** After so many checks without faults, records that are behind the chain will stay so. */
const LOOKS_AT_RECORDS = 12

/** The time that an operator waits for a server's answer: it may have crashed. */
const TIMEOUT_MS = 60_000

/** Of so many starts one is not shown before, as by a script: it also pays what an earlier run left unsettled, once that proves unpaid. */
const STARTS_PER_UNSHOWN = 3

/** Words of the error catalogue by which an operator decides what to do. */
const RECORDS_BEHIND = 'records do not have'
const CONFIGURE_AGAIN = 'configure the sender again'

export interface OperatorParts {
  time: VirtualTime
  faults: FaultInjector
  hooks: OperatorHooks
  /** Runs work one after another with the store calls of all processes. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Opens the current records. */
  openRecords(): Promise<Database>
  /** Returns a running server, if any. */
  server(): (OperatedServer & { launch(run: Run): void }) | undefined
  /** Returns the sender's configuration with the node of that number first. */
  sender(node: number): Sender
  newRun(sender: Sender): NewRun
  onError(error: unknown): void
}

/** The operator's view of the panel. */
interface Sight {
  /** The server reports that the records lack payments that the chain shows. */
  areRecordsBehind: boolean
  held: number
  /** Nothing is left to be done. */
  isOver: boolean
}

/**
 * Simulates the operator: starts a run whenever one has ended and something is still owed, stops it at times, changes
 * nodes in mid-run, follows the server's messages, and ends when nothing is left to do.
 */
export class SimulatedOperator {
  readonly progress = new ProgressWatch()
  readonly #parts: OperatorParts
  #node = 0
  #looksAtHolds = 0
  #looksAtRecords = 0
  #isAsked = false
  #starts = 0

  constructor(parts: OperatorParts) {
    this.#parts = parts
  }

  /** Has a run started once the one under way has ended: something is owed again. */
  askForRun(): void {
    this.#isAsked = true
  }

  /** Pays what has come since, and looks at what is on hold as before. */
  payMore(): Promise<void> {
    this.#isAsked = true
    this.#looksAtHolds = LOOKS_AT_HOLDS / 2
    return this.work()
  }

  /** Returns when there is nothing left to do. */
  async work(): Promise<void> {
    const { time, inTurn } = this.#parts
    for (;;) {
      await time.sleep(LOOKS_EVERY_MS)
      const sight = await inTurn(() => this.#look())
      if (!sight) continue
      if (sight.areRecordsBehind) await this.#ask(this.#parts.hooks.takeOver)
      if (sight.held > 0) await this.#ask(this.#parts.hooks.settleHolds)
      if (this.#isDone(sight)) return
      if (sight.isOver && !this.#isAsked) continue
      this.#isAsked = false
      await inTurn(() => this.#start())
    }
  }

  /** Reads the panel; null while a run is under way, or while no server answers. */
  async #look(): Promise<Sight | null> {
    const records = await this.#parts.openRecords()
    const store = createStore(records, SIMULATED_SEALS)
    await this.#changeNode(store)
    const [unfinished] = await store.runs.unfinished()
    if (unfinished) {
      await this.#attend(records, store, unfinished)
      return null
    }
    if (!this.#parts.server()) return null
    const run = await store.runs.latest()
    await this.#configureAgain(store, run)
    const { open, held } = await countOwed(records)
    return {
      areRecordsBehind: await areRecordsBehind(records, run),
      held,
      isOver: run?.state === 'completed' && open === 0,
    }
  }

  async #attend(records: Database, store: Store, run: Run): Promise<void> {
    const { time, faults } = this.#parts
    await this.progress.look(records, run, time.monotonicMs(), faults.calmSinceMs)
    if (run.state === 'running' && faults.happens('stopPressed'))
      await store.runs.askToStop(run.id, time.now())
  }

  async #changeNode(store: Store): Promise<void> {
    const { faults, sender } = this.#parts
    const current = await store.senders.find('bulk')
    if (!current || !faults.happens('nodeChanged')) return
    this.#node = 1 - this.#node
    const { rpcUrl, fallbackRpcUrls } = sender(this.#node)
    await store.senders.save({ ...current, rpcUrl, fallbackRpcUrls })
  }

  async #configureAgain(store: Store, run: Run | undefined): Promise<void> {
    if (run?.state === 'failed' && run.message?.includes(CONFIGURE_AGAIN))
      await store.senders.save(this.#parts.sender(this.#node))
  }

  async #start(): Promise<void> {
    const server = this.#parts.server()
    if (!server) return
    const store = createStore(await this.#parts.openRecords(), SIMULATED_SEALS)
    const sender = await store.senders.find('bulk')
    if (!sender) return
    this.#starts += 1
    const planned = this.#parts.newRun(sender)
    const judged = this.#starts % STARTS_PER_UNSHOWN === 0 ? null : await judgeOwed(store, planned)
    const run = await store.runs.create(planned, claimScope({ judged }))
    if (run) server.launch(run)
  }

  /** Asks a server for an action that takes a while. One that it refuses is asked for again after the next look. */
  async #ask(action: (server: OperatedServer) => Promise<void>): Promise<void> {
    const { time, server: findServer, onError } = this.#parts
    const server = findServer()
    if (server) await Promise.race([action(server).catch(onError), time.sleep(TIMEOUT_MS)])
  }

  #isDone({ areRecordsBehind, held, isOver }: Sight): boolean {
    if (!this.#parts.faults.areFaultsStopped) return false
    if (areRecordsBehind) {
      this.#looksAtRecords += 1
      return this.#looksAtRecords > LOOKS_AT_RECORDS
    }
    if (!isOver || this.#isAsked) return false
    this.#looksAtHolds += 1
    if (held > 0 && this.#looksAtHolds === LOOKS_AT_HOLDS / 2) this.#isAsked = true
    return held === 0 || this.#looksAtHolds > LOOKS_AT_HOLDS
  }
}

/** Counts the payments of queued claims that some run, the newest or one before, has open or on hold. */
async function countOwed({ db }: Database): Promise<{ open: number; held: number }> {
  const rows = await db
    .selectFrom('transfer')
    .innerJoin('claim', 'claim.id', 'transfer.claimId')
    .select('transfer.state')
    .where('claim.status', '=', 'queued')
    .where('transfer.state', 'in', ['queued', 'in_flight', 'hold'])
    .execute()
  const held = rows.filter(({ state }) => state === 'hold').length
  return { open: rows.length - held, held }
}

/** Judges what a run takes that is shown before it starts. Nothing else is done meanwhile: see OperatorParts.inTurn. */
async function judgeOwed(store: Store, planned: NewRun): Promise<JudgedPayments> {
  const digest = new PaymentDigest()
  const { transferOf } = claimScope()
  const run = { ...planned, id: 0 } as Run
  for await (const claims of queuedClaims(store.claims)) {
    digest.add(claims.map((claim) => transferOf(claim, run)))
  }
  return { digest: digest.toString(), underWay: await store.runs.countUnderWay(null) }
}

/** True when the server has reported that the chain shows payments that the records do not have. */
export async function areRecordsBehind({ db }: Database, run: Run | undefined): Promise<boolean> {
  const row = await db.selectFrom('records_behind').select('payments').limit(1).executeTakeFirst()
  return row !== undefined || (run?.state === 'failed' && (run.message?.includes(RECORDS_BEHIND) ?? false))
}
