import { createOneAtATime } from '#domain/concurrency.ts'
import { type SeededRandom, seededRandom } from '#lab/random/seeded-random.ts'
import { claimScope } from '#payout/fill-run.ts'
import { createPayouts, type Payouts } from '#payout/payouts.ts'
import { createRecipientCache } from '#payout/send/look-up-recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { createStore } from '#store/store.ts'
import type { ActorParts } from './actor-parts.ts'
import { Backup } from './backup.ts'
import { FaultInjector } from './fault-injector.ts'
import { type Fixtures, withSharedWallets } from './fixtures.ts'
import { type ForeignTransactions, foreignTransactions } from './foreign-transactions.ts'
import { JournalWatch } from './journal-watch.ts'
import { BLOCKHASH_LIFE } from './model-chain.ts'
import { createModelNode, type ModelCluster } from './model-node.ts'
import type { ModelTransaction } from './model-transaction.ts'
import { NodeFaults } from './node-faults.ts'
import type { OperatedServer, OperatorHooks } from './operator-hooks.ts'
import { reconcileSeed, type SeedOutcome } from './reconcile-seed.ts'
import { refillAndPrune } from './refill-and-prune.ts'
import { drawScenario, type Scenario, SOUND_HABITS, type Span } from './scenario.ts'
import { SimulatedClaimants } from './simulated-claimants.ts'
import { createCluster, createOtherCluster } from './simulated-clusters.ts'
import { SimulatedDenyList } from './simulated-deny-list.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { SimulatedIntruder } from './simulated-intruder.ts'
import { areRecordsBehind, SimulatedOperator } from './simulated-operator.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { NODE_URLS, owedTo, SimulatedRecords } from './simulated-records.ts'
import { SIMULATED_SEALS } from './simulated-seals.ts'
import { SimulatedSol } from './simulated-sol.ts'
import { paysFromTreasury, SimulatedTreasury, treasuryFixtures } from './simulated-treasury.ts'
import { VirtualTime } from './virtual-time.ts'

/** As many blocks as a process waits on public clusters at their speed. */
const RESTART_WAIT_SLOTS = 450
const FOREIGN_EVERY_MS = 1_000
const SECOND_NODE_URL = 'http://second-node'
const TIMEOUT_MS = 60 * 60_000
const HOUR_MS = 3_600_000

/** Plays one seed: the real engine on the real store, crashed and restarted, on a cluster whose nodes have faults. */
export async function simulateSeed(
  seed: number,
  fixtures: Fixtures,
  template: string,
  hooks: OperatorHooks,
): Promise<SeedOutcome> {
  const disk = SimulatedDisk.from(template)
  try {
    return await new Simulation(seed, fixtures, disk, hooks).play()
  } finally {
    await disk.discard()
  }
}

interface Server extends OperatedServer {
  process: SimulatedProcess
  payouts: Payouts
}

class Simulation {
  readonly #seed: number
  readonly #fixtures: Fixtures
  readonly #disk: SimulatedDisk
  readonly #random: SeededRandom
  readonly #scenario: Scenario
  readonly #time = new VirtualTime()
  readonly #startedMs = this.#time.monotonicMs()
  readonly #faults: FaultInjector
  readonly #inTurn = createOneAtATime()
  readonly #journals = new JournalWatch(() => this.#noteBatch())
  readonly #sol: SimulatedSol
  readonly #cluster: ModelCluster
  readonly #otherCluster: ModelCluster
  readonly #foreign: ForeignTransactions
  readonly #records: SimulatedRecords
  readonly #operator: SimulatedOperator
  readonly #claimants: SimulatedClaimants
  readonly #denyList: SimulatedDenyList
  readonly #treasury: SimulatedTreasury
  readonly #intruder: SimulatedIntruder
  readonly #backup: Backup
  /** By URL: a node's faults outlast the processes that ask it. */
  readonly #spells: Map<string, NodeFaults>
  readonly #servers: Server[] = []
  readonly #errors: string[] = []
  #rentStepSlot = Number.POSITIVE_INFINITY
  #attempts = 0
  #batches = 0
  #batchesAmidFaults = 0
  #isRestored = false

