import { type Address, address } from '@solana/kit'
import { getFreezeAccountInstruction } from '@solana-program/token'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createTokenAccounts, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { holdPayment, type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { ALL_QUEUED, addClaims, sampleClaim, sampleRun } from '../harness/sample-rows.ts'

const { bulkSender, standaloneSender, denyList, admin, ledger } = endpoints
const TIMEOUT = { timeout: 60_000 }

let frozen: string
const portal = forAllTests(() => startPayingPortal({ freezable: true }))
beforeAll(async () => {
  await portal.configure('bulk')
  await portal.configure('standalone')
  frozen = freshSolanaAddress()
  await freeze(address(frozen))
})
beforeEach(async () => {
  expect((await portal.call(admin.resetClaims)).statusCode).toBe(200)
})

async function freeze(owner: Address): Promise<void> {
  const rpcUrl = portal.localnet.url
  const mint = await readMint(portal.rpc, portal.mint)
  await createTokenAccounts({ rpcUrl, payer: portal.wallet, mint: portal.mint, owners: [owner] })
  const account = associatedTokenAccount(mint, owner)
  await sendInstructions(rpcUrl, portal.wallet, [
    getFreezeAccountInstruction({ account, mint: portal.mint, owner: portal.wallet }),
  ])
}

const deny = (denied: string) => portal.call(denyList.add, { body: { address: denied, source: 'OFAC SDN' } })
const allow = (denied: string) => portal.call(denyList.remove, { body: { address: denied } })

async function claimTokens(tokens: string, wallet: string = freshSolanaAddress()) {
  const claim = sampleClaim({ solAddress: wallet, amountUA: tokens })
  await addClaims(portal.ferry.app, [claim])
  return claim
}

async function read(endpoint: Parameters<PayingPortal['call']>[0], params?: Record<string, string>) {
  const response = await portal.call(endpoint, params && { params })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const newestRun = async () => (await read(bulkSender.runs)).runs[0]

async function untilEnded() {
  await expect.poll(async () => (await newestRun()).finishedAt, TIMEOUT).not.toBeNull()
  return newestRun()
}

test('claims: what the estimate counts is what the run pays, whatever else is queued', TIMEOUT, async () => {
  const usable = [await claimTokens('1.5'), await claimTokens('2.0000000001')]
  await claimTokens('4', frozen)
  await claimTokens('8', portal.walletTokenAccount)
  const byHolder = await claimTokens('16')
  const byWallet = await claimTokens('32')
  await claimTokens('0.0000000001')
  await claimTokens('99999999999')
  await deny(byHolder.evmAddress)
  await deny(byWallet.solAddress)
  const estimated = await read(bulkSender.estimate)
  expect(estimated).toMatchObject({
    claimCount: 2,
    totalAmountUA: '3.5',
    newTokenAccounts: 2,
    balances: { neededUA: '3.5' },
    unpayableCount: 6,
    notLookedUp: 0,
  })
  expect(new Map(estimated.leftOut.map(({ reason, count }: LeftOut) => [reason, count]))).toEqual(
    new Map([
      ['denied', 2],
      ['frozen', 1],
      ['unusable', 1],
      ['floored', 1],
      ['too_large', 1],
    ]),
  )
  expect(estimated.unpayable.map(({ reason }: { reason: string }) => reason)).toEqual([
    expect.stringMatching(/frozen/),
    expect.stringMatching(/token account, not a wallet/),
    expect.stringContaining(`${byHolder.evmAddress} is on the deny list (OFAC SDN)`),
    expect.stringContaining(`${byWallet.solAddress} is on the deny list (OFAC SDN)`),
    expect.stringMatching(/smallest unit/),
    expect.stringMatching(/more than a token account can hold/),
  ])
  const needed = async () => (await read(admin.state)).senders.bulk.need
  await expect
    .poll(needed, TIMEOUT)
    .toMatchObject({ count: 2, token: '3.5', notLookedUp: 0, leftOut: estimated.leftOut })
  expect((await portal.call(bulkSender.start)).statusCode).toBe(200)
  expect(await untilEnded()).toMatchObject({ paid: 2, failed: 4, held: 2 })
  for (const { solAddress } of usable) expect(await portal.balanceOf(solAddress)).toBeGreaterThan(0n)
  expect(await read(bulkSender.estimate)).toMatchObject({ claimCount: 0, totalAmountUA: '0' })
  await expect.poll(needed, TIMEOUT).toMatchObject({ count: 0, token: '0', sol: '0' })
  await allow(byHolder.evmAddress)
  await allow(byWallet.solAddress)
  expect(await read(bulkSender.estimate)).toMatchObject({ claimCount: 2, totalAmountUA: '48' })
})

test(
  'the wallet that pays is no recipient: nothing is signed for it, by claim or by file',
  TIMEOUT,
  async () => {
    const claim = await claimTokens('64', portal.wallet.address)
    const itself = /the wallet that pays: it would pay itself/
    const leftOut = [{ reason: 'unusable', count: 1 }]
    expect(await read(bulkSender.estimate)).toMatchObject({
      claimCount: 0,
      leftOut,
      unpayable: [{ claimId: claim.id, cause: 'unusable', reason: expect.stringMatching(itself) }],
    })
    const other = await claimTokens('1')
    expect((await portal.call(bulkSender.start)).statusCode).toBe(200)
    expect(await untilEnded()).toMatchObject({ paid: 1, failed: 1 })
    const { store } = portal.ferry.app
    expect(await store.claimDecisions.find(other.id)).toMatchObject({ status: 'sent' })
    expect(await store.claimDecisions.find(claim.id)).toMatchObject({ status: 'queued' })
    const rows = [
      [portal.wallet.address, '1'],
      [freshSolanaAddress(), '3'],
    ]
    const content = await buildXlsx({ rows })
    const uploaded = await portal.upload(standaloneSender.upload, { name: 'itself.xlsx', content })
    const params = { distributionId: uploaded.json().distributionId }
    expect(await read(standaloneSender.estimate, params)).toMatchObject({ claimCount: 1, leftOut })
    expect((await portal.call(standaloneSender.start, { params })).statusCode).toBe(200)
    expect(await untilEnded()).toMatchObject({ paid: 1, failed: 1 })
  },
)

test(
  'a distribution: what the estimate counts is what the run pays, then and once nobody is denied',
  TIMEOUT,
  async () => {
    const [usable, denied] = [freshSolanaAddress(), freshSolanaAddress()]
    const content = await buildXlsx({
      rows: [
        [usable, '1'],
        [denied, '2'],
        [frozen, '4'],
      ],
    })
    const uploaded = await portal.upload(standaloneSender.upload, { name: 'payments.xlsx', content })
    const params = { distributionId: uploaded.json().distributionId }
    await deny(denied)
    expect(await read(standaloneSender.estimate, params)).toMatchObject({
      claimCount: 1,
      totalAmountUA: '1',
      leftOut: [
        { reason: 'denied', count: 1 },
        { reason: 'frozen', count: 1 },
      ],
      unpayableCount: 2,
      unpayable: [{ rowNumber: 2, reason: expect.stringContaining('is on the deny list') }, { rowNumber: 3 }],
    })
    await portal.call(standaloneSender.start, { params })
    expect(await untilEnded()).toMatchObject({ paid: 1, failed: 1, held: 1 })
    expect(await portal.balanceOf(usable)).toBe(1_000_000_000n)
    expect(await read(standaloneSender.estimate, params)).toMatchObject({ claimCount: 0, totalAmountUA: '0' })
    await allow(denied)
    expect(await read(standaloneSender.estimate, params)).toMatchObject({ claimCount: 1, totalAmountUA: '2' })
  },
)

test(
  'a claim of more than a token account can hold is not taken once the decimals are known',
  TIMEOUT,
  async () => {
    const { server, app } = portal.ferry
    const most = makeHolder(18_446_744_073_709_551_615n * 10n ** 9n)
    const more = makeHolder(18_446_744_073_709_551_616n * 10n ** 9n)
    await loadHolders(app, [most, more])
    const submit = async (holder: Holder) => {
      const response = await callEndpoint(server, endpoints.public.submitClaim, {
        body: await signClaim(holder),
      })
      return [response.statusCode, response.json().code]
    }
    expect(await submit(more)).toEqual([400, 'amount_exceeds_u64'])
    expect(await submit(most)).toEqual([200, undefined])
  },
)

test(
  'a run that paid nobody says so, and a claim rejected meanwhile is no failure of it',
  TIMEOUT,
  async () => {
    await claimTokens('4', frozen)
    const withdrawn = await claimTokens('2')
    const { store } = portal.ferry.app
    const run = await store.runs.create(await runTerms(), ALL_QUEUED)
    if (!run) throw new Error('a run is under way')
    const action = { atMs: 1, action: 'reject' as const, subject: withdrawn.id, detail: '' }
    expect(await store.claimDecisions.reject(withdrawn.id, 'asked for', action)).toBe('done')
    portal.ferry.app.payouts.launch(run)
    expect(await untilEnded()).toMatchObject({
      status: 'completed',
      paid: 0,
      failed: 1,
      rejected: 1,
      inOtherRuns: 0,
      message: 'Nothing was paid: 1 payment failed, 1 claim was rejected meanwhile.',
    })
    expect((await read(admin.state)).senders.bulk.run).toMatchObject({
      paid: 0,
      failed: 1,
      rejected: 1,
      processed: 2,
    })
    expect((await read(bulkSender.status)).progress).toMatchObject({
      status: 'completed',
      successful: 0,
      rejected: 1,
    })
    const params = { id: String(run.id) }
    const failed = (await portal.call(ledger.runPayments, { params, query: { state: 'failed' } })).json()
    expect(failed.payments).toHaveLength(1)
    const { body } = await portal.call(ledger.exportRunPayments, { params })
    const exported = body.trim().split(/\r?\n/)
    expect(exported.filter((row) => row.includes(',failed,'))).toHaveLength(1)
    expect(exported.filter((row) => row.includes(',rejected,'))).toHaveLength(1)
  },
)

/** A run of the bulk sender as a start records it. */
async function runTerms() {
  const sender = await portal.ferry.app.store.senders.find('bulk')
  if (!sender) throw new Error('no sender')
  const { walletAddress, mintAddress, mintDecimals, tokenProgram, genesisHash } = sender
  return sampleRun({
    walletAddress,
    mintAddress,
    mintDecimals,
    tokenProgram,
    genesisHash,
    startedAtMs: Date.now(),
  })
}

// Last: while it is undecided no claim is reset.
test('a payment whose transaction is not decided is left out, and no run pays it', TIMEOUT, async () => {
  await holdPayment(portal.ferry.app, 'signature-of-a-hold')
  await claimTokens('2')
  expect(await read(bulkSender.estimate)).toMatchObject({
    claimCount: 1,
    totalAmountUA: '2',
    leftOut: [{ reason: 'held', count: 1 }],
    unpayableCount: 0,
  })
})

interface LeftOut {
  reason: string
  count: number
}
