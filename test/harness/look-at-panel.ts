import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { readRows } from './alter-store.ts'
import type { ServerBed } from './server-bed.ts'

/** A record bears the time at which it was to be written, and a moment is named to the second. */
const SLACK_MS = 2_000

const LOOK_EVERY_MS = 200

/** Looks at windows of the panel, and compares what they say with the records of the moment that they name. */
export interface PanelLooks {
  /** Looks once. True when the records did not change around that moment, so that each number was exactly theirs. */
  look(page: Page): Promise<boolean>
  /** Looks until nothing changes, and each number is exactly that of the records. */
  lookStill(...pages: Page[]): Promise<void>
  /** Looks again and again until the condition holds. */
  lookUntil(condition: () => Promise<boolean>, ...pages: Page[]): Promise<void>
}

/** `paidOnChain` counts the holders who have received their tokens. */
export function looksAt(bed: ServerBed, paidOnChain: () => number): PanelLooks {
  const file = join(bed.dataFolder, 'ferry.sqlite')

  /** The newest run at a time; null before the first. */
  const runAt = (ms: number) =>
    readRows<{ id: number | null }>(file, 'select max(id) as id from run where started_at_ms <= ?', ms)[0]
      ?.id ?? null

  function then(clock: string): { records: RecordsThen; isOneRun: boolean } {
    const atMs = momentOf(clock)
    const [fromMs, toMs] = [atMs - SLACK_MS, atMs + 1_000 + SLACK_MS]
    const run = runAt(toMs)
    return { records: recordsAt(file, fromMs, toMs, run), isOneRun: runAt(fromMs) === run }
  }

  async function look(page: Page): Promise<boolean> {
    const said = await readPanel(page)
    if (!said.strip) return false
    const { records, isOneRun } = then(said.strip.asOf)
    const problems = [
      ...(isOneRun ? stripProblems(said.strip, records) : []),
      ...cardProblems(said, records),
      ...contradictions(said),
      ...(['progress', 'run'] as const).flatMap((part) => partProblems(said, part)),
    ]
    expect(problems, JSON.stringify(said)).toEqual([])
    expectChain()
    return isOneRun && Object.values(records).every(({ least, most }) => least === most)
  }

  /** What a run page or Monitor says names a moment of its own. */
  function partProblems(said: PanelTexts, part: 'progress' | 'run'): string[] {
    const { asOf, counts } = said[part] ?? {}
    if (asOf === undefined || counts === undefined) return []
    const { records, isOneRun } = then(asOf)
    if (!isOneRun) return []
    if (part === 'run') {
      const [, paid, failed] = numbersIn(counts)
      return [
        ...off('paid of the run', paid, records.paid),
        ...off('failed of the run', failed, records.failed),
      ]
    }
    const inFlight = said.facts['In flight: signed, not final yet']
    return [
      ...off('processed on Monitor', numbersIn(counts)[0], sum(records.paid, records.failed)),
      ...off('Successful', numberOf(said.facts.Successful), records.paid),
      ...off('Failed', numberOf(said.facts.Failed), records.failed),
      ...off('In flight', inFlight === undefined ? 0n : numberOf(inFlight), records.inFlight),
    ]
  }

  /**
   * The chain has what the records call paid, and may have what is under way. Both are of this moment, not of the one that
   * the panel names: the localnet is in this process, so nothing lands between the two.
   */
  function expectChain(): void {
    const [records] = readRows<{ sent: number; unresolved: number }>(
      file,
      `select (select count(*) from claim where status = 'sent') as sent, (select count(*) from attempt_transfer
         join attempt on attempt.id = attempt_transfer.attempt_id where attempt.resolved_at_ms is null) as unresolved`,
    )
    if (!records) throw new Error('There are no records')
    const { sent, unresolved } = records
    const onChain = paidOnChain()
    expect(onChain, 'paid on the chain').toBeGreaterThanOrEqual(sent)
    expect(onChain, 'paid on the chain').toBeLessThanOrEqual(sent + unresolved)
  }

  async function lookUntil(condition: () => Promise<boolean>, ...pages: Page[]): Promise<void> {
    while (!(await condition())) {
      for (const page of pages) await look(page)
      await sleep(LOOK_EVERY_MS)
    }
  }

  return {
    look,
    lookUntil,
    async lookStill(...pages) {
      for (const page of pages) while (!(await look(page))) await sleep(LOOK_EVERY_MS)
    },
  }
}

function stripProblems({ counts }: NonNullable<PanelTexts['strip']>, records: RecordsThen): string[] {
  if (counts === null) return []
  const [processed] = numbersIn(counts)
  const partOf = (words: RegExp) => numberOf(words.exec(counts)?.[1] ?? '0')
  return [
    ...off('processed in the strip', processed, sum(records.paid, records.failed)),
    ...off('in flight in the strip', partOf(/([\d,]+) in flight/), records.inFlight),
    ...off('failed in the strip', partOf(/([\d,]+) failed/), records.failed),
  ]
}

