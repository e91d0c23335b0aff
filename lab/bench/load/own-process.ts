import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../test/harness/free-port.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  port: number
  pid: number
  /** From its start to the first answer that it is ready. */
  secondsToReady: number
  /** The memory that it holds now. */
  residentMb(): number
  /** The processor time that it has taken so far, of all its threads; null where the system does not tell. */
  cpuMs(): number | null
  /** Ends it, as an operator does. */
  stop(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const LOOK_EVERY_MS = 50

/** Starts a server whose standard output goes to a file, as it does in service, and waits until `path` is answered with 200. */
export async function startProcess(
  args: readonly string[],
  { env, log, path }: { env: Record<string, string>; log: string; path: string },
): Promise<ServerProcess> {
  const port = await freePort()
  const output = openSync(log, 'a')
  const startedMs = performance.now()
  const child = spawn(process.execPath, [...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
    stdio: ['ignore', output, output],
  })
  const ended = once(child, 'exit')
  while (!(await isReady(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null)
      throw new Error(`${args.join(' ')} ended:\n${readFileSync(log, 'utf8').slice(-2000)}`)
    await delay(LOOK_EVERY_MS)
  }
  const secondsToReady = (performance.now() - startedMs) / 1000
  const { pid = 0 } = child
  return {
    port,
    pid,
    secondsToReady,
    residentMb: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
    cpuMs: () => cpuMsOf(pid),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Reads Linux's account of a process: 14 and 15 of `proc_pid_stat(5)`, in hundredths of a second, counted from behind the name. */
function cpuMsOf(pid: number): number | null {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return null
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** What `npm start` gives to Node. */
export const SERVERS_NODE_ARGS = ['--max-semi-space-size=8']

/**
 * Starts the real server as the image and the systemd unit do, behind a proxy that names each visitor: limits count as they do in service.
 */
export function startFerry(
  folder: string,
  env: Record<string, string>,
  nodeArgs: readonly string[] = [],
): Promise<ServerProcess> {
  const args = [
    ...nodeArgs,
    ...SERVERS_NODE_ARGS,
    '--import',
    './src/bin/require-node-24.js',
    'src/bin/serve.ts',
  ]
  return startProcess(args, {
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ADMIN_PASSWORD,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRUST_PROXY: 'on',
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      ...env,
    },
    log: join(folder, 'ferry.log'),
    path: '/api/ready?scope=traffic',
  })
}

export const ADMIN_PASSWORD = 'a password for the benchmarks'

/** Starts a script of the benchmarks that listens on PORT. */
export function startScript(script: string, args: readonly string[], log: string): Promise<ServerProcess> {
  const path = join(dirname(fileURLToPath(import.meta.url)), script)
  return startProcess([path, ...args], { env: {}, log, path: '/' })
}
