import { type CallCounts, countCalls } from './call-counter.ts'
import { Cluster, type ClusterOptions } from './cluster.ts'
import { createFaucet } from './faucet.ts'
import type { FaultPlanInput } from './faults/fault-plan.ts'
import { createFaults, type Faults, faultsEndpoint } from './faults/faults.ts'
import { answerMethod } from './rpc-methods.ts'
import { honestNode } from './rpc-node.ts'
import { type OutOfBand, type RpcServer, startRpcServer } from './rpc-server.ts'

export interface LocalnetOptions extends ClusterOptions {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** Time between two blocks; with null, time passes only by `tick()`. */
  slotMs?: number | null
  /** Its faults, from the first slot on. None by default. */
  faults?: FaultPlanInput
}

export interface Localnet {
  url: string
  genesisHash: string
  cluster: Cluster
  /** Switches faults, as `POST /faults` does, and reports their counts. */
  faults: Pick<Faults, 'use' | 'status'>
  /** Returns the number of calls of each method, as `GET /calls` does. */
  calls(): CallCounts
  /** Opens another node of the same cluster behind a URL of its own, which never has faults. */
  openHonestNode(): Promise<RpcServer>
  /** Closes the open block and opens the next one, with the cluster's faults in between. */
  tick(): void
  close(): Promise<void>
}

/**
 * Starts a cluster of its own with an RPC server. It runs in this process, and nothing of it is kept once it is closed.
 * Throws ZodError on an invalid fault plan.
 */
export async function startLocalnet({
  host = '127.0.0.1',
  port = 0,
  slotMs = 400,
  faults: plan,
  ...clusterOptions
}: LocalnetOptions = {}): Promise<Localnet> {
  const cluster = new Cluster(clusterOptions)
  const honest = honestNode(cluster, await createFaucet(cluster))
  const faults = createFaults(honest, clusterOptions.nowMs)
  if (plan) faults.use(plan)
  const { call, counts, endpoint: callsEndpoint } = countCalls(faults.call)
  const tellFaults = faultsEndpoint(faults)
  const outOfBand: OutOfBand = (request) => tellFaults(request) ?? callsEndpoint(request)
  const server = await startRpcServer(call, { host, port, outOfBand })
  const timer = slotMs === null ? undefined : setInterval(faults.tick, slotMs)
  return {
    url: server.url,
    genesisHash: cluster.genesisHash,
    cluster,
    faults,
    calls: counts,
    openHonestNode: () =>
      startRpcServer((method, params) => answerMethod(method, params, honest), { host, port: 0 }),
    tick: faults.tick,
    close() {
      clearInterval(timer)
      return server.close()
    },
  }
}
