import { getFreezeAccountInstruction } from '@solana-program/token'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { systemClock } from '#payout/clock.ts'
import { fillRun } from '#payout/fill-run.ts'
import { OtherClusterError } from '#payout/on-cluster.ts'
import { preflight } from '#payout/preflight.ts'
import { createRecipientCache } from '#payout/recipient-cache.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { NewSender, RunRow } from '#store/schema.ts'
import { sampleAttempt } from '../harness/sample-rows.ts'
import { prepareSendingGround, type SendingGround } from '../harness/sending-ground.ts'

/** The wallet holds 1,000,000 tokens. */
const ALL_OF_IT = '1000000'

let ground: SendingGround
beforeEach(async () => {
  ground = await prepareSendingGround({ freezable: true })
})
afterEach(() => ground.close())

async function begin(change: Partial<NewSender> = {}): Promise<RunRow> {
  const run = await ground.createRun()
  await ground.store.senders.save({
    kind: 'bulk',
    rpc_url: ground.localnet.url,
    sealed_key: Buffer.alloc(1),
    wallet_address: run.wallet_address,
    mint_address: run.mint_address,
    mint_decimals: run.mint_decimals,
    token_program: run.token_program,
    genesis_hash: run.genesis_hash,
    batch_size: run.batch_size,
    delay_ms: run.delay_ms,
    priority_fee_cap: run.priority_fee_cap,
    is_test_key: 1,
    configured_at_ms: 1,
    ...change,
  })
  await fillRun(ground.store, run)
  return run
}

const recipients = createRecipientCache(systemClock)

/** Null where nothing speaks against the run. */
const check = async (run: RunRow, cluster = ground.cluster) => {
  const found = await preflight({ store: ground.store, cluster, recipients, clock: systemClock }, run)
  return found.kind === 'refused' ? found.refusal : null
}

test('a run that can be covered to the last token is not refused for what was claimed since', async () => {
  await ground.addClaims(1, () => ({ amount_ua: ALL_OF_IT }))
  const run = await begin()
  await ground.addClaims(1)
  expect(await check(run)).toBeNull()
})

test('what the wallet lacks is told', async () => {
  await ground.addClaims(2, () => ({ amount_ua: ALL_OF_IT }))
  expect(await check(await begin())).toMatchObject({
    code: 'insufficient_tokens',
    message: expect.stringContaining('this run needs 2000000: 1000000 are missing'),
  })
})

test('a claim that was settled by hand since is not counted', async () => {
  const claims = await ground.addClaims(2, () => ({ amount_ua: ALL_OF_IT }))
  const run = await begin()
  expect((await check(run))?.code).toBe('insufficient_tokens')
  const { id = '' } = claims[1] ?? {}
  await ground.store.claimDecisions.reject(id, 'No.', {
    at_ms: 1,
    action: 'reject',
    subject: id,
    detail: 'No.',
  })
  expect(await check(run)).toBeNull()
})

test('while a transaction of the wallet is under way, its balance tells nothing', async () => {
  await ground.addClaims(3, () => ({ amount_ua: ALL_OF_IT }))
  const run = await begin()
  expect((await check(run))?.code).toBe('insufficient_tokens')
  const { store } = ground
  const fence = await store.leases.acquireFree(run.wallet_address, 'runner', 0, 1_000)
  if (fence === null) throw new Error('no lease')
  const [first] = await store.journal.nextTransfers(run.id, 1)
  const attempt = sampleAttempt(run.id, fence, { genesis_hash: run.genesis_hash })
  await store.journal.write({ name: run.wallet_address, fence }, run.id, [
    { attempt, transferIds: [first?.id ?? 0] },
  ])
  expect(await check(run)).toBeNull()
})

test('a mint that is not the one that was configured', async () => {
  await ground.addClaims(1)
  expect(await check(await begin({ mint_decimals: 6 }))).toMatchObject({ code: 'mint_changed' })
})

test('a wallet whose token account was frozen', async () => {
  await ground.addClaims(1)
  const run = await begin()
  const { sourceTokenAccount, mint, signer } = ground.wallet
  await sendInstructions(ground.localnet.url, signer, [
    getFreezeAccountInstruction({ account: sourceTokenAccount, mint: mint.address, owner: signer }),
  ])
  await expect.poll(async () => (await check(run))?.code).toBe('source_account_frozen')
})

test('another cluster behind the URL refuses nothing: it is asked again', async () => {
  await ground.addClaims(1)
  const elsewhere = { ...ground.cluster, genesisHash: async () => MAINNET_GENESIS_HASH }
  await expect(check(await begin(), elsewhere)).rejects.toThrow(OtherClusterError)
})
