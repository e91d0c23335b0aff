import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** One guard's tests hang where they take longer. */
const LONGEST_RUN_MS = 5 * 60_000

/** The outcome of a test run: `unloadable` when nothing failed but something could not be loaded or prepared. */
export type TestOutcome = 'passed' | 'failed' | 'hung' | 'unloadable'

export interface TestRun {
  outcome: TestOutcome
  /** The first that failed, or why nothing could be run. */
  firstFailure: string | null
  seconds: number
}

/** The part of vitest's JSON report that is used here. */
interface Report {
  success: boolean
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[]
}

export interface RunOptions {
  workers?: number
  /** After this time the run hangs. */
  longestMs?: number
  /** Ends the run; the promise then rejects with an AbortError. */
  signal: AbortSignal
}

/** Runs test files in a copy of the repository, until the first test fails. */
export async function runTests(
  folder: string,
  tests: readonly string[],
  { workers = 1, longestMs = LONGEST_RUN_MS, signal }: RunOptions,
): Promise<TestRun> {
  const startedMs = performance.now()
  const reportFile = join(folder, 'vitest-report.json')
  rmSync(reportFile, { force: true })
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  // A test that fails only once fails because the machine is busy, and shows nothing.
  const limits = ['--bail=1', '--retry=1', `--maxWorkers=${workers}`]
  const report = ['--reporter=json', `--outputFile=${reportFile}`]
  const child = spawn(process.execPath, [vitest, 'run', ...tests, ...limits, ...report], {
    cwd: folder,
    stdio: 'ignore',
    signal,
    killSignal: 'SIGKILL',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), longestMs)
  const [code] = await once(child, 'exit').finally(() => clearTimeout(timer))
  const seconds = (performance.now() - startedMs) / 1000
  return { ...(code === null ? HUNG : read(reportFile)), seconds }
}

const HUNG = { outcome: 'hung', firstFailure: null } as const

function read(reportFile: string): Omit<TestRun, 'seconds'> {
  const { success, testResults } = readReport(reportFile)
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(hasFailed)
  if (failed) return { outcome: 'failed', firstFailure: failed.fullName }
  if (success) return { outcome: 'passed', firstFailure: null }
  const message = testResults.find((result) => result.message !== '')?.message ?? 'vitest gave no report'
  return { outcome: 'unloadable', firstFailure: message }
}

function readReport(reportFile: string): Report {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  } catch {
    return { success: false, testResults: [] }
  }
}

function hasFailed({ status }: { status: string }): boolean {
  return status === 'failed'
}
