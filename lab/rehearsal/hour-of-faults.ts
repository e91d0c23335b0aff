import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { startProxy } from '#lab/environment/real-proxy.ts'
import { followState } from '#web/admin/status/follow-state.ts'
import { Answers } from './answers.ts'
import { ClaimTraffic } from './claim-traffic.ts'
import { untilPaid } from './pay-all.ts'
import { PortalClient, PortalResponseError, publishList } from './portal-client.ts'
import type { Comparison } from './read-chain.ts'
import { prepareRehearsalEnvironment, quickLocalnet } from './rehearsal-environment.ts'
import { compareMigration, configureSlowly, prepareSmallMigration } from './small-migration.ts'
import { FAULTS, TroubledFleet } from './troubled-fleet.ts'

interface HourOptions {
  minutes: number
  slotMs: number
  step(what: string): void
}

/** One fault, and how many seconds after its end all was as before. */
interface FaultOutcome {
  fault: string
  /** Until it was over. */
  lastedSeconds: number
  readySeconds: number
  streamsSeconds: number
  /** The longest that a panel heard nothing, from the fault's begin on. */
  blindSeconds: number
  claimSeconds: number
  /** Until a payment was signed. */
  paymentSeconds: number
}

interface HourOutcome {
  faults: FaultOutcome[]
  requests: number
  byFerry: Record<string, number>
  byOthers: Record<string, number>
  acknowledged: number
  runs: number
  /** Batches that each server signed. */
  signed: number[]
  streamsOpened: number
  uploadSeconds: number
  errorLines: Record<string, number>
  lost: number
  comparison: Comparison
  /** In words, whatever did not hold. */
  wrong: string[]
}

/** So many that some are on the server that meets a fault. */
const PANELS = 9

/** What visitors do; somewhat less is claimed in a second than is paid. */
const VISITORS = 5
const PAUSE_MS = 400
const MOST_CLAIMS_A_SECOND = 2.5
const BATCH_SIZE = 5

/** Rows of the list that is uploaded, besides the holders. */
const MORE_ROWS = 100_000

const VISITORS_PATIENCE_MS = 40_000
const OPERATORS_PATIENCE_MS = 10_000
const UPLOADS_PATIENCE_MS = 240_000
const MINUTES_OF_A_ROUND = 30

/** Runs three servers behind nginx through every fault while people claim, watch, upload and pay; then compares records and chain. */
export async function runHour(options: HourOptions): Promise<HourOutcome> {
  await using parts = new AsyncDisposableStack()
  const environment = await prepareRehearsalEnvironment(quickLocalnet({ slotMs: options.slotMs }))
  parts.defer(() => environment.close())
  const size = Math.ceil(options.minutes * 60 * MOST_CLAIMS_A_SECOND)
  const migration = await prepareSmallMigration(environment, size)
  const fleet = parts.use(await TroubledFleet.open(environment.folder, migration))
  const proxy = parts.use(await startProxy('nginx', fleet.hosts, { isTls: false }))

  const answers = new Answers()
  const signedIn = async (patienceMs: number) => {
    const client = new PortalClient(proxy.url, answers.visitor(patienceMs))
    await client.signIn(migration.adminPassword)
    return client
  }
  const operator = await signedIn(OPERATORS_PATIENCE_MS)
  await configureSlowly(operator, environment, BATCH_SIZE)
  const visitor = new PortalClient(proxy.url, answers.visitor(VISITORS_PATIENCE_MS))
  const traffic = new ClaimTraffic(visitor, migration.holders)
  const panels = Array.from({ length: PANELS }, () =>
    parts.use(new OpenPanel(new PortalClient(proxy.url), migration.adminPassword)),
  )
  let isOver = false
  let runs = 0
  const background = [
    traffic.flow(VISITORS, () => isOver, PAUSE_MS),
    payAgainAndAgain(operator, {
      password: migration.adminPassword,
      isOver: () => isOver,
      onStart: () => {
        runs += 1
      },
    }),
  ]

  const rounds = Math.max(1, Math.floor(options.minutes / MINUTES_OF_A_ROUND))
  const names = Array.from({ length: rounds }, () => Object.keys(FAULTS)).flat()
  const turnMs = (options.minutes * 60_000) / names.length
  const faults: FaultOutcome[] = []
  let uploadSeconds = 0
  for (const [place, name] of names.entries()) {
    const nextAtMs = performance.now() + turnMs
    if (place === names.length / 2) {
      const startedMs = performance.now()
      const more = Array.from({ length: MORE_ROWS }, (_, n) => `\n0xc0${n.toString(16).padStart(38, '0')},1`)
      const holders = await readFile(migration.allocationsFile, 'utf8')
      await publishList(await signedIn(UPLOADS_PATIENCE_MS), [holders, ...more])
      uploadSeconds = secondsSince(startedMs)
    }
    faults.push(await makeFault(name, { fleet, traffic, panels, holdMs: turnMs / 4, step: options.step }))
    options.step(JSON.stringify(faults.at(-1)))
    await delay(Math.max(0, nextAtMs - performance.now()))
  }
  isOver = true
  await Promise.all(background)

  options.step('the faults are over: what is left is claimed again and paid')
  await traffic.claimAgain()
  const reader = await signedIn(VISITORS_PATIENCE_MS)
  await untilPaid(reader, traffic.claimants)
  const holders = migration.holders.slice(0, traffic.claimants)
  const comparison = await compareMigration(reader, environment, { ...migration, holders })
  const lost = await traffic.countLost()
  const falsehoods = traffic.failures.filter((reason) => reason.endsWith('than it should be')).length
  return {
    faults,
    requests: traffic.count,
    byFerry: answers.byFerry,
    byOthers: answers.byOthers,
    acknowledged: traffic.acknowledged,
    runs,
    signed: fleet.signed,
    streamsOpened: panels.reduce((sum, { streams }) => sum + streams, 0),
    uploadSeconds,
    errorLines: fleet.errorLines,
    lost,
    comparison,
    wrong: [
      ...fleet.wrong,
      ...answers.wrong,
      ...Object.entries({ lost, ...comparison, falsehoods, ...fleet.errorLines }).flatMap(([what, number]) =>
        number > 0 ? [`${number} times: ${what}`] : [],
      ),
    ],
  }
}

