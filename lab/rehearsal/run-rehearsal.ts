import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { createSolanaRpc } from '@solana/kit'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Progress } from '#bin/read-options.ts'
import {
  type AmountUA,
  formatDecimalUnits,
  sumAmounts,
  sumBaseUnits,
  type TokenAmount,
  toBaseUnits,
  type Wei,
} from '#domain/amounts.ts'
import { type Environment, MINT_DECIMALS } from '#lab/environment/environment.ts'
import { makeThrowawayHolder, type ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { makeTreasury } from '#lab/environment/treasury.ts'
import { totalCalls } from '#lab/localnet/call-counter.ts'
import { createTokenAccounts, fundWallet } from '#lab/localnet/send-instructions.ts'
import { readAllocations } from '#lists/read-allocations.ts'
import { claimBody, readClaimSettings } from './claim-traffic.ts'
import { type Payment, payAll, secondsSince, type Timed } from './pay-all.ts'
import { PortalClient } from './portal-client.ts'
import { type Comparison, compareRecords, readPayoutCost, readTokenBalances } from './read-chain.ts'
import {
  localnetArgs,
  prepareRehearsalEnvironment,
  type RehearsalOptions,
  startServer,
  WALLET_LAMPORTS,
} from './rehearsal-environment.ts'
import type { RehearsalReport, TreasuryReport } from './report.ts'
import { reconcileHolders } from './small-migration.ts'

interface RehearsalResult {
  report: RehearsalReport
  comparison: Comparison
}

const COIN_DECIMALS = 18
const CLAIMS_AT_ONCE = 64

/**
 * Rehearses a whole migration, from the holder list to the last payment, and compares the payments on the
 * chain with the debts.
 */
export async function runRehearsal(options: RehearsalOptions, progress: Progress): Promise<RehearsalResult> {
  const startedMs = Date.now()
  progress.step('Starting a Solana localnet with a mint and a funded sending wallet')
  const environment = await prepareRehearsalEnvironment(localnetArgs(options.cluster))
  try {
    return await rehearseOn(environment, options, progress, startedMs)
  } finally {
    await environment.close()
  }
}

async function rehearseOn(
  environment: Environment,
  options: RehearsalOptions,
  progress: Progress,
  startedMs: number,
): Promise<RehearsalResult> {
  progress.step(`Adding ${options.claimants} made-up holders to ${options.allocationsFile}`)
  const claimants = await Promise.all(Array.from({ length: options.claimants }, makeThrowawayHolder))
  const allocationsFile = join(environment.folder, 'holders.csv.gz')
  const { holders, amounts } = await extendHolderList(
    options.allocationsFile,
    claimants,
    allocationsFile,
    COIN_DECIMALS,
  )

  progress.step(`Starting the server on ${holders + claimants.length} allocations`)
  const adminPassword = randomBytes(16).toString('base64url')
  const env: Record<string, string> =
    options.portalConfig === null ? {} : { PORTAL_CONFIG: options.portalConfig }
  const server = await startServer(environment, { allocationsFile, adminPassword, port: 0, env })
  try {
    const client = new PortalClient(server.url)
    progress.step('Claiming')
    const claiming = await claimAll(client, claimants, progress)
    if (options.existingAccounts) {
      progress.step('Creating token accounts')
      const owners = claimants.map((holder) => holder.solanaAddress)
      const { rpcUrl, issuer: payer, mint } = environment
      await createTokenAccounts({ rpcUrl, payer, mint, owners })
    }
    const treasury = options.treasury ? await watchTreasury(environment, amounts) : null
    progress.step('Paying')
    const walletKeyJson = treasury?.keyJson ?? environment.walletKeyJson
    const paying = await payAll(client, { ...environment, walletKeyJson }, options, adminPassword, progress)
    progress.step('Reading the chain')
    const parts = { environment, client, claimants, amounts, holders, claiming, paying, treasury, startedMs }
    return await summarize(parts)
  } finally {
    await server.stop()
  }
}

/** A treasury's delegate, and what was in both wallets before it paid. */
interface WatchedTreasury {
  keyJson: string
  /** Reads what the payout moved: `paid` is what the recipients have. */
  report(paid: bigint): Promise<TreasuryReport>
}

/** Makes the funded wallet a treasury, which allows a delegate what was claimed. */
async function watchTreasury(environment: Environment, amounts: string[]): Promise<WatchedTreasury> {
  const { rpcUrl, mint, wallet } = environment
  const { delegate, keyJson, approve } = await makeTreasury(rpcUrl, environment)
  await fundWallet({ rpcUrl, to: delegate.address, amountLamports: WALLET_LAMPORTS })
  await approve(sumBaseUnits(dueOf(amounts)))
  const rpc = createSolanaRpc(rpcUrl)
  const read = () => readTokenBalances(rpc, mint, [delegate.address, wallet.address])
  let [hotWalletBefore = 0n, before = 0n] = await read()
  // Finalized balances: what the issuer sent may be confirmed alone by then.
  while (before === 0n) {
    await setTimeout(500)
    ;[hotWalletBefore = 0n, before = 0n] = await read()
  }
  return {
    keyJson,
    async report(paid) {
      const [hotWalletAfter = 0n, after = 0n] = await read()
      return {
        hotWalletBefore: String(hotWalletBefore),
        hotWalletAfter: String(hotWalletAfter),
        leftTreasury: String(before - after),
        paid: String(paid),
      }
    },
  }
}

function dueOf(amounts: string[]): TokenAmount[] {
  return amounts.map((amount) => toBaseUnits(amount as AmountUA, MINT_DECIMALS))
}

/** Has each claimant read its allocation, sign it and submit, as a page would. */
async function claimAll(
  client: PortalClient,
  claimants: ThrowawayHolder[],
  progress: Progress,
): Promise<Timed> {
  const startedMs = Date.now()
  const waiting = claimants.values()
  let accepted = 0
  const settings = await readClaimSettings(client)
  const work = async () => {
    for (const holder of waiting) {
      const body = await claimBody(client, settings, holder)
      await client.send(endpoints.public.submitClaim, { body })
      progress.count(++accepted, claimants.length, 'claims')
    }
  }
  await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, work))
  return { count: accepted, seconds: secondsSince(startedMs) }
}