function cardProblems({ facts, bar }: PanelTexts, records: RecordsThen): string[] {
  if (facts.Completed === undefined) return []
  return [
    ...off('Total Claims', numberOf(facts['Total Claims']), records.claims),
    ...off('Completed', numberOf(facts.Completed), records.sent),
    ...off('Queued', numberOf(facts.Queued), records.queued),
    ...off('Total Sent', baseUnitsOf(facts['Total Sent by Bulk Sender']), records.sentBaseUnits),
    ...('Sent' in bar ? off('Sent in the bar', numberOf(bar.Sent), records.sent) : []),
  ]
}

/** Numbers of one moment can not contradict each other, whatever the records say. */
function contradictions({ strip, facts, bar, steps }: PanelTexts): string[] {
  if (facts.Completed === undefined || !strip?.counts) return []
  const [total, queued, completed, rejected] = ['Total Claims', 'Queued', 'Completed', 'Rejected'].map(
    (name) => numberOf(facts[name]),
  )
  const told = steps.join(' ')
  const processed = /A bulk send .*?: (\d[\d,]* of \d[\d,]*) payments/.exec(told)?.[1]
  const waiting = /([\d,]+) claims? waits? to be paid/.exec(told)?.[1]
  const failed = /([\d,]+) claims? failed/.exec(told)?.[1] ?? '0'
  const held = /([\d,]+) payments? on hold/.exec(told)?.[1] ?? '0'
  const barred = Object.values(bar).reduce((whole, count) => whole + numberOf(count), 0n)
  return [
    total !== (queued ?? 0n) + (completed ?? 0n) + (rejected ?? 0n) && 'the cards do not add up',
    barred !== total && 'the bar does not add up',
    processed !== undefined && !strip.counts.startsWith(processed) && `the step says ${processed}`,
    waiting !== undefined &&
      numberOf(waiting) + numberOf(failed) + numberOf(held) !== queued &&
      `the step says that ${waiting} wait`,
  ].filter((problem) => problem !== false)
}

function off(name: string, said: bigint | undefined, { least, most }: Bounds): string[] {
  if (said !== undefined && said >= least && said <= most) return []
  return [`${name}: ${said}, and the records ${least === most ? least : `${least} to ${most}`}`]
}

function sum(a: Bounds, b: Bounds): Bounds {
  return { least: a.least + b.least, most: a.most + b.most }
}

const numberOf = (words = '') => BigInt(words.replaceAll(/\D/g, ''))

const numbersIn = (words: string) => words.match(/\d[\d,]*/g)?.map(numberOf) ?? []

function baseUnitsOf(amount = ''): bigint {
  const decimal = /[\d,.]+/.exec(amount)?.[0].replaceAll(',', '') ?? '0'
  return toBaseUnits(decimal as AmountUA, MINT_DECIMALS).baseUnits
}

/** The panel's clock is in UTC. A time of day that is ahead of now was yesterday's. */
function momentOf(clock: string): number {
  const nowMs = Date.now()
  const atMs = Date.parse(`${new Date(nowMs).toISOString().slice(0, 10)}T${clock}Z`)
  return atMs > nowMs + 3_600_000 ? atMs - 86_400_000 : atMs
}

/** The least and the most that a number was in a stretch of time. */
export interface Bounds {
  least: bigint
  most: bigint
}

/** What the records said in a stretch of time, by the times that they bear themselves. */
interface RecordsThen {
  claims: Bounds
  sent: Bounds
  queued: Bounds
  paid: Bounds
  inFlight: Bounds
  failed: Bounds
  /** Of all runs, in base units. */
  sentBaseUnits: Bounds
}

interface Event {
  atMs: number
  by: bigint
}

/** Reads what the records of an SQLite store said from one moment to another; of one run's payments where it is given. */
function recordsAt(file: string, fromMs: number, toMs: number, runId: number | null): RecordsThen {
  const events = (query: string): Event[] =>
    readRows<{ atMs: number; by: string | number }>(file, query).map(({ atMs, by }) => ({
      atMs,
      by: BigInt(by),
    }))
  const bounds = (...of: Event[][]) => boundsOf(of.flat(), fromMs, toMs)
  const ofRun = runId === null ? '' : ` and attempt.run_id = ${runId}`
  const carried = `from attempt join attempt_transfer on attempt_transfer.attempt_id = attempt.id where true${ofRun}`
  const claims = events('select submitted_at_ms as atMs, 1 as by from claim')
  const sent = events("select settled_at_ms as atMs, 1 as by from claim where status = 'sent'")
  const signed = events(`select journaled_at_ms as atMs, 1 as by ${carried}`)
  const ended = events(
    `select coalesce(held_at_ms, resolved_at_ms) as atMs, 1 as by ${carried} and coalesce(held_at_ms, resolved_at_ms) is not null`,
  )
  const paid = events(`select attempt.resolved_at_ms as atMs, 1 as by ${carried} and attempt.state = 'paid'`)
  const failed = events(
    `select at_ms as atMs, 1 as by from transfer_failure where ${runId === null ? 'true' : `run_id = ${runId}`}`,
  )
  const sums = events("select settled_at_ms as atMs, base_units as by from transfer where state = 'paid'")
  return {
    claims: bounds(claims),
    sent: bounds(sent),
    queued: bounds(claims, negative(sent)),
    paid: bounds(paid),
    inFlight: bounds(signed, negative(ended)),
    failed: bounds(failed),
    sentBaseUnits: bounds(sums),
  }
}

