import { getCreateAccountInstruction } from '@solana-program/system'
import {
  getFreezeAccountInstruction,
  getInitializeAccount3Instruction,
  getTokenSize,
  getTransferInstruction,
} from '@solana-program/token'
import { expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { systemClock } from '#payout/clock.ts'
import { OtherClusterError } from '#payout/nodes/with-genesis-check.ts'
import { preflight } from '#payout/plan-payout.ts'
import { createRecipientCache } from '#payout/send/look-up-recipients.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { sampleAttempt } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'

/** The wallet holds 1,000,000 tokens. */
const ALL_OF_IT = '1000000'

const environment = forEachTest(() => prepareSendingEnvironment({ freezable: true }))
async function begin(change: Partial<Sender> = {}): Promise<Run> {
  const run = await environment.createRun()
  await environment.store.senders.save({
    kind: 'bulk',
    rpcUrl: environment.localnet.url,
    fallbackRpcUrls: [],
    sourceOwner: null,
    sourceTokenAccount: null,
    mintExtensions: [],
    mintName: null,
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
  return run
}

const recipients = createRecipientCache(systemClock)

/** Runs the preflight; null where the run can be paid. */
const check = async (run: Run, rpc = environment.rpc) => {
  const found = await preflight(
    {
      store: environment.store,
      rpc,
      recipients,
      slots: environment.wallet.reader.slots,
      clock: systemClock,
    },
    run,
  )
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

test('tokens in another account of the wallet are named, with the account that is paid from', async () => {
  const { localnet, wallet } = environment
  const other = await makeSolanaKey()
  const { signer, mint, sourceTokenAccount } = wallet
  await sendInstructions(localnet.url, signer, [
    getCreateAccountInstruction({
      payer: signer,
      newAccount: other.signer,
      lamports: 3_000_000n,
      space: getTokenSize(),
      programAddress: mint.tokenProgram,
    }),
    getInitializeAccount3Instruction({
      account: other.signer.address,
      mint: mint.address,
      owner: signer.address,
    }),
    getTransferInstruction({
      source: sourceTokenAccount,
      destination: other.signer.address,
      authority: signer,
      amount: 400_000_000_000_000n,
    }),
  ])
  await environment.addClaims(1, () => ({ amountUA: ALL_OF_IT }))
  const elsewhere = `${other.signer.address}: move them to ${sourceTokenAccount}`
  const run = await begin()
  await expect
    .poll(async () => (await check(run))?.message)
    .toMatch(`its associated token account ${sourceTokenAccount}, which holds 600000 tokens`)
  expect((await check(run))?.message).toContain(`400000 tokens lie in ${elsewhere}`)
  // A node that refuses the question costs only the hint.
  const { tokenAccountsOf: _, ...refusing } = environment.rpc
  expect((await check(run, refusing))?.code).toBe('insufficient_tokens')
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
    { attempt, transfers: first ? [first] : [] },
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
