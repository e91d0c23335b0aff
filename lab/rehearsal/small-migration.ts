import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSolanaRpc } from '@solana/kit'
import { endpoints } from '#api-schema/endpoints.ts'
import { type BaseUnits, toBaseUnits } from '#domain/amounts.ts'
import { type Environment, MINT_DECIMALS } from '#lab/environment/environment.ts'
import { makeThrowawayHolder, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { allocationOf, claimBody, readClaimSettings } from './claim-traffic.ts'
import { configureSender } from './pay-all.ts'
import { PortalClient } from './portal-client.ts'
import { type Comparison, compareRecords, type Reconciliation, readTokenBalances } from './read-chain.ts'
import type { RehearsalServer } from './rehearsal-environment.ts'

/** A few holders with different amounts, for rehearsals that kill the server. */
export interface SmallMigration {
  holders: ThrowawayHolder[]
  allocationsFile: string
  adminPassword: string
}

export async function prepareSmallMigration(environment: Environment, size: number): Promise<SmallMigration> {
  const holders = await Promise.all(Array.from({ length: size }, makeThrowawayHolder))
  const allocationsFile = join(environment.folder, 'holders.csv')
  const rows = holders.map((holder, index) => `${holder.address},${allocationOf(index)}`)
  writeFileSync(allocationsFile, ['address,amountUA', ...rows].join('\n'))
  return { holders, allocationsFile, adminPassword: 'a password for violent rehearsals' }
}

/** Has everyone claim, and configures the sender to be slow: three transfers a second. */
export async function claimAndConfigure(
  server: RehearsalServer,
  environment: Environment,
  migration: SmallMigration,
): Promise<PortalClient> {
  const client = await signedIn(server, migration)
  const settings = await readClaimSettings(client)
  for (const holder of migration.holders) {
    await client.send(endpoints.public.submitClaim, { body: await claimBody(client, settings, holder) })
  }
  await configureSlowly(client, environment)
  return client
}

/** Configures the sender for three transfers a second, or as many as given. */
export function configureSlowly(
  client: PortalClient,
  environment: Environment,
  batchSize = 3,
): Promise<void> {
  return configureSender(client, environment, { batchSize, delayBetweenBatches: 1000 })
}

export async function signedIn(server: RehearsalServer, migration: SmallMigration): Promise<PortalClient> {
  const client = new PortalClient(server.url)
  await client.signIn(migration.adminPassword)
  return client
}

/** Compares each holder's debt with the records and the chain. */
export async function compareMigration(
  client: PortalClient,
  environment: Environment,
  { holders }: SmallMigration,
): Promise<Comparison> {
  const owed = holders.map((_, index) => toBaseUnits(allocationOf(index), MINT_DECIMALS).baseUnits)
  return compareRecords(await reconcileHolders(client, environment, holders, owed))
}

/** Puts what each holder is owed beside the records and the chain. */
export async function reconcileHolders(
  client: PortalClient,
  { rpcUrl, mint }: Environment,
  holders: readonly ThrowawayHolder[],
  owed: readonly BaseUnits[],
): Promise<Reconciliation[]> {
  const wallets = holders.map((holder) => holder.solanaAddress)
  const onChain = await readTokenBalances(createSolanaRpc(rpcUrl), mint, wallets)
  const reconciliations: Reconciliation[] = []
  for (const [index, { address: eth, solanaAddress: wallet }] of holders.entries()) {
    const { status } = await client.send(endpoints.public.claim, { params: { eth } })
    const due = owed[index]
    if (due === undefined) throw new RangeError('There is a holder without a debt')
    reconciliations.push({ wallet, owed: due, sent: status === 'sent', onChain: onChain[index] ?? 0n })
  }
  return reconciliations
}
