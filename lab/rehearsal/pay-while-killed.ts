import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import { switchFaults } from '#lab/localnet/faults/faults.ts'
import { untilPaid } from './pay-all.ts'
import type { Comparison } from './read-chain.ts'
import {
  type LocalnetForm,
  prepareRehearsalEnvironment,
  quickLocalnet,
  startServer,
} from './rehearsal-environment.ts'
import { claimAndConfigure, compareMigration, prepareSmallMigration, signedIn } from './small-migration.ts'

export interface KillingOptions {
  kills: number
  claimants: number
  cluster?: LocalnetForm
  /** The faults at the cluster meanwhile; null for none. */
  faults: { profile: string; seed: number } | null
}

export interface KillingOutcome {
  kills: number
  /** Kills during a run: the others test nothing. */
  killsDuringRun: number
  comparison: Comparison
}

/** Just before a restarted server may lease the wallet. */
const KILL_AFTER_MS = 3_500

/** Until well into its sending: it signs nothing until the lifetime of a transaction is over, and its blocks are finalized. */
const KILL_WITHIN_SLOTS = 500

const QUICK: LocalnetForm = { v0: false, slotMs: 50 }

/** More than are paid between two kills, so that some are left for the last. */
export const CLAIMANTS_PER_KILL = 30

const TIMEOUT_MS = 300_000
const TIMEOUT_SLOTS = 2_000

/**
 * Kills the real server by SIGKILL, over and over, while it pays; then lets it finish, and compares records
 * and chain.
 */
export async function payWhileKilled({
  kills,
  claimants,
  cluster = QUICK,
  faults,
}: KillingOptions): Promise<KillingOutcome> {
  const environment = await prepareRehearsalEnvironment(quickLocalnet(cluster))
  try {
    const migration = await prepareSmallMigration(environment, claimants)
    const start = () => startServer(environment, { ...migration, port: 0 })
    let server = await start()
    let client = await claimAndConfigure(server, environment, migration)
    await client.send(endpoints.bulkSender.start)
    if (faults) await switchFaults(environment.rpcUrl, faults)
    let killsDuringRun = 0
    for (let kill = 0; kill < kills; kill++) {
      await delay(randomInt(KILL_AFTER_MS, KILL_WITHIN_SLOTS * cluster.slotMs))
      if ((await client.send(endpoints.bulkSender.status)).running) killsDuringRun += 1
      await server.kill()
      server = await start()
      client = await signedIn(server, migration)
    }
    if (faults) await switchFaults(environment.rpcUrl, { profile: 'none', seed: 0 })
    await untilPaid(client, claimants, TIMEOUT_MS + TIMEOUT_SLOTS * cluster.slotMs)
    const comparison = await compareMigration(client, environment, migration)
    await server.stop()
    return { kills, killsDuringRun, comparison }
  } finally {
    await environment.close()
  }
}
