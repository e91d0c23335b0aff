import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prepareGround, startServer } from '#rehearsal/ground.ts'
import {
  claimAndStart,
  expectPaidOnce,
  expectToComplete,
  PASSWORD,
  prepareSmallMigration,
  signedIn,
} from '../harness/small-migration.ts'

/** Each ground is killed over and over by itself; side by side they spend the waiting together. */
const GROUNDS = 4
const KILLS_EACH = 5
const CLAIMANTS_EACH = 70

/** From just before a restarted server may lease the wallet until well into its sending. */
const KILL_AFTER_MS = { min: 3_500, max: 7_000 }

test(`${GROUNDS * KILLS_EACH} kills at varied moments of a run: everyone is paid exactly once`, {
  timeout: 240_000,
}, async () => {
  const killsDuringRuns = await Promise.all(Array.from({ length: GROUNDS }, payWhileKilled))
  // A kill after the run has ended would show nothing.
  expect(killsDuringRuns.every((kills) => kills >= KILLS_EACH - 1)).toBe(true)
})

/** Returns how many of the kills met a run under way. */
async function payWhileKilled(): Promise<number> {
  const ground = await prepareGround(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const migration = await prepareSmallMigration(ground, CLAIMANTS_EACH)
    const { allocationsFile } = migration
    const start = () => startServer(ground, { allocationsFile, adminPassword: PASSWORD, port: 0 })

    let server = await start()
    await claimAndStart(server, ground, migration)
    let killsDuringRun = 0
    for (let kill = 0; kill < KILLS_EACH; kill++) {
      await delay(randomInt(KILL_AFTER_MS.min, KILL_AFTER_MS.max))
      const client = await signedIn(server)
      if ((await client.senderStatus()).running) killsDuringRun += 1
      await server.kill()
      server = await start()
    }
    await expectToComplete(server, migration)
    await server.stop()
    await expectPaidOnce(ground, migration)
    return killsDuringRun
  } finally {
    await ground.close()
  }
}
