import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSolanaRpc } from '@solana/kit'
import { expect, test } from 'vitest'
import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import { prepareGround, type RehearsalGround, type RehearsalServer, startServer } from '#rehearsal/ground.ts'
import { PortalClient } from '#rehearsal/portal-client.ts'
import { readPayoutCost, readTokenBalances } from '#rehearsal/read-chain.ts'
import { makeThrowawayHolder, signClaim, type ThrowawayHolder } from '#rehearsal/throwaway-holder.ts'

/** Each ground is killed over and over by itself; side by side they spend the waiting together. */
const GROUNDS = 4
const KILLS_EACH = 5
const CLAIMANTS_EACH = 70
const PASSWORD = 'a password for the kill test'

/** From just before a restarted server may lease the wallet until well into its sending. */
const KILL_AFTER_MS = { min: 3_500, max: 7_000 }

test(`${GROUNDS * KILLS_EACH} kills at varied moments of a run: everyone is paid exactly once`, {
  timeout: 240_000,
}, async () => {
  const outcomes = await Promise.all(Array.from({ length: GROUNDS }, rehearseWithKills))
  expect(outcomes.reduce((sum, { kills }) => sum + kills, 0)).toBe(GROUNDS * KILLS_EACH)
  // A kill after the run has ended would show nothing.
  expect(outcomes.every(({ killsDuringRun }) => killsDuringRun >= KILLS_EACH - 1)).toBe(true)
  for (const { onChain, owed, transactions } of outcomes) {
    expect(onChain).toEqual(owed)
    expect(transactions).toBeGreaterThanOrEqual(Math.ceil(CLAIMANTS_EACH / 9))
  }
})

async function rehearseWithKills() {
  const ground = await prepareGround(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const holders = await Promise.all(Array.from({ length: CLAIMANTS_EACH }, makeThrowawayHolder))
    const allocationsFile = writeHolderList(ground, holders)
    const start = () => startServer(ground, { allocationsFile, adminPassword: PASSWORD, port: 0 })

    let server = await start()
    await claimAndStart(server, ground, holders)
    let killsDuringRun = 0
    for (let kill = 0; kill < KILLS_EACH; kill++) {
      await delay(randomInt(KILL_AFTER_MS.min, KILL_AFTER_MS.max))
      if ((await signedIn(server).then((client) => client.senderStatus())).running) killsDuringRun += 1
      await server.kill()
      server = await start()
    }
    await runToItsEnd(server)
    await server.stop()
    return { kills: KILLS_EACH, killsDuringRun, ...(await readOutcome(ground, holders)) }
  } finally {
    await ground.close()
  }
}

function amountOf(index: number): AmountUA {
  return `${index + 1}.000000001` as AmountUA
}

function writeHolderList(ground: RehearsalGround, holders: readonly ThrowawayHolder[]): string {
  const file = join(ground.folder, 'holders.csv')
  const rows = holders.map((holder, index) => `${holder.address},${amountOf(index)}`)
  writeFileSync(file, ['address,amountUA', ...rows].join('\n'))
  return file
}

async function claimAndStart(
  server: RehearsalServer,
  ground: RehearsalGround,
  holders: readonly ThrowawayHolder[],
) {
  const client = await signedIn(server)
  for (const holder of holders) {
    const { amountUA } = await client.allocation(holder.address)
    await client.submitClaim(await signClaim(holder, amountUA, '0x38'))
  }
  await client.configureSender({
    rpcUrl: ground.rpcUrl,
    privateKey: ground.senderKeyJson,
    tokenMintAddress: ground.mint,
    batchSize: 3,
    delayBetweenBatches: 1000,
  })
  await client.startSending()
}

async function signedIn(server: RehearsalServer): Promise<PortalClient> {
  const client = new PortalClient(server.url)
  await client.signIn(PASSWORD)
  return client
}

/** By itself: nobody presses Start again. */
async function runToItsEnd(server: RehearsalServer): Promise<void> {
  const client = await signedIn(server)
  for (;;) {
    const { running, progress } = await client.senderStatus()
    if (!running) {
      expect(progress).toMatchObject({ status: 'completed', successful: CLAIMANTS_EACH, failed: 0, held: 0 })
      return
    }
    await delay(500)
  }
}

async function readOutcome(ground: RehearsalGround, holders: readonly ThrowawayHolder[]) {
  const rpc = createSolanaRpc(ground.rpcUrl)
  const wallets = holders.map((holder) => holder.solanaAddress)
  // What the server saw finalized last may still lie on the newest slot.
  await delay(2_000)
  const onChain = await readTokenBalances(rpc, ground.mint, wallets)
  const { transactions } = await readPayoutCost(rpc, ground.mint, ground.sender.address)
  return { onChain, transactions, owed: holders.map((_, index) => toBaseUnits(amountOf(index), 9).baseUnits) }
}
