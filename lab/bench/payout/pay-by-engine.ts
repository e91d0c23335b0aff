import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PRIORITY_FEE_CAP, formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { LeaseKeeper } from '#payout/lease-keeper.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import type { PaymentAuthorization } from '#payout/payment-authorization.ts'
import { runPayout } from '#payout/run-payout.ts'
import { newAttemptId } from '#payout/send/memo.ts'
import { SignedPayments } from '#payout/send/signed-payments.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { openSendingWallet, parseSendingKey } from '#solana/sending-key.ts'
import { openStore } from '#store/store.ts'
import { readyToSign } from '../../../test/harness/claim-fixture.ts'
import { ALL_QUEUED, sampleClaim, sampleRun } from '../../../test/harness/sample-rows.ts'
import { PAST_BARRIER } from '../../../test/harness/sending-environment.ts'
import { printFigures } from '../measure-script.ts'
import type { PayingTerms } from './payout.ts'

/**
 * Pays claims by Ferry's engine over RPC, from a store on disk that is synced, until every payment is final. The claims' signatures are
 * not verified here: the benchmark of claims has their cost.
 */

/** The largest batches that an operator may set, and no delay: the node and the engine set the pace. */
const BATCH_SIZE = 100

const terms: PayingTerms = JSON.parse(process.argv[2] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'ferry-payout-'))
const store = await openStore(join(folder, 'ferry.sqlite'))
const calls: { method: string; isAnswered: boolean; atMs: number }[] = []
try {
  const rpc = connectRpc(terms.rpcUrl, {
    onAsked: (method, isAnswered) => calls.push({ method, isAnswered, atMs: performance.now() }),
  })
  const mint = await readMint(rpc, terms.mint)
  const signer = await openSendingWallet(await parseSendingKey(terms.walletKeyJson))
  const { genesisHash } = terms
  const clock = systemClock
  const wallet = {
    signer,
    mint,
    genesisHash,
    newAttemptId,
    priorityFeeCap: DEFAULT_PRIORITY_FEE_CAP,
    sourceOwner: signer.address,
    sourceTokenAccount: associatedTokenAccount(mint, signer.address),
    reader: new FailoverRpc({ senders: [rpc], second: null, genesisHash, clock }),
  }
  const amountWei = 1_500_000_000_000_000_000n as Wei
  const amountUA = formatDecimalUnits(amountWei, 18)
  await store.claims.insertMany(
    Array.from({ length: terms.recipients }, () =>
      sampleClaim({ solAddress: freshSolanaAddress(), amountWei, amountUA }),
    ),
  )
  const run = await store.runs.create(
    sampleRun({
      walletAddress: signer.address,
      mintAddress: mint.address,
      mintDecimals: mint.decimals,
      tokenProgram: mint.tokenProgram,
      genesisHash,
      batchSize: BATCH_SIZE,
      delayMs: 0,
    }),
    ALL_QUEUED,
  )
  if (!run) throw new Error('A run is under way')
  const clearance = new SigningClearance({
    store,
    wallet,
    clock,
    barrier: PAST_BARRIER,
    onRefused: (error) => console.error(error),
    preflight: (node) => readyToSign(node, wallet),
  })
  const leases = new LeaseKeeper(store.leases, clock, 'benchmark')
  // Its rows are made up, and were never accepted.
  const authorization: PaymentAuthorization = { check: async () => new Map() }
  const signed = new SignedPayments()
  const parts = { store, wallet, clock, leases, authorization, clearance, signed, pollMs: 800 }

  calls.length = 0
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  await runPayout(run, parts, new AbortController().signal)
  const seconds = (performance.now() - startedMs) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const { paid } = await store.runs.transferCounts(run.id)
  if (paid !== terms.recipients) throw new Error(`${paid} of ${terms.recipients} were paid`)
  printFigures({
    'recipients/s': terms.recipients / seconds,
    'calls/recipient': calls.length / terms.recipients,
    'CPU µs/recipient': (user + system) / terms.recipients,
    ...(terms.allowedCalls !== null && {
      'of the allowed calls': answeredPerSecond() / terms.allowedCalls,
      refused: calls.filter(({ isAnswered }) => !isAnswered).length,
    }),
  })
} finally {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Counts from the first transaction that was sent to the last one: before and after, the run waits for blocks. */
function answeredPerSecond(): number {
  const answered = calls.filter(({ isAnswered }) => isAnswered)
  const sent = answered.filter(({ method }) => method === 'sendTransaction')
  const [firstMs = 0, lastMs = 0] = [sent[0]?.atMs, sent.at(-1)?.atMs]
  const within = answered.filter(({ atMs }) => atMs > firstMs && atMs <= lastMs)
  return within.length / ((lastMs - firstMs) / 1000)
}
