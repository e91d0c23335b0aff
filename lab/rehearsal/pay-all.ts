import { setTimeout as delay } from 'node:timers/promises'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Progress } from '#bin/progress.ts'
import type { Environment } from '#lab/environment/environment.ts'
import { type CallCounts, callsBetween, readCalls } from '#lab/localnet/call-counter.ts'
import { readFaults, switchFaults } from '#lab/localnet/faults/switch-faults.ts'
import { type PortalClient, PortalResponseError } from './portal-client.ts'
import type { RehearsalOptions } from './rehearsal-options.ts'
import { settleHeld } from './settle-held.ts'

export interface Timed {
  count: number
  seconds: number
}

/** The figures of the payout, and the faults at the cluster meanwhile, where they were switched on. */
export interface Payment extends Timed {
  /** The calls of each RPC method from the first Start until everyone was paid. */
  rpcCalls: CallCounts
  misbehaviour: { held: number; faults: Record<string, number> } | undefined
}

const POLL_MS = 500

/**
 * The time without a payment after which the faults are switched off, and after which a rehearsal gives up.
 */
const TIMEOUT_MS = 120_000

/** Configures the sender, whose key the environment has, as an operator would, and presses Start until everyone is paid. */
export async function payAll(
  client: PortalClient,
  environment: Environment,
  options: RehearsalOptions,
  adminPassword: string,
  progress: Progress,
): Promise<Payment> {
  await client.signIn(adminPassword)
  await client.send(endpoints.bulkSender.config, {
    body: {
      rpcUrl: environment.rpcUrl,
      privateKey: environment.walletKeyJson,
      tokenMintAddress: environment.mint,
      ...(options.treasury && { paidFrom: environment.wallet.address }),
      batchSize: options.batchSize,
      delayBetweenBatches: options.delayMs,
    },
  })
  const startedMs = Date.now()
  const callsBefore = await readCalls(environment.rpcUrl)
  if (options.faults) await switchFaults(environment.rpcUrl, options.faults)
  await untilPaid(client, options.claimants, progress, TIMEOUT_MS)

  const misbehaviour = options.faults ? await endFaults(client, environment, progress) : undefined
  if (misbehaviour) await untilPaid(client, options.claimants, progress, TIMEOUT_MS)
  const rpcCalls = callsBetween(callsBefore, await readCalls(environment.rpcUrl))
  const { queuedClaimsCount } = await client.send(endpoints.bulkSender.status)
  const count = options.claimants - queuedClaimsCount
  return { count, seconds: secondsSince(startedMs), rpcCalls, misbehaviour }
}

/**
 * Presses Start whenever nothing runs and something is owed. Gives up when nothing was paid for `timeoutMs`:
 * the report will show it.
 */
export async function untilPaid(
  client: PortalClient,
  claimants: number,
  progress: Progress,
  timeoutMs: number,
): Promise<void> {
  let lastPaidMs = Date.now()
  let lastCount: number | null = null
  let message: string | null = null
  while (Date.now() < lastPaidMs + timeoutMs) {
    const { running, queuedClaimsCount, progress: run } = await client.send(endpoints.bulkSender.status)
    if (queuedClaimsCount !== lastCount) lastPaidMs = Date.now()
    lastCount = queuedClaimsCount
    progress.count(claimants - queuedClaimsCount, claimants, 'paid')
    if (queuedClaimsCount === 0 && !running) return
    if (run?.message && run.message !== message) progress.step(`  ${run.message}`)
    message = run?.message ?? null
    if (!running) await start(client)
    await delay(POLL_MS)
  }
}

async function start(client: PortalClient): Promise<void> {
  try {
    await client.send(endpoints.bulkSender.start)
  } catch (error) {
    // A faulty node may not answer just now; an operator presses again.
    if (!(error instanceof PortalResponseError)) throw error
  }
}

async function endFaults(client: PortalClient, environment: Environment, progress: Progress) {
  const { counts } = await readFaults(environment.rpcUrl)
  await switchFaults(environment.rpcUrl, { profile: 'none', seed: 0 })
  progress.step('The cluster behaves again')
  return { held: await settleHeld(client, environment.rpcUrl), faults: counts }
}

export function secondsSince(startedMs: number): number {
  return (Date.now() - startedMs) / 1000
}
