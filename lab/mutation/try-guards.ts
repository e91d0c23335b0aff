import { copySources, type SourceCopy } from './copy-sources.ts'
import type { Guard } from './mutant.ts'
import { removeGuard } from './remove-guard.ts'
import { runTests, type TestRun } from './run-tests.ts'

/** The result for one guard: `lived` when every test stayed green without it, `broken` when the code did not even load. */
export interface GuardResult {
  name: string
  file: string
  outcome: 'killed' | 'lived' | 'broken'
  /** The test that noticed, or why the code without the guard could not be tested. */
  reason: string | null
  seconds: number
}

/** All the tests that guards name, together: as long as the gate takes on a busy machine. */
const LONGEST_UNALTERED_MS = 40 * 60_000

export interface TryOptions {
  jobs: number
  /** Ends everything; the promise then rejects with an AbortError. */
  signal: AbortSignal
}

/** Runs every test file that the guards name once, with all guards in place. */
export async function runUnaltered(guards: readonly Guard[], { jobs, signal }: TryOptions): Promise<TestRun> {
  using copy = copySources()
  const tests = [...new Set(guards.flatMap((guard) => guard.tests))].sort()
  return await runTests(copy.folder, tests, { workers: jobs, longestMs: LONGEST_UNALTERED_MS, signal })
}

/** Removes the guards one by one, several side by side, each in a copy of the sources, and runs their tests. */
export async function tryGuards(
  guards: readonly Guard[],
  { jobs, signal }: TryOptions,
  onResult: (result: GuardResult) => void,
): Promise<GuardResult[]> {
  const waiting = guards[Symbol.iterator]()
  const results: GuardResult[] = []
  async function work() {
    using copy = copySources()
    for (const guard of waiting) {
      const result = await tryGuard(copy, guard, signal)
      results.push(result)
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, guards.length) }, work))
  return results
}

async function tryGuard({ folder }: SourceCopy, guard: Guard, signal: AbortSignal): Promise<GuardResult> {
  const putBack = removeGuard(folder, guard)
  try {
    const run = await runTests(folder, guard.tests, { signal })
    return { name: guard.name, file: guard.file, seconds: run.seconds, ...classify(run) }
  } finally {
    putBack()
  }
}

/** Classifies a test run. A test that never ends has noticed the removal too. */
function classify({ outcome, firstFailure }: TestRun): Pick<GuardResult, 'outcome' | 'reason'> {
  switch (outcome) {
    case 'passed':
      return { outcome: 'lived', reason: null }
    case 'failed':
      return { outcome: 'killed', reason: firstFailure }
    case 'hung':
      return { outcome: 'killed', reason: 'the tests did not come to an end' }
    case 'unloadable':
      return { outcome: 'broken', reason: firstFailure }
  }
}
