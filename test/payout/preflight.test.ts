import { getFreezeAccountInstruction } from '@solana-program/token'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { systemClock } from '#payout/clock.ts'
import { fillRun } from '#payout/fill-run.ts'
import { preflight } from '#payout/preflight.ts'
import { createRecipientCache } from '#payout/recipient-cache.ts'
import { OtherClusterError } from '#payout/with-genesis-check.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { sampleAttempt } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

/** The wallet holds 1,000,000 tokens. */
const ALL_OF_IT = '1000000'

let environment: SendingEnvironment
beforeEach(async () => {
  environment = await prepareSendingEnvironment({ freezable: true })
})
afterEach(() => environment.close())

async function begin(change: Partial<Sender> = {}): Promise<Run> {
  const run = await environment.createRun()
  await environment.store.senders.save({
    kind: 'bulk',
    rpcUrl: environment.localnet.url,
    fallbackRpcUrls: [],
    mintExtensions: [],
    sealedKey: Buffer.alloc(1),
    walletAddress: run.walletAddress,
    mintAddress: run.mintAddress,
    mintDecimals: run.mintDecimals,
    tokenProgram: run.tokenProgram,
    genesisHash: run.genesisHash,
    batchSize: run.batchSize,
    delayMs: run.delayMs,
    priorityFeeCap: 1_000_000,
    configuredAtMs: 1,
    ...change,
  })
  await fillRun(environment.store, run)
  return run
}

const recipients = createRecipientCache(systemClock)

/** Runs the preflight; null where the run can be paid. */
const check = async (run: Run, rpc = environment.rpc) => {
  const found = await preflight({ store: environment.store, rpc, recipients, clock: systemClock }, run)
  return found.kind === 'blocked' ? found.blocker : null
}

test('a run that the wallet covers to the last token is not refused for later claims', async () => {
  await environment.addClaims(1, () => ({ amountUA: ALL_OF_IT }))
  const run = await begin()
  await environment.addClaims(1)
  expect(await check(run)).toBeNull()
})

test('missing tokens and SOL are reported', async () => {
  await environment.addClaims(2, () => ({ amountUA: ALL_OF_IT }))
  expect(await check(await begin())).toMatchObject({
    code: 'insufficient_tokens',
    message: expect.stringContaining('this run needs 2000000: 1000000 are missing'),
  })
})

test('a claim that was settled manually since is not counted', async () => {
  const claims = await environment.addClaims(2, () => ({ amountUA: ALL_OF_IT }))
  const run = await begin()
  expect((await check(run))?.code).toBe('insufficient_tokens')
  const { id = '' } = claims[1] ?? {}
  await environment.store.claimDecisions.reject(id, 'No.', {
    atMs: 1,
    action: 'reject',
    subject: id,
    detail: 'No.',
  })
  expect(await check(run)).toBeNull()
})

test('while a transaction of the wallet is in flight, its balance is not checked', async () => {
  await environment.addClaims(3, () => ({ amountUA: ALL_OF_IT }))
  const run = await begin()
  expect((await check(run))?.code).toBe('insufficient_tokens')
  const { store } = environment
  const fence = await store.leases.acquireFree(run.walletAddress, 'runner', 0, 1_000)
  if (fence === null) throw new Error('no lease')
  const [first] = await store.journal.nextTransfers(run.id, 1)
  const attempt = sampleAttempt(run.id, fence, { genesisHash: run.genesisHash })
  await store.journal.write({ name: run.walletAddress, fence }, run.id, [
    { attempt, transferIds: [first?.id ?? 0] },
  ])
  expect(await check(run)).toBeNull()
})

test('a mint that is not the one that was configured', async () => {
  await environment.addClaims(1)
  expect(await check(await begin({ mintDecimals: 6 }))).toMatchObject({ code: 'mint_changed' })
})

test('a wallet whose token account was frozen', async () => {
  await environment.addClaims(1)
  const run = await begin()
  const { sourceTokenAccount, mint, signer } = environment.wallet
  await sendInstructions(environment.localnet.url, signer, [
    getFreezeAccountInstruction({ account: sourceTokenAccount, mint: mint.address, owner: signer }),
  ])
  await expect.poll(async () => (await check(run))?.code).toBe('source_account_frozen')
})

test('another cluster behind the URL refuses nothing: it is asked again', async () => {
  await environment.addClaims(1)
  const elsewhere = { ...environment.rpc, genesisHash: async () => MAINNET_GENESIS_HASH }
  await expect(check(await begin(), elsewhere)).rejects.toThrow(OtherClusterError)
})
