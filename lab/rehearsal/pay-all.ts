import { setTimeout as delay } from 'node:timers/promises'
import { createSolanaRpc, type Signature } from '@solana/kit'
import { endpoints } from '#api-schema/endpoints.ts'
import type { HeldTransaction, SettleHoldBody } from '#api-schema/runs.ts'
import type { Progress } from '#bin/read-options.ts'
import { HOLD_CONFIRMATION } from '#domain/payout-states.ts'
import type { Environment } from '#lab/environment/environment.ts'
import { type CallCounts, callsBetween, readCalls } from '#lab/localnet/call-counter.ts'
import { readFaults, switchFaults } from '#lab/localnet/faults/faults.ts'
import { type PortalClient, PortalResponseError } from './portal-client.ts'
import type { RehearsalOptions } from './rehearsal-environment.ts'

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

/** Tells nobody. */
const SILENT: Progress = { step: () => {}, count: () => {} }

const POLL_MS = 500

/**
 * The time without a payment after which the faults are switched off, and after which a rehearsal gives up.
 */
const TIMEOUT_MS = 120_000

/** The same where servers, disks and databases fail meanwhile. */
const TIMEOUT_IN_TROUBLE_MS = 300_000

/** Configures the sender, whose key the environment has, as an operator would, and presses Start until everyone is paid. */
export async function payAll(
  client: PortalClient,
  environment: Environment,
  options: RehearsalOptions,
  adminPassword: string,
  progress: Progress,
): Promise<Payment> {
  await client.signIn(adminPassword)
  await configureSender(client, environment, {
    ...(options.treasury && { paidFrom: environment.wallet.address }),
    batchSize: options.batchSize,
    delayBetweenBatches: options.delayMs,
  })
  const startedMs = Date.now()
  const callsBefore = await readCalls(environment.rpcUrl)
  if (options.faults) await switchFaults(environment.rpcUrl, options.faults)
  await untilPaid(client, options.claimants, TIMEOUT_MS, progress)

  const misbehaviour = options.faults ? await endFaults(client, environment, progress) : undefined
  if (misbehaviour) await untilPaid(client, options.claimants, TIMEOUT_MS, progress)
  const rpcCalls = callsBetween(callsBefore, await readCalls(environment.rpcUrl))
  const { queuedClaimsCount } = await client.send(endpoints.bulkSender.status)
  const count = options.claimants - queuedClaimsCount
  return { count, seconds: secondsSince(startedMs), rpcCalls, misbehaviour }
}

/** Has the bulk sender pay from the wallet of an environment. */
export async function configureSender(
  client: PortalClient,
  { rpcUrl, walletKeyJson, mint }: Environment,
  terms: { batchSize: number; delayBetweenBatches: number; paidFrom?: string },
): Promise<void> {
  const body = { rpcUrl, privateKey: walletKeyJson, tokenMintAddress: mint, ...terms }
  await client.send(endpoints.bulkSender.config, { body })
}

/**
 * Presses Start whenever nothing runs and something is owed. Gives up when nothing was paid for `timeoutMs`:
 * the report will show it.
 */
export async function untilPaid(
  client: PortalClient,
  claimants: number,
  timeoutMs = TIMEOUT_IN_TROUBLE_MS,
  progress = SILENT,
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

/**
 * Settles transactions on hold as an operator would: by their state on the chain. A transaction that the
 * chain has not decided either stays on hold. Returns how many payments were on hold.
 */
export async function settleHeld(client: PortalClient, rpcUrl: string): Promise<number> {
  const { holds } = await client.send(endpoints.bulkSender.holds)
  for (const hold of holds) {
    // A payment that was never signed is not on the chain.
    const decision = hold.attemptId === null ? null : await decide(rpcUrl, hold)
    if (decision) await settle(client, decision)
  }
  return holds.reduce((sum, { transfers }) => sum + transfers.length, 0)
}

async function decide(rpcUrl: string, hold: HeldTransaction): Promise<SettleHoldBody | null> {
  const rpc = createSolanaRpc(rpcUrl)
  const height = await rpc.getBlockHeight({ commitment: 'finalized' }).send()
  const { value } = await rpc
    .getSignatureStatuses([hold.signature as Signature], { searchTransactionHistory: true })
    .send()
  const status = value[0] ?? null
  const { attemptId } = hold
  if (status === null) {
    const isOver = height > BigInt(hold.lastValidBlockHeight)
    return isOver ? { attemptId, as: 'expired', confirm: HOLD_CONFIRMATION } : null
  }
  if (status.confirmationStatus !== 'finalized') return null
  return status.err === null
    ? { attemptId, as: 'paid', tx: hold.signature }
    : { attemptId, as: 'expired', confirm: HOLD_CONFIRMATION }
}

async function settle(client: PortalClient, decision: SettleHoldBody): Promise<void> {
  try {
    await client.send(endpoints.bulkSender.settleHold, { body: decision })
  } catch (error) {
    // The server examines holds by itself, and may have been quicker.
    if (!(error instanceof PortalResponseError)) throw error
  }
}
