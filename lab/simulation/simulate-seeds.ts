import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { FAULT_KINDS, type FaultCounts, noFaults } from './fault-injector.ts'
import { COUNTS, INVARIANTS, noCounts, type SeedCounts, type SeedOutcome } from './reconcile-seed.ts'

/** The results of many seeds. `SeedCounts` has what was tried and what came of it. */
export interface SimulationReport extends SeedCounts {
  seeds: number
  faults: FaultCounts
  /** Seeds that broke an invariant: each replays exactly. */
  failed: SeedOutcome[]
  seconds: number
}

export interface SimulationOptions {
  firstSeed: number
  seeds: number
  workers?: number
  /** Ends at the first seed that breaks an invariant. */
  stopAtFailure?: boolean
  onSeed?(done: number): void
}

export function isBroken(outcome: SeedOutcome): boolean {
  return INVARIANTS.some((name) => outcome[name] > 0)
}

/** Plays seeds side by side in worker threads. */
export async function simulateSeeds(options: SimulationOptions): Promise<SimulationReport> {
  const { firstSeed, seeds, stopAtFailure = false, workers = availableParallelism() } = options
  const startedMs = Date.now()
  const report: SimulationReport = {
    seeds: 0,
    faults: noFaults(),
    ...noCounts(),
    failed: [],
    seconds: 0,
  }
  let next = firstSeed
  const nextSeed = (): number | null => {
    const isOver = next >= firstSeed + seeds || (stopAtFailure && report.failed.length > 0)
    return isOver ? null : next++
  }
  const take = (outcome: SeedOutcome) => {
    add(report, outcome)
    options.onSeed?.(report.seeds)
  }
  await Promise.all(Array.from({ length: Math.min(workers, seeds) }, () => work(nextSeed, take)))
  report.seconds = (Date.now() - startedMs) / 1000
  return report
}

function work(nextSeed: () => number | null, take: (outcome: SeedOutcome) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url))
    worker.on('message', (message: SeedOutcome | 'ready') => {
      if (message !== 'ready') take(message)
      worker.postMessage(nextSeed())
    })
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}

function add(report: SimulationReport, outcome: SeedOutcome): void {
  report.seeds += 1
  for (const name of COUNTS) report[name] += outcome[name]
  for (const kind of FAULT_KINDS) report.faults[kind] += outcome.faults[kind]
  if (isBroken(outcome)) report.failed.push(outcome)
}