interface Scene {
  fleet: TroubledFleet
  traffic: ClaimTraffic
  panels: readonly OpenPanel[]
  holdMs: number
  step: HourOptions['step']
}

/** Makes a fault while a server pays, and tells how long each thing took to be as before. */
async function makeFault(
  fault: string,
  { fleet, traffic, panels, holdMs, step }: Scene,
): Promise<FaultOutcome> {
  const before = fleet.batches
  await fleet.until('a server paid', () => fleet.batches > before)
  step(`${fault}: server ${fleet.payer} pays`)
  for (const panel of panels) panel.longestSilenceMs = 0
  const startedMs = performance.now()
  await FAULTS[fault]?.(fleet, holdMs)
  const lastedSeconds = secondsSince(startedMs)
  const overMs = performance.now()
  const [claims, signed] = [traffic.acknowledged, fleet.batches]
  const after = async (what: string, isThere: () => boolean | Promise<boolean>) => {
    await fleet.until(`${what} after "${fault}"`, isThere)
    return secondsSince(overMs)
  }
  const [readySeconds, streamsSeconds, claimSeconds, paymentSeconds] = await Promise.all([
    after('all servers were ready', () => fleet.areReady()),
    after('all streams were back', () => panels.every(({ heardAtMs }) => heardAtMs > overMs)),
    after('a claim was taken', () => traffic.acknowledged > claims),
    after('a payment was made', () => fleet.batches > signed),
  ])
  const blindMs = Math.max(...panels.map(({ longestSilenceMs }) => longestSilenceMs))
  const blindSeconds = Math.round(blindMs / 100) / 10
  return { fault, lastedSeconds, readySeconds, streamsSeconds, blindSeconds, claimSeconds, paymentSeconds }
}

/** Presses Start whenever something can be paid and nothing runs, as an operator who signs in again where that is asked. */
async function payAgainAndAgain(
  operator: PortalClient,
  { password, isOver, onStart }: { password: string; isOver(): boolean; onStart(): void },
): Promise<void> {
  while (!isOver()) {
    try {
      const { running, queuedClaimsCount, unpayableClaimsCount } = await operator.send(
        endpoints.bulkSender.status,
      )
      if (!running && queuedClaimsCount > unpayableClaimsCount) {
        await operator.send(endpoints.bulkSender.start)
        onStart()
      }
    } catch (error) {
      const isSignedOut = error instanceof PortalResponseError && error.status === 401
      if (isSignedOut) await operator.signIn(password).catch(() => {})
    }
    await delay(1_000)
  }
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 100) / 10
}

/** A window of the panel that follows the state of the whole, by the code of the panel. */
class OpenPanel implements AsyncDisposable {
  /** When the stream was heard last. */
  heardAtMs = 0
  /** The longest that nothing was heard at all, of the stream or of what is asked meanwhile. */
  longestSilenceMs = 0
  #knownAtMs = performance.now()
  /** Streams that were opened. */
  streams = 0
  readonly #closing = new AbortController()
  readonly #following: Promise<void>

  constructor(client: PortalClient, password: string) {
    let isStream = false
    // Not signed in yet, or signed out by a server whose clock is ahead.
    const signInAgain = async (error: unknown): Promise<never> => {
      if (error instanceof PortalResponseError && error.status === 401) await client.signIn(password)
      throw error
    }
    const open = async (signal: AbortSignal) => {
      const response = await client.open(endpoints.admin.events, {}, signal).catch(signInAgain)
      isStream = true
      this.streams += 1
      return response
    }
    const read = async (signal: AbortSignal) => {
      isStream = false
      const answer = await client.open(endpoints.admin.state, {}, signal).catch(signInAgain)
      return endpoints.admin.state.reply.parse(await answer.json())
    }
    const hear = () => {
      const nowMs = performance.now()
      this.longestSilenceMs = Math.max(this.longestSilenceMs, nowMs - this.#knownAtMs)
      this.#knownAtMs = nowMs
      if (isStream) this.heardAtMs = nowMs
    }
    this.#following = followState(
      { open, read },
      { onState: hear, onBeat: hear, onSilence() {}, onSessionEnd() {} },
      this.#closing.signal,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#following
  }
}
