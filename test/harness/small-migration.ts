import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSolanaRpc } from '@solana/kit'
import { expect } from 'vitest'
import { type AmountUA, toBaseUnits } from '#domain/amounts.ts'
import type { RehearsalGround, RehearsalServer } from '#rehearsal/ground.ts'
import { PortalClient } from '#rehearsal/portal-client.ts'
import { readPayoutCost, readTokenBalances } from '#rehearsal/read-chain.ts'
import { makeThrowawayHolder, signClaim, type ThrowawayHolder } from '#rehearsal/throwaway-holder.ts'

export const PASSWORD = 'a password for the kill tests'

/** A handful of holders with amounts that tell them apart, for tests that do violence to the server. */
export interface SmallMigration {
  holders: ThrowawayHolder[]
  allocationsFile: string
}

const amountOf = (index: number) => `${index + 1}.000000001` as AmountUA

export async function prepareSmallMigration(ground: RehearsalGround, size: number): Promise<SmallMigration> {
  const holders = await Promise.all(Array.from({ length: size }, makeThrowawayHolder))
  const allocationsFile = join(ground.folder, 'holders.csv')
  const rows = holders.map((holder, index) => `${holder.address},${amountOf(index)}`)
  writeFileSync(allocationsFile, ['address,amountUA', ...rows].join('\n'))
  return { holders, allocationsFile }
}

/** Everyone claims, and the operator starts a slow run: three transfers a second. */
export async function claimAndStart(
  server: RehearsalServer,
  ground: RehearsalGround,
  { holders }: SmallMigration,
): Promise<void> {
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

export async function signedIn(server: RehearsalServer): Promise<PortalClient> {
  const client = new PortalClient(server.url)
  await client.signIn(PASSWORD)
  return client
}

/** Waits until the run has ended by itself: nobody presses Start again. */
export async function expectToComplete(server: RehearsalServer, { holders }: SmallMigration): Promise<void> {
  const client = await signedIn(server)
  for (;;) {
    const { running, progress } = await client.senderStatus()
    if (!running) {
      expect(progress).toMatchObject({ status: 'completed', successful: holders.length, failed: 0, held: 0 })
      return
    }
    await delay(500)
  }
}

/** Reads the chain: what each holder was owed is what it has, to the base unit. */
export async function expectPaidOnce(ground: RehearsalGround, { holders }: SmallMigration): Promise<void> {
  const rpc = createSolanaRpc(ground.rpcUrl)
  const wallets = holders.map((holder) => holder.solanaAddress)
  // What the server saw finalized last may still lie on the newest slot.
  await delay(2_000)
  const onChain = await readTokenBalances(rpc, ground.mint, wallets)
  expect(onChain).toEqual(holders.map((_, index) => toBaseUnits(amountOf(index), 9).baseUnits))
  const { transactions } = await readPayoutCost(rpc, ground.mint, ground.sender.address)
  expect(transactions).toBeGreaterThanOrEqual(Math.ceil(holders.length / 9))
}
