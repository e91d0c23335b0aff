import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { makeThrowawayHolder, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { Balancer } from './balancer.ts'
import { allocationOf, CLAIMS_OF_ALL, ClaimTraffic, type TrafficKind } from './claim-traffic.ts'
import { Fleet } from './fleet.ts'
import { PortalClient } from './portal-client.ts'

export interface RollingDeploysOptions {
  /** Made at least; more while the servers are rolled for the first time. */
  requests: number
  servers: number
  requestsAtOnce: number
  /** SHUTDOWN_DELAY_MS of each server. */
  shutdownDelayMs: number
}

export interface RollingDeploysOutcome {
  answered: Record<TrafficKind, number>
  /** Requests that were not answered as they should. */
  failed: number
  /** Some of the reasons. */
  reasons: string[]
  /** Acknowledged claims that the records do not have. */
  lost: number
  /** Servers that were stopped and started again. */
  deploys: number
  /** Of them, ends with anything but status 0. */
  badEnds: number
  /** Connections that the balancer met refused. */
  refused: number
  slowestRequestMs: number
  /** From SIGTERM to the end of the process, SHUTDOWN_DELAY_MS included. */
  slowestStopMs: number
  /** From the start of the process until the balancer sends it requests. */
  slowestStartMs: number
}

const REASONS_SHOWN = 10

/** Rolls servers on one PostgreSQL behind a balancer, one after the other, again and again, while people claim. */
export async function rollDeploys(options: RollingDeploysOptions): Promise<RollingDeploysOutcome> {
  await using parts = new AsyncDisposableStack()
  const postgres = await startPostgres()
  parts.defer(() => postgres.stop())
  const folder = await mkdtemp(join(tmpdir(), 'ferry-deploys-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const holders = await Promise.all(
    Array.from({ length: Math.ceil(options.requests * CLAIMS_OF_ALL) }, makeThrowawayHolder),
  )
  const env = {
    DATABASE_URL: await postgres.createDatabase(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SHUTDOWN_DELAY_MS: String(options.shutdownDelayMs),
  }
  const fleet = parts.use(
    new RolledFleet({
      folder,
      allocationsFile: await writeList(folder, holders),
      adminPassword: 'a password for deploys',
      env: () => env,
    }),
  )
  for (let number = 0; number < options.servers; number++) await fleet.start(number)
  const balancer = parts.use(await Balancer.open(fleet.origins))
  await Promise.all(fleet.origins.map((origin) => balancer.untilReady(origin)))

  const traffic = new ClaimTraffic(new PortalClient(balancer.url), holders)
  let isRolled = false
  const isEnough = () => traffic.count >= options.requests
  const flowing = traffic.flow(options.requestsAtOnce, () => isRolled && isEnough())
  try {
    while (fleet.deploys < options.servers || !isEnough()) await fleet.deployNext(balancer)
  } finally {
    isRolled = true
    await flowing
  }
  const reasons = [...traffic.failures, ...balancer.failures].slice(0, REASONS_SHOWN)
  return {
    answered: traffic.answered,
    failed: traffic.failures.length,
    reasons,
    lost: await traffic.countLost(),
    deploys: fleet.deploys,
    badEnds: fleet.badEnds,
    refused: balancer.refused,
    slowestRequestMs: Math.round(traffic.slowestMs),
    slowestStopMs: Math.round(fleet.slowestStopMs),
    slowestStartMs: Math.round(fleet.slowestStartMs),
  }
}

async function writeList(folder: string, holders: readonly ThrowawayHolder[]): Promise<string> {
  const path = join(folder, 'holders.csv')
  const rows = holders.map(({ address }, index) => `${address},${allocationOf(index)}`)
  await writeFile(path, ['address,amountUA', ...rows].join('\n'))
  return path
}

/** A fleet whose servers are stopped and started again one after the other. */
class RolledFleet extends Fleet {
  deploys = 0
  badEnds = 0
  slowestStopMs = 0
  slowestStartMs = 0

  /** Stops the server whose turn it is, starts it again, and waits until it is sent requests. */
  async deployNext(balancer: Balancer): Promise<void> {
    const number = this.deploys % this.servers.length
    const server = this.server(number)
    const stoppedMs = performance.now()
    const ended = once(server.process, 'exit')
    await server.stop()
    const [status] = await ended
    if (status !== 0) this.badEnds += 1
    const startedMs = performance.now()
    const { url } = await this.start(number)
    await balancer.untilReady(url)
    this.slowestStopMs = Math.max(this.slowestStopMs, startedMs - stoppedMs)
    this.slowestStartMs = Math.max(this.slowestStartMs, performance.now() - startedMs)
    this.deploys += 1
  }
}
