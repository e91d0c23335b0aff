import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openAsBlob, openSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#lab/environment/free-ports.ts'
import { confirmUpload, PortalClient } from '#lab/rehearsal/portal-client.ts'
import type { Figures } from './benchmark.ts'
import { measureScript } from './measure-script.ts'

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  port: number
  /** From its start to the first answer that it is ready. */
  secondsToReady: number
  /** The memory that it holds now. */
  residentMb(): number
  /** The most memory that it has held, and NaN where the system is not Linux. */
  peakMb(): number
  /** The processor time that it has taken so far, of all its threads; NaN where the system is not Linux. */
  cpuMs(): number
}

const ROOT = join(import.meta.dirname, '../..')
const ADMIN_PASSWORD = 'a password for the benchmarks'
const LOOK_EVERY_MS = 50

/** What `npm start` gives to Node. */
export const SERVERS_NODE_ARGS = ['--max-semi-space-size=8']

/**
 * Starts the real server as the image and the systemd unit do, behind a proxy that names each visitor: limits count as they do in service.
 * No node of Solana is asked: an address on the curve is taken without, and the obvious server asks none.
 */
export async function startFerry(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  await mkdir(folder, { recursive: true })
  const args = [...SERVERS_NODE_ARGS, '--import', './src/bin/require-node-24.js', 'src/bin/serve.ts']
  return startProcess(args, {
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ADMIN_PASSWORD,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      SOLANA_RPC_URL: 'http://127.0.0.1:1',
      TRUST_PROXY: 'on',
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      ...env,
    },
    log: join(folder, 'ferry.log'),
    path: '/api/ready?scope=traffic',
  })
}

/** Starts a script of this folder that listens on PORT. */
export function startScript(script: string, args: readonly string[], log: string): Promise<ServerProcess> {
  return startProcess([join(import.meta.dirname, script), ...args], { env: {}, log, path: '/' })
}

/** Starts a server whose standard output goes to a file, as it does in service, and waits until `path` is answered with 200. */
async function startProcess(
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
    secondsToReady,
    residentMb: () =>
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
    peakMb: () => Number(/^VmHWM:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? Number.NaN) / 1024,
    cpuMs: () => cpuMsOf(readProc(pid, 'stat')),
    /** As an operator ends it. */
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function readProc(pid: number, file: string): string {
  const path = `/proc/${pid}/${file}`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Reads Linux's account of a process: 14 and 15 of `proc_pid_stat(5)`, in hundredths of a second, counted from behind the name. */
function cpuMsOf(stat: string): number {
  const fields = stat.replace(/^.*\) /s, '').split(' ')
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

/** Signs in at a portal's panel. */
export async function openPanel({ port }: ServerProcess): Promise<PortalClient> {
  const client = new PortalClient(`http://127.0.0.1:${port}`)
  await client.signIn(ADMIN_PASSWORD)
  return client
}

/** Uploads a list, answers what is asked about it, and returns the seconds until it is in force. */
export async function uploadList(panel: PortalClient, path: string): Promise<number> {
  const file = new File([await openAsBlob(path)], basename(path))
  const startedMs = performance.now()
  await confirmUpload(panel, file)
  return (performance.now() - startedMs) / 1000
}

/**
 * Runs a script of load on a server, and adds the processor time that the server took for each answer: it depends less than the rest on
 * what else the machine does.
 */
export async function loadServer(
  server: ServerProcess,
  script: string,
  args: readonly (string | number)[],
): Promise<Figures> {
  const beforeMs = server.cpuMs()
  const { answered = Number.NaN, ...figures } = await measureScript(script, [server.port, ...args])
  const perAnswer = ((server.cpuMs() - beforeMs) * 1000) / answered
  return Number.isNaN(perAnswer) ? figures : { ...figures, 'CPU µs each': perAnswer }
}