  constructor(seed: number, shared: Fixtures, disk: SimulatedDisk, hooks: OperatorHooks) {
    const own = withSharedWallets(seed, shared)
    const fixtures = paysFromTreasury(seed) ? treasuryFixtures(own) : own
    this.#seed = seed
    this.#fixtures = fixtures
    this.#disk = disk
    this.#random = seededRandom(seed)
    this.#scenario = drawScenario(this.#random, seed)
    this.#faults = new FaultInjector(this.#random, this.#scenario.rates, this.#scenario.slowestAnswerMs)
    this.#records = new SimulatedRecords(fixtures, this.#scenario, () => this.#time.now())
    const { rates, v1, congestion, rent, slotMs, oldTransactions, habits } = this.#scenario
    // By a generator of its own: the other faults of a seed are the same with and without it.
    const leaders = seededRandom(seed + 0x6c656164)
    this.#sol = new SimulatedSol(seed, this.#scenario, { firstSlot: RESTART_WAIT_SLOTS, slotMs })
    this.#cluster = createCluster(this.#random, fixtures, {
      rates: () => ({
        skippedSlot: 0.05,
        fork: this.#faults.areFaultsStopped ? 0 : (rates.fork ?? 0),
        relanding: 0.5,
        landsV1: this.#isWithin(v1.landed),
        isCongested: !this.#faults.areFaultsStopped && this.#isWithin(congestion),
      }),
      onEvent: (kind) => this.#faults.count(kind),
      oldTransactions,
      rentAt: (slot) => (slot < this.#rentStepSlot ? rent.before : rent.after),
      heldBackSlots: () => {
        if (this.#faults.areFaultsStopped || !leaders.chance(rates.heldBack ?? 0)) return 0
        this.#faults.count('heldBack')
        return leaders.between(40, BLOCKHASH_LIFE)
      },
      lacksSol: (wallet, slot) => wallet === fixtures.walletAddress && this.#sol.isLackingAt(slot),
    })
    this.#sol.beginAt(this.#cluster.chain.slot)
    this.#otherCluster = createOtherCluster(this.#random, fixtures)
    this.#foreign = foreignTransactions(this.#cluster.chain, fixtures, this.#random)
    const { faults, time } = { faults: this.#faults, time: this.#time }
    this.#spells = new Map(
      [...NODE_URLS, SECOND_NODE_URL].map((url, index) => [
        url,
        new NodeFaults({
          faults,
          time,
          isSecond: url === SECOND_NODE_URL,
          habits: habits[index] ?? SOUND_HABITS,
        }),
      ]),
    )
    this.#operator = new SimulatedOperator({
      time,
      faults,
      hooks,
      inTurn: this.#inTurn,
      openRecords: () => this.#disk.open(),
      server: () => this.#aliveServer(),
      sender: (node) => this.#records.sender(node),
      newRun: (sender) => this.#records.newRun(sender),
      onError: (error) => this.#errors.push(String(error)),
    })
    const actorParts: ActorParts = {
      seed,
      time,
      faults,
      fixtures,
      claims: this.#records.claims,
      untilMs: this.#scenario.faultsStopAfterMs,
      store: () => this.#aliveServer()?.store,
      // What was changed since the copy was made would be lost by it (see docs/decisions/016).
      mayChange: () => this.#scenario.restore === null || this.#isRestored,
      askForRun: () => this.#operator.askForRun(),
    }
    this.#claimants = new SimulatedClaimants({ ...actorParts, mayReject: this.#scenario.restore === null })
    this.#denyList = new SimulatedDenyList(actorParts)
    this.#treasury = new SimulatedTreasury({
      seed,
      time,
      faults,
      fixtures,
      chain: this.#cluster.chain,
      claims: this.#scenario.claims,
      untilMs: this.#scenario.faultsStopAfterMs,
    })
    this.#intruder = new SimulatedIntruder({
      seed,
      faults,
      scenario: this.#scenario,
      claims: this.#records.claims,
      doubleOf: (index) => this.#records.oneMore(index),
    })
    this.#backup = new Backup({
      disk,
      time,
      faults,
      restore: this.#scenario.restore,
      inTurn: this.#inTurn,
      killAll: () => this.#killAll(),
      onPutBack: () => {
        this.#isRestored = true
        this.#journals.beginAnew()
      },
      refill: (whenReady) => this.#refill(whenReady),
      fallBehind: () => this.#fallBehind(),
      startServer: () => void this.#startServer(),
    })
  }

  async play(): Promise<SeedOutcome> {
    await this.#prepareStore()
    this.#startTicking()
    this.#scheduleChanges()
    this.#backup.schedule()
    this.#claimants.schedule()
    this.#denyList.schedule()
    this.#treasury.schedule()
    this.#scheduleFaults()
    await this.#startServer()
    await this.#passUntilEnd(() => this.#operator.work())
    const stuck = await this.#heldForWantOfNewer()
    const records = await this.#inTurn(() => this.#disk.open())
    const store = createStore(records, SIMULATED_SEALS)
    return reconcileSeed({
      seed: this.#seed,
      claims: this.#records.claims,
      records: await store.claims.list({ limit: 500 }),
      attempts: await records.db
        .selectFrom('attempt')
        .select(['signature', 'state', 'contextSlot', 'rentLamports', 'wireBytes'])
        .execute(),
      areRecordsBehind: await areRecordsBehind(records, await store.runs.latest()),
      watched: {
        stuck,
        silent: this.#operator.progress.silent,
        slow: this.#operator.progress.slow,
        misdirected: this.#claimants.misdirected,
        signedThoughDenied: this.#denyList.signedThoughDenied,
        outOfTurn: this.#journals.outOfTurn,
        afterStop: this.#journals.afterStop,
        batches: this.#batches,
        batchesAmidFaults: this.#batchesAmidFaults,
      },
      chain: this.#cluster.chain,
      sourceTokenAccount: this.#fixtures.sourceTokenAccount,
      holders: this.#fixtures.recipients,
      altered: this.#intruder.isPresent ? { doubled: this.#intruder.doubled } : null,
      isDenied: ({ solAddress, evmAddress }) =>
        this.#denyList.isDenied({ recipient: solAddress, evmAddress }),
      owedTo,
      faults: this.#faults.counts,
      errors: this.#errors,
    })
  }

  async #passUntilEnd(work: () => Promise<void>): Promise<void> {
    let isOver = false
    void work().then(() => {
      isOver = true
    })
    await this.#time.passUntil(() => isOver, TIMEOUT_MS)
  }

  /** Counts holds that one more payment of the wallet settles: a marker would have settled them. */
  async #heldForWantOfNewer(): Promise<number> {
    const held = await this.#held()
    if (held.length === 0 || this.#intruder.isPresent) return 0
    const { claims } = createStore(await this.#inTurn(() => this.#disk.open()), SIMULATED_SEALS)
    await this.#inTurn(() => claims.insertMany([this.#records.oneMore()]))
    await this.#passUntilEnd(() => this.#operator.payMore())
    const left = await this.#held()
    return held.filter((id) => !left.includes(id)).length
  }

  /** Lists the attempts on hold. */
  async #held(): Promise<string[]> {
    const { db } = await this.#inTurn(() => this.#disk.open())
    const rows = await this.#inTurn(() =>
      db.selectFrom('attempt').select('id').where('state', '=', 'hold').execute(),
    )
    return rows.map(({ id }) => id)
  }

  async #prepareStore(): Promise<void> {
    const store = createStore(await this.#disk.open(), SIMULATED_SEALS)
    await store.claims.insertMany([...this.#records.claims, ...this.#intruder.claimsPutBack()])
    const isLiedTo = this.#faults.happens('configuredOnLie')
    const sender = this.#records.sender(0)
    await store.senders.save(isLiedTo ? { ...sender, mintDecimals: sender.mintDecimals - 3 } : sender)
    this.#backup.keepFirst()
    // Else the operator starts the first run: claimants may be early.
    if (this.#claimants.isPresent && this.#scenario.restore === null) return
    const first = this.#records.newRun((await store.senders.find('bulk')) ?? sender)
    await store.runs.create(first, claimScope())
  }

  #startTicking(): void {
    const { chain } = this.#cluster
    this.#time.every(this.#scenario.slotMs, () => {
      chain.advance()
      this.#otherCluster.chain.advance()
    })
    this.#time.every(FOREIGN_EVERY_MS, () => {
      if (this.#faults.happens('foreignDeposit')) this.#submit(this.#foreign.deposit())
      if (this.#faults.happens('operatorTransfer')) this.#submit(this.#foreign.operatorTransfer())
      if (this.#faults.happens('forgedMemo')) this.#submit(this.#foreign.forgedMemo())
      if (this.#faults.happens('spam'))
        for (let made = this.#random.between(1, 10); made > 0; made--) this.#submit(this.#foreign.spam())
    })
    for (let frozen = 0; frozen < this.#scenario.frozen; frozen++) {
      const holder = this.#random.pick(this.#fixtures.recipients.slice(0, this.#scenario.claims))
      this.#time.after(this.#random.between(0, 20_000), () => this.#submit(this.#foreign.freeze(holder)))
    }
  }

  #scheduleFaults(): void {
    const { faultsBegin, faultsStopAfterMs } = this.#scenario
    if (faultsBegin) {
      this.#faults.putOffFaults()
      this.#time.after(faultsBegin.latestMs, () => this.#faults.beginFaults())
    }
    this.#time.after(faultsStopAfterMs, () => this.#faults.stopFaults(this.#time.monotonicMs()))
  }

  #noteBatch(): void {
    const { faultsBegin } = this.#scenario
    if (!this.#faults.areFaultsStopped) this.#batchesAmidFaults += 1
    this.#batches += 1
    if (this.#batches === 1 && faultsBegin)
      this.#time.after(faultsBegin.afterFirstBatchMs, () => this.#faults.beginFaults())
  }

  /** Begins what lasts throughout, and schedules what happens once. */
  #scheduleChanges(): void {
    const { chain } = this.#cluster
    const { standstills, rent, oldTransactions, habits } = this.#scenario
    for (const { node, fromMs, untilMs } of standstills) {
      const spells = this.#spells.get(NODE_URLS[node] ?? '')
      this.#time.after(fromMs, () => {
        this.#faults.count('standstill')
        spells?.standStillAt(chain.slot)
      })
      if (Number.isFinite(untilMs)) this.#time.after(untilMs, () => spells?.moveOn())
    }
    this.#time.after(rent.stepAtMs, () => {
      if (rent.before !== rent.after) this.#faults.count('rentStepped')
      this.#rentStepSlot = chain.slot
    })
    if (oldTransactions > 0) this.#faults.count('oldTransactions')
    for (const { lacksMemos, reversesSlots, refusesFees, refusesSlotLength } of habits) {
      if (lacksMemos) this.#faults.count('memosNotIndexed')
      if (reversesSlots) this.#faults.count('slotReversed')
      if (refusesFees || refusesSlotLength) this.#faults.count('helpRefused')
    }
  }

  #submit(transaction: ModelTransaction): void {
    this.#cluster.chain.submit(transaction, this.#faults.deliverySlots())
  }

  #fallBehind(): void {
    const slots = this.#random.between(65, 500)
    // Mostly short: what is under way has to be able to land when they have caught up.
    const forMs = this.#random.between(500, this.#random.between(1_000, 20_000))
    for (const spells of this.#spells.values()) spells.fallBehind(slots, forMs)
  }

  async #startServer(): Promise<void> {
    const database = await this.#inTurn(() => this.#disk.open())
    const isForeign = this.#faults.happens('foreignLease')
    const process = new SimulatedProcess({
      time: this.#time,
      faults: this.#faults,
      random: this.#random,
      inTurn: this.#inTurn,
      callMs: () => this.#claimants.callMs(),
      wallOffsetMs: isForeign ? this.#random.between(2, 6) * HOUR_MS : 0,
      onCrash: () => void this.#replaceExpired(),
      // While one server is stopped another is started beside it, and finds the lease expired.
      onStall: () => this.#time.after(this.#random.between(100, 20_000), () => void this.#startServer()),
    })
    const nodes = new Map(
      [...this.#spells].map(([url, spells]) => [url, process.guardCluster(this.#node(spells))]),
    )
    const store = process.guardStore(
      this.#backup.over(
        this.#journals.over(
          this.#denyList.over(
            this.#intruder.over(createStore(database, SIMULATED_SEALS), database),
            database,
          ),
        ),
      ),
    )
    const clock = process.clock()
    const payouts = createPayouts({
      store,
      connect: (url) => nodeAt(nodes, url),
      secondNodeUrl: this.#scenario.hasSecondNode ? SECOND_NODE_URL : null,
      openKey: ({ sealedKey }) => sealedKey,
      onError: (error) => this.#errors.push(String(error)),
      // The rest of it is tested elsewhere.
      authorization: this.#denyList.authorization(store, this.#claimants.authorization(store)),
      recipients: createRecipientCache(clock),
      clock,
      restartWaitMs: () => RESTART_WAIT_SLOTS * this.#scenario.slotMs,
      newAttemptId: () => `attempt-${String(++this.#attempts).padStart(14, '0')}`,
    })
    this.#servers.push({ process, payouts, store, clock, node: nodeAt(nodes, NODE_URLS[0]) })
    if (isForeign) this.#time.after(this.#random.between(1_000, 20_000), () => this.#kill(process))
    void payouts.resume()
  }

  /** Creates a node with faults of its own on the chain that all nodes share. */
  #node(spells: NodeFaults): SolanaRpc {
    return createModelNode({
      cluster: this.#cluster,
      otherCluster: this.#otherCluster,
      spells,
      faults: this.#faults,
      slotMs: this.#scenario.slotMs,
      simulatesV1: () => this.#isWithin(this.#scenario.v1.simulated),
      time: this.#time,
    })
  }

  #isWithin({ fromMs, untilMs }: Span): boolean {
    const elapsedMs = this.#time.monotonicMs() - this.#startedMs
    return fromMs <= elapsedMs && elapsedMs < untilMs
  }

  #kill(process: SimulatedProcess): void {
    if (process.hasCrashed) return
    process.crash()
    void this.#replaceExpired()
  }

  async #replaceExpired(): Promise<void> {
    if (this.#faults.happens('powerLoss')) {
      await this.#inTurn(() => {
        this.#killAll()
        return this.#disk.cutPower(this.#random)
      })
    }
    const isDownForLong = !this.#faults.areFaultsStopped && this.#random.chance(0.15)
    const downMs = isDownForLong ? this.#random.between(20_000, 90_000) : this.#random.between(500, 10_000)
    this.#time.after(downMs, () => void this.#startServer())
  }

  #killAll(): void {
    for (const { process } of this.#servers) process.crash()
  }

  /** Calls `whenReady` once the wallet is refilled, and the nodes have forgotten everything before. */
  #refill(whenReady: () => void): void {
    refillAndPrune({
      time: this.#time,
      faults: this.#faults,
      chain: this.#cluster.chain,
      foreign: this.#foreign,
      sourceTokenAccount: this.#fixtures.sourceTokenAccount,
      spells: [...this.#spells.values()],
      whenReady,
    })
  }

  #aliveServer(): (OperatedServer & { launch: Payouts['launch'] }) | undefined {
    const server = this.#servers.findLast(({ process }) => !process.hasCrashed)
    return server && { ...server, launch: server.payouts.launch }
  }
}

function nodeAt(nodes: ReadonlyMap<string, SolanaRpc>, url: string): SolanaRpc {
  const node = nodes.get(url)
  if (!node) throw new Error(`There is no node at ${url}`)
  return node
}
