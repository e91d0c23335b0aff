import { formatDecimalUnits } from '#domain/amounts.ts'
import { createPayouts, type Payouts } from '#payout/payouts.ts'
import type { Cluster } from '#solana/cluster.ts'
import type { NewClaim, NewRun, NewSender } from '#store/schema.ts'
import { createStore, type Store } from '#store/store.ts'
import { FaultInjector } from './fault-injector.ts'
import { FenceWatch } from './fence-watch.ts'
import type { Fixtures } from './fixtures.ts'
import { ModelChain } from './model-chain.ts'
import { createModelNode } from './model-node.ts'
import { createMutex } from './mutex.ts'
import { reckonSeed, type SeedOutcome } from './reckon-seed.ts'
import { drawScenario, type Scenario, type Span } from './scenario.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { VirtualTime } from './virtual-time.ts'

const SLOT_MS = 400
const GENESIS = 'the-simulated-cluster'
const SECOND_NODE_URL = 'http://second-node'
const OTHER_GENESIS = 'another-cluster'
const OPERATOR_LOOKS_EVERY_MS = 5_000
const PATIENCE_MS = 30 * 60_000

/** Base units that tell the claims apart. */
const owedTo = (index: number) => BigInt(index + 1) * 1_000_000n

/** Plays one seed: the real engine on the real store, crashed and restarted, before a cluster that misleads it. */
export async function simulateSeed(seed: number, fixtures: Fixtures, template: string): Promise<SeedOutcome> {
  const disk = SimulatedDisk.from(template)
  try {
    return await new Simulation(seed, fixtures, disk).play()
  } finally {
    await disk.discard()
  }
}

class Simulation {
  readonly #seed: number
  readonly #fixtures: Fixtures
  readonly #disk: SimulatedDisk
  readonly #random: SeededRandom
  readonly #scenario: Scenario
  readonly #time = new VirtualTime()
  readonly #startedMs = this.#time.now()
  readonly #faults: FaultInjector
  readonly #inTurn = createMutex()
  readonly #fences = new FenceWatch()
  readonly #chain: ModelChain
  readonly #otherChain: ModelChain
  readonly #servers: { process: SimulatedProcess; payouts: Payouts }[] = []
  readonly #errors: string[] = []
  #answersFromOther = false
  #attempts = 0
  #ended = false

  constructor(seed: number, fixtures: Fixtures, disk: SimulatedDisk) {
    this.#seed = seed
    this.#fixtures = fixtures
    this.#disk = disk
    this.#random = seededRandom(seed)
    this.#scenario = drawScenario(this.#random)
    const { rates, v1 } = this.#scenario
    this.#faults = new FaultInjector(this.#random, rates)
    const chainRates = () => ({
      skippedSlot: 0.05,
      fork: this.#faults.isCalm ? 0 : (rates.fork ?? 0),
      relanding: 0.5,
      landsV1: this.#isWithin(v1.landed),
    })
    this.#chain = new ModelChain(this.#random, chainRates, (kind) => this.#faults.count(kind))
    const quiet = () => ({ skippedSlot: 0, fork: 0, relanding: 0, landsV1: true })
    this.#otherChain = new ModelChain(this.#random, quiet, () => {}, 50_000)
  }

