import { Cluster, type ClusterOptions } from './cluster.ts'
import { createFaucet } from './faucet.ts'
import { createRpcCall } from './rpc-methods.ts'
import { startRpcServer } from './rpc-server.ts'

export interface LocalnetOptions extends ClusterOptions {
  host?: string
  /** 0 takes a free one. */
  port?: number
  /** Time between two blocks; null leaves the time to whoever calls `cluster.tick()`. */
  slotMs?: number | null
}

export interface Localnet {
  url: string
  genesisHash: string
  cluster: Cluster
  close(): Promise<void>
}

/** Starts a cluster of its own with an RPC server before it. It lives in this process and is gone when closed. */
export async function startLocalnet({
  host = '127.0.0.1',
  port = 0,
  slotMs = 400,
  ...clusterOptions
}: LocalnetOptions = {}): Promise<Localnet> {
  const cluster = new Cluster(clusterOptions)
  const call = createRpcCall(cluster, await createFaucet(cluster))
  const server = await startRpcServer(call, { host, port })
  const timer = slotMs === null ? undefined : setInterval(() => cluster.tick(), slotMs)
  return {
    url: server.url,
    genesisHash: cluster.genesisHash,
    cluster,
    close() {
      clearInterval(timer)
      return server.close()
    },
  }
}