async function summarize(parts: {
  environment: Environment
  client: PortalClient
  claimants: ThrowawayHolder[]
  amounts: string[]
  holders: number
  claiming: Timed
  paying: Payment
  treasury: WatchedTreasury | null
  startedMs: number
}): Promise<RehearsalResult> {
  const { environment, client, claimants, claiming, paying, treasury } = parts
  const { rpcUrl, mint, wallet } = environment
  const cost = await readPayoutCost(createSolanaRpc(rpcUrl), mint, wallet.address)
  const due = dueOf(parts.amounts)
  const owed = due.map(({ baseUnits }) => baseUnits)
  const reconciliations = await reconcileHolders(client, environment, claimants, owed)
  const paid = reconciliations.reduce((sum, { onChain }) => sum + onChain, 0n)
  const comparison = compareRecords(reconciliations)
  const sent = reconciliations.filter((entry) => entry.sent).length
  const { disagreements: _shown, ...differences } = comparison
  const report: RehearsalReport = {
    holders: parts.holders,
    claimants: claimants.length,
    accepted: claiming.count,
    sent,
    transactions: cost.transactions,
    v1Transactions: cost.v1Transactions,
    recipientsPerTransaction: rounded(sent / cost.transactions),
    feeLamports: cost.feeLamports.toString(),
    rentLamports: cost.rentLamports.toString(),
    feeLamportsPerRecipient: lamportsEach(cost.feeLamports, sent),
    feeLamportsPerTransaction: lamportsEach(cost.feeLamports, cost.transactions),
    dust: sumAmounts(due.map(({ dustUA }) => dustUA)),
    claimsPerSecond: rounded(claiming.count / claiming.seconds),
    recipientsPerSecond: rounded(paying.count / paying.seconds),
    rpcCalls: paying.rpcCalls,
    rpcCallsTotal: totalCalls(paying.rpcCalls),
    ...differences,
    ...(treasury && { treasury: await treasury.report(paid) }),
    ...paying.misbehaviour,
    seconds: rounded(secondsSince(parts.startedMs)),
  }
  return { report, comparison }
}

/** Computes a quotient for the report, to the hundredth; the money itself stays exact. */
function lamportsEach(lamports: bigint, count: number): number {
  return count === 0 ? 0 : Number((lamports * 100n) / BigInt(count)) / 100
}

function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0
}

interface ExtendedList {
  /** Holders in the file as given, without those that were added. */
  holders: number
  /** The amount of each added holder, in whole tokens. */
  amounts: string[]
}

/**
 * Writes a holder list that has the given file's rows and, after them, the made-up holders, each with the amount of a
 * row drawn at random. Throws what is wrong with the file.
 */
async function extendHolderList(
  file: string,
  added: readonly ThrowawayHolder[],
  target: string,
  coinDecimals: number,
): Promise<ExtendedList> {
  const drawable: Wei[] = []
  const drawn: Wei[] = []
  const reading = readAllocations(createReadStream(file), { coinDecimals })

  async function* lines(): AsyncGenerator<string> {
    yield 'address,amountWei\n'
    for await (const rows of reading.batches) {
      for (const { amountWei } of rows) if (amountWei > 0n) drawable.push(amountWei)
      yield rows.map((row) => `${row.address},${row.amountWei}\n`).join('')
    }
    assertNoProblems(file, reading.summary().problems)
    for (const holder of added) {
      const amount = drawable[Math.floor(Math.random() * drawable.length)]
      if (amount === undefined) throw new Error(`${file} has no amounts to draw from`)
      drawn.push(amount)
      yield `${holder.address},${amount}\n`
    }
  }

  await pipeline(lines(), createGzip({ level: 1 }), createWriteStream(target))
  return {
    holders: reading.summary().rowCount,
    amounts: drawn.map((wei) => formatDecimalUnits(wei, coinDecimals)),
  }
}

function assertNoProblems(file: string, problems: readonly { where: string; problem: string }[]): void {
  if (problems.length === 0) return
  const listed = problems.map(({ where, problem }) => `  ${where}: ${problem}`).join('\n')
  throw new Error(`${file} can not be loaded:\n${listed}`)
}