  async play(): Promise<SeedOutcome> {
    const claims = this.#claims()
    await this.#prepareStore(claims)
    this.#startTicking()
    await this.#startServer()
    this.#time.after(this.#scenario.calmAfterMs, () => this.#calmDown())
    void this.#operate()
    await this.#time.passUntil(() => this.#ended, PATIENCE_MS)
    return reckonSeed({
      seed: this.#seed,
      claims,
      books: await (await this.#openStore()).claims.list({ limit: 500 }),
      chain: this.#chain,
      tokenAccounts: this.#fixtures.recipients.map(({ tokenAccount }) => tokenAccount),
      owedTo,
      faults: this.#faults.counts,
      outOfTurn: this.#fences.outOfTurn,
      errors: this.#errors,
    })
  }

  #claims(): NewClaim[] {
    return Array.from({ length: this.#scenario.claims }, (_, index) => {
      const { wallet } = this.#fixtures.recipients[index] ?? {}
      const evmAddress = `0x${(index + 1).toString(16).padStart(40, '0')}`
      const baseUnits = owedTo(index)
      return {
        id: `CLAIM-${index}`,
        evm_address: evmAddress,
        eth_signed: evmAddress,
        sol_address: wallet ?? '',
        snapshot_id: 1,
        amount_wei: (baseUnits * 10n ** 9n).toString(),
        amount_ua: formatDecimalUnits(baseUnits, this.#fixtures.mint.decimals),
        chain_id: 56,
        nonce: '1',
        signature: '0x',
        status: 'queued',
        submitted_at_ms: index,
        sol_tx: null,
        reject_reason: null,
      }
    })
  }

  async #prepareStore(claims: NewClaim[]): Promise<void> {
    const store = createStore(await this.#disk.open())
    await store.claims.insertMany(claims)
    await store.senders.save(this.#sender())
    await store.runs.create(this.#newRun())
  }

  #sender(): NewSender {
    const { mint, walletAddress } = this.#fixtures
    return {
      kind: 'bulk',
      rpc_url: 'http://node',
      sealed_key: Buffer.from(this.#fixtures.walletKey),
      wallet_address: walletAddress,
      mint_address: mint.address,
      mint_decimals: mint.decimals,
      token_program: mint.tokenProgram,
      genesis_hash: GENESIS,
      batch_size: this.#scenario.batchSize,
      delay_ms: this.#scenario.delayMs,
      priority_fee_cap: 1_000_000,
      is_test_key: 0,
      configured_at_ms: 0,
    }
  }

  #newRun(): NewRun {
    const {
      kind: sender,
      sealed_key: _key,
      is_test_key: _test,
      configured_at_ms: _at,
      ...terms
    } = this.#sender()
    return {
      ...terms,
      sender,
      distribution_id: null,
      estimated_fee_lamports: '0',
      estimated_rent_lamports: '0',
      state: 'running',
      transfer_count: 0,
      batch_count: 0,
      message: null,
      started_at_ms: this.#time.now(),
      finished_at_ms: null,
    }
  }

  #startTicking(): void {
    const tick = () => {
      this.#chain.advance()
      if (this.#otherChain.slot % 50 === 0) this.#answersFromOther = this.#faults.happens('wrongCluster')
      this.#otherChain.advance()
      this.#time.after(SLOT_MS, tick)
    }
    this.#time.after(SLOT_MS, tick)
    for (let poison = 0; poison < this.#scenario.poisoned; poison++) {
      const { tokenAccount, wallet } = this.#random.pick(
        this.#fixtures.recipients.slice(0, this.#scenario.claims),
      )
      this.#time.after(this.#random.between(0, 20_000), () => {
        const { accounts } = this.#chain.ledger
        const amount = accounts.get(tokenAccount)?.amount ?? 0n
        accounts.set(tokenAccount, { owner: wallet, amount, frozen: true })
      })
    }
  }

  async #startServer(): Promise<void> {
    const database = await this.#inTurn(() => this.#disk.open())
    const process = new SimulatedProcess({
      time: this.#time,
      faults: this.#faults,
      random: this.#random,
      inTurn: this.#inTurn,
      onDeath: () => void this.#replaceDead(),
      // While one server is stopped another is started beside it, and finds the lease expired.
      onStall: () => this.#time.after(this.#random.between(100, 20_000), () => void this.#startServer()),
    })
    const node = process.guardCluster(this.#node({ honest: false }))
    const secondNode = process.guardCluster(this.#node({ honest: true }))
    const payouts = createPayouts({
      store: process.guardStore(this.#fences.over(createStore(database))),
      connect: (url) => (url === SECOND_NODE_URL ? secondNode : node),
      secondNodeUrl: this.#scenario.hasSecondNode ? SECOND_NODE_URL : null,
      openKey: (sealed) => sealed,
      onError: (error) => this.#errors.push(String(error)),
      clock: process.clock(),
      newAttemptId: () => `attempt-${String(++this.#attempts).padStart(14, '0')}`,
    })
    this.#servers.push({ process, payouts })
    void payouts.resume()
  }

  /** A node with moods of its own before the chain that all nodes share. */
  #node({ honest }: { honest: boolean }): Cluster {
    const { mint } = this.#fixtures
    return createModelNode({
      chain: () => (this.#answersFromOther ? this.#otherChain : this.#chain),
      genesisHash: () => (this.#answersFromOther ? OTHER_GENESIS : GENESIS),
      faults: this.#faults,
      honest,
      simulatesV1: () => this.#isWithin(this.#scenario.v1.simulated),
      time: this.#time,
      mint: mint.address,
      mintDecimals: mint.decimals,
    })
  }

  #isWithin({ fromMs, untilMs }: Span): boolean {
    const elapsedMs = this.#time.now() - this.#startedMs
    return fromMs <= elapsedMs && elapsedMs < untilMs
  }

  async #replaceDead(): Promise<void> {
    if (this.#faults.happens('powerLoss')) {
      for (const { process } of this.#servers) process.die()
      await this.#inTurn(() => this.#disk.cutPower(this.#random))
    }
    this.#time.after(this.#random.between(500, 10_000), () => void this.#startServer())
  }

  #calmDown(): void {
    this.#faults.calmDown()
    this.#answersFromOther = false
  }

  /** Presses Start again whenever a run has ended and something is still owed, and goes home when nothing is left to do. */
  async #operate(): Promise<void> {
    for (;;) {
      await this.#time.sleep(OPERATOR_LOOKS_EVERY_MS)
      const store = await this.#openStore()
      const isBusy = (await this.#inTurn(() => store.runs.unfinished())).length > 0
      if (isBusy || !this.#isAnyoneAlive()) continue
      const run = await this.#inTurn(() => store.runs.latest())
      const counts = await this.#inTurn(() => store.runs.transferCounts(run?.id ?? 0))
      const isAllDecided = counts.queued + counts.live === 0 && run?.state === 'completed'
      if (isAllDecided && this.#faults.isCalm && this.#hasWaitedForHolds(counts.hold)) {
        this.#ended = true
        return
      }
      if (isAllDecided) continue
      const next = await this.#inTurn(() => store.runs.create(this.#newRun()))
      if (next) this.#servers.findLast(({ process }) => !process.isDead)?.payouts.launch(next)
    }
  }

  async #openStore(): Promise<Store> {
    return createStore(await this.#inTurn(() => this.#disk.onlooker()))
  }

  #isAnyoneAlive(): boolean {
    return this.#servers.some(({ process }) => !process.isDead)
  }

  #looksAtHolds = 0
  /** What is on hold is looked at every thirty seconds: a few looks in the calm decide what can be decided. */
  #hasWaitedForHolds(held: number): boolean {
    this.#looksAtHolds += 1
    return held === 0 || this.#looksAtHolds > 40
  }
}