const negative = (events: Event[]) => events.map(({ atMs, by }) => ({ atMs, by: -by }))

/** What rises counts for the most as soon as it may have been, for the least only once it was for certain; what falls, the other way round. */
function boundsOf(events: readonly Event[], fromMs: number, toMs: number): Bounds {
  const sum = (isCounted: (event: Event) => boolean) =>
    events.filter(isCounted).reduce((total, { by }) => total + by, 0n)
  return {
    least: sum(({ atMs, by }) => atMs <= (by > 0n ? fromMs : toMs)),
    most: sum(({ atMs, by }) => atMs <= (by > 0n ? toMs : fromMs)),
  }
}

/** What a window of the panel says, as texts, each part with the moment that it names. */
interface PanelTexts {
  strip: {
    /** "12:31:05" */
    asOf: string
    isSilent: boolean
    /** "Waiting since 12:31:05" */
    state: string
    /** "145 of 2,000 · 20 in flight" */
    counts: string | null
    /** The balance; null while none is known. */
    tokens: string | null
  } | null
  /** The names of facts and cards, and their values. */
  facts: Record<string, string>
  /** The parts of the payout's bar. */
  bar: Record<string, string>
  /** The steps of the overview. */
  steps: string[]
  /** The progress on Monitor. */
  progress: { asOf: string; counts: string } | null
  /** The newest of the past runs, or the run of the page. */
  run: { asOf: string; counts: string } | null
}

const READ = `(() => {
  const all = (selector, root) => root ? [...root.querySelectorAll(selector)] : []
  const text = (element) => element?.textContent.trim() ?? ''
  const first = (elements, words) => {
    for (const element of elements) {
      const found = words.exec(text(element))
      if (found) return found[1] ?? found[0]
    }
    return null
  }
  const strip = document.querySelector('section[aria-label="What goes on"]')
  const spans = all('span', strip)
  const asOf = first(spans, /^(?:as of|No answer since) ([\\d:]+)$/)
  const pairs = (elements, name, value) => Object.fromEntries(elements.map((each) => [text(name(each)), text(value(each))]))
  const past = document.querySelector('section[aria-label="Past runs"]')
  const moments = (root) => all('p', root).filter((each) => /^As of /.test(text(each)))
  const ofRuns = /^([\\d,]+ payments?: [\\d,]+ paid, [\\d,]+ failed(?:, [\\d,]+ on hold)?)$/
  const clock = (element) => /[\\d:]{8}$/.exec(text(element))?.[0] ?? ''
  const runPage = document.querySelector('section[aria-label="Payments of the run"]') ? document : past
  const runMoment = moments(runPage).at(0)
  const progressMoment = moments(document).find((each) => !past?.contains(each))
  const counted = first(all('p', runPage), ofRuns)
  const bars = first(all('p', document), /^([\\d,]+ \\/ [\\d,]+)$/)
  return {
    strip: asOf === null ? null : {
      asOf,
      isSilent: first(spans, /^No answer since/) !== null,
      state: text(strip.querySelector('span[role="status"]')),
      counts: first(spans, /^[\\d,]+ of [\\d,]+(?: ·.*)?$/),
      tokens: first(all('dl > div', strip), /^Tokens in the wallet([\\d,.]+)/),
    },
    facts: pairs(all('dl > div', document), (each) => each.querySelector('dt'), (each) => each.querySelector('dd')),
    bar: pairs(all('section[aria-label="Payout progress"] li', document), (each) => each.children[1], (each) => each.children[2]),
    steps: all('ul[aria-label="Next"] li > span', document).map(text),
    progress: bars && progressMoment ? { asOf: clock(progressMoment), counts: bars } : null,
    run: counted && runMoment ? { asOf: clock(runMoment), counts: counted } : null,
  }
})()`

/** Reads everything at once: the page draws nothing between two of its parts. */
export function readPanel(page: Page): Promise<PanelTexts> {
  return page.evaluate<PanelTexts>(READ)
}
