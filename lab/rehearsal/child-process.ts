import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A main of ours in a process of its own. */
export interface RunningMain {
  process: ChildProcess
  /** SIGTERM, and wait until it has ended. */
  stop(): Promise<void>
  /** SIGKILL: it ends without a shutdown. */
  kill(): Promise<void>
}

/** The number of last lines that are kept, to be shown when it ends unexpectedly. */
const KEPT_LINES = 40

/**
 * Starts a main by its path from the root of the repository and waits for the first output line for which
 * `ready` returns a value. Throws with its last output when it ends before that.
 */
export async function startMain<T>(
  name: string,
  {
    args = [],
    env = {},
    ready,
    onLine = () => {},
  }: {
    args?: string[]
    env?: Record<string, string>
    ready(line: string): T | null
    /** Hears each line of its output. */
    onLine?(line: string): void
  },
): Promise<RunningMain & { answer: T }> {
  const main = fileURLToPath(new URL(`../../${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const output: string[] = []
  const answer = await new Promise<T>((resolve, reject) => {
    const read = (line: string) => {
      onLine(line)
      output.push(line)
      if (output.length > KEPT_LINES) output.shift()
      const made = ready(line)
      if (made !== null) resolve(made)
    }
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${output.join('\n')}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { process: child, answer, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Runs a main until it ends, or for so long: then the code is null. */
export async function runMain(
  name: string,
  {
    args = [],
    env = {},
    limitMs = 60_000,
  }: { args?: string[]; env?: Record<string, string>; limitMs?: number },
): Promise<{ code: number | null; output: string }> {
  const main = fileURLToPath(new URL(`../../${name}.ts`, import.meta.url))
  const child = execFile(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: string) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}
