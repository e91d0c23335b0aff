import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Figures } from '#lab/bench/benchmark.ts'
import { addressOf } from '#lab/bench/fill-store.ts'
import { PortalClient } from '#lab/rehearsal/portal-client.ts'
import { ADMIN_PASSWORD, startFerry } from '../load/own-process.ts'

/** So many lookups are sent each second, whether the one before was answered or not. */
const LOOKUPS_PER_SECOND = 100

const REST_MS = 8_000

/** Uploads a holder list to a real server over HTTP while others look up their allocations. Linux: memory is read from /proc. */
export async function measureServedUpload(path: string, rowCount: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'ferry-bench-'))
  const server = await startFerry(folder, { SOLANA_RPC_URL: 'http://127.0.0.1:1' })
  const url = `http://127.0.0.1:${server.port}`
  try {
    const client = new PortalClient(url)
    await client.signIn(ADMIN_PASSWORD)
    const before = await readMemory(server.pid)
    const lookups = new Lookups(url, rowCount)
    const start = performance.now()
    const form = await openAsBlob(path)
    const { count } = await client.send(endpoints.admin.upload, {
      file: new File([form], basename(path)),
    })
    const seconds = (performance.now() - start) / 1000
    const lookupFigures = await lookups.stop()
    if (count !== rowCount) throw new Error(`${count} rows instead of ${rowCount}`)
    await delay(REST_MS)
    const after = await readMemory(server.pid)
    return {
      'rows/s': count / seconds,
      seconds,
      'peak MB': after.peakMB,
      'MB at rest': after.restMB,
      'MB before': before.restMB,
      ...lookupFigures,
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Looks addresses up at a steady pace. */
class Lookups {
  readonly #url: string
  readonly #rowCount: number
  readonly #sent: Promise<number>[] = []
  readonly #timer: NodeJS.Timeout

  constructor(url: string, rowCount: number) {
    this.#url = url
    this.#rowCount = rowCount
    this.#timer = setInterval(() => this.#sent.push(this.#lookUp()), 1000 / LOOKUPS_PER_SECOND)
  }

  async stop(): Promise<Figures> {
    clearInterval(this.#timer)
    const times = (await Promise.all(this.#sent)).sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0
    return { 'lookup p50 ms': at(0.5), 'lookup p99 ms': at(0.99), 'lookup most ms': at(1) }
  }

  async #lookUp(): Promise<number> {
    const number = this.#sent.length
    const start = performance.now()
    const eth = addressOf((number * 7_919) % this.#rowCount)
    const response = await fetch(`${this.#url}/api/allocations?eth=${eth}`, {
      // Each from a client of its own: one alone may not send as many.
      headers: { 'x-forwarded-for': `10.1.${(number >> 8) & 255}.${number & 255}` },
    })
    await response.text()
    if (!response.ok) throw new Error(`A lookup was answered with ${response.status}`)
    return performance.now() - start
  }
}

async function readMemory(pid: number): Promise<{ restMB: number; peakMB: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { restMB: read('VmRSS'), peakMB: read('VmHWM') }
}
