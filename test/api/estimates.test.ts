import { type Address, address } from '@solana/kit'
import { getFreezeAccountInstruction, getThawAccountInstruction } from '@solana-program/token'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { inSol } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { createTokenAccounts, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, findSender, sampleClaim, samplePayment, saveResealed } from '../harness/sample-rows.ts'
import { actionOf } from '../harness/store-bed.ts'

const portal = forAllTests(() => startPayingPortal({ freezable: true }))
beforeAll(async () => {
  await portal.configure('bulk')
  await portal.configure('standalone')
})
beforeEach(() => portal.call(endpoints.admin.resetClaims))

const estimate = async () => {
  const response = await portal.call(endpoints.bulkSender.estimate)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const shared = freshSolanaAddress()

const start = async () => {
  const response = await portal.call(endpoints.bulkSender.start)
  return answerOf(response)
}

/** What the wallet itself keeps is needed besides fees and rent. */
const plusKept = (feeSOL: string) => inSol(BigInt(Math.round(Number(feeSOL) * 1e9)) + 890_880n)

/** Queued claims of so many tokens each. */
async function claimTokens(claims: { wallet?: string; tokens: string }[]) {
  const made = claims.map(({ wallet = freshSolanaAddress(), tokens }) =>
    sampleClaim({ solAddress: wallet, amountUA: tokens }),
  )
  await addClaims(portal.ferry.app, made)
  return made
}

async function freeze(owner: Address): Promise<void> {
  const rpcUrl = portal.localnet.url
  await createTokenAccounts({ rpcUrl, payer: portal.wallet, mint: portal.mint, owners: [owner] })
  await sendInstructions(rpcUrl, portal.wallet, [getFreezeAccountInstruction(await frozenOf(owner))])
}

async function thaw(owner: Address): Promise<void> {
  await sendInstructions(portal.localnet.url, portal.wallet, [
    getThawAccountInstruction(await frozenOf(owner)),
  ])
}

async function frozenOf(owner: Address) {
  const account = await associatedTokenAccount(await readMint(portal.rpc, portal.mint), owner)
  return { account, mint: portal.mint, owner: portal.wallet }
}

test('of selected claims: those that can be paid, and the reasons of the others', async () => {
  const frozen = freshSolanaAddress()
  await freeze(address(frozen))
  const [paid, icy] = await claimTokens([{ tokens: '1.5' }, { wallet: frozen, tokens: '2' }, { tokens: '4' }])
  const of = async (claimIds: (string | undefined)[]) =>
    answerOf(await portal.call(endpoints.bulkSender.estimateSelected, { body: { claimIds } }))
  const leftOut = [{ reason: 'frozen', count: 1 }]
  expect(await of([paid?.id, icy?.id])).toMatchObject({ claimCount: 1, totalAmountUA: '1.5', leftOut })
  expect(await of([icy?.id])).toMatchObject({ claimCount: 0, totalAmountUA: '0', leftOut })
  expect(await of(['NONE'])).toMatchObject({ status: 404, code: 'unknown_claim' })
})

test("the wallet's balances beside what the run needs", async () => {
  await claimTokens([{ tokens: '400' }, { tokens: '0.000000001' }])
  const answer = await estimate()
  expect(answer).toMatchObject({
    claimCount: 2,
    totalAmountUA: '400.000000001',
    balances: {
      neededSOL: plusKept(answer.totalFeeSOL),
      keptSOL: '0.00089088',
      missingSOL: '0',
      token: '1000000',
      neededUA: '400.000000001',
      missingUA: '0',
    },
    sufficient: true,
    refusal: null,
    recipientsChecked: 2,
    unpayableCount: 0,
    unpayable: [],
  })
  expect(Number(answer.balances.sol)).toBeGreaterThan(49)
})

test('missing tokens, and a start that is refused for them', async () => {
  await claimTokens([{ tokens: '1000000.5' }])
  expect(await estimate()).toMatchObject({
    balances: { token: '1000000', neededUA: '1000000.5', missingUA: '0.5' },
    sufficient: false,
  })
  const refused = await start()
  expect(refused).toMatchObject({ status: 409, code: 'insufficient_tokens' })
  expect(refused.error).toMatch(/holds 1000000 tokens, and this run needs 1000000\.5: 0\.5 are missing/)
})

test('missing SOL, and a start that is refused for it', async () => {
  const { keyJson } = await makeSolanaKey()
  await portal.configure('bulk', { privateKey: keyJson })
  await claimTokens([{ tokens: '1' }])
  const answer = await estimate()
  expect(answer).toMatchObject({ sufficient: false, balances: { sol: '0', token: '0', missingUA: '1' } })
  expect(answer.balances.missingSOL).toBe(plusKept(answer.totalFeeSOL))
  const refused = await start()
  expect(refused).toMatchObject({ status: 409, code: 'insufficient_sol' })
  expect(refused.error).toContain(`${plusKept(answer.totalFeeSOL)} SOL are missing`)
  await portal.configure('bulk')
})

test('recipients that can not be paid are named before, and cost nothing', async () => {
  const frozen = freshSolanaAddress()
  await freeze(address(frozen))
  const [, icy, account, dust] = await claimTokens([
    { tokens: '1' },
    { wallet: frozen, tokens: '2' },
    { wallet: portal.walletTokenAccount, tokens: '4' },
    { tokens: '0.0000000001' },
  ])
  const answer = await estimate()
  expect(answer).toMatchObject({
    claimCount: 1,
    newTokenAccounts: 1,
    totalAmountUA: '1',
    balances: { neededUA: '1' },
    recipientsChecked: 3,
    unpayableCount: 3,
  })
  expect(answer.unpayable).toEqual([
    {
      recipient: frozen,
      claimId: icy?.id,
      rowNumber: null,
      reason: expect.stringMatching(/frozen/),
      cause: 'frozen',
    },
    {
      recipient: portal.walletTokenAccount,
      claimId: account?.id,
      rowNumber: null,
      reason: expect.stringMatching(/token account, not a wallet/),
      cause: 'unusable',
    },
    {
      recipient: dust?.solAddress,
      claimId: dust?.id,
      rowNumber: null,
      reason: expect.stringMatching(/smallest unit/),
      cause: 'floored',
    },
  ])
})

test('who could not be paid is looked up again: a start counts an account that was thawed since', async () => {
  const frozen = address(freshSolanaAddress())
  await freeze(frozen)
  await claimTokens([{ tokens: '1' }, { wallet: frozen, tokens: '2' }])
  await expect.poll(async () => (await estimate()).unpayableCount).toBe(1)
  await thaw(frozen)
  const body = { expect: { count: 1, amountUA: '1' } }
  await expect
    .poll(async () => (await portal.call(endpoints.bulkSender.start, { body })).json())
    .toMatchObject({ code: 'changed_meanwhile' })
  expect(await estimate()).toMatchObject({ claimCount: 2, totalAmountUA: '3', unpayableCount: 0 })
})

test('recipients beyond the first thousand are looked up too; of the unpayable ones the first 100 are listed', async () => {
  const payable = Array.from({ length: 1150 }, () => ({ tokens: '0.001' }))
  const unpayable = Array.from({ length: 150 }, () => ({ wallet: portal.walletTokenAccount, tokens: '1' }))
  await claimTokens([...payable, ...unpayable])
  const answer = await estimate()
  expect(answer).toMatchObject({
    recipientsChecked: 1300,
    newTokenAccounts: 1150,
    unpayableCount: 150,
    balances: { neededUA: '1.15' },
  })
  expect(answer.unpayable).toHaveLength(100)
})

test('an amount that no token account can hold is named, and keeps no other from being counted', async () => {
  const [huge] = await claimTokens([{ tokens: '99999999999' }, { tokens: '2' }])
  expect(await estimate()).toMatchObject({
    claimCount: 1,
    totalAmountUA: '2',
    leftOut: [{ reason: 'too_large', count: 1 }],
    unpayable: [{ claimId: huge?.id, reason: 'The amount is more than a token account can hold' }],
  })
})

test('a distribution, before it is started', async () => {
  const wallet = freshSolanaAddress()
  const uploaded = await portal.uploadPayments([
    ['Wallet', 'Amount'],
    [wallet, '3'],
    [wallet, '4'],
    [portal.walletTokenAccount, '5'],
  ])
  const estimateOf = async (distributionId: string) =>
    answerOf(await portal.call(endpoints.standaloneSender.estimate, { params: { distributionId } }))
  expect(await estimateOf(uploaded.json().distributionId)).toMatchObject({
    claimCount: 2,
    newTokenAccounts: 1,
    totalAmountUA: '7',
    balances: { neededUA: '7', missingUA: '0' },
    sufficient: true,
    unpayableCount: 1,
    unpayable: [{ recipient: portal.walletTokenAccount, claimId: null, rowNumber: 4 }],
  })
  expect(await estimateOf('NONE')).toMatchObject({ status: 404, code: 'no_distribution' })
})

test("the wallet's frozen token account makes everything impossible", async () => {
  await claimTokens([{ tokens: '1' }])
  await freeze(portal.wallet.address)
  // The freeze has to be confirmed first.
  await expect.poll(async () => (await estimate()).refusal).toEqual(expect.stringMatching(/frozen/))
  expect(await start()).toMatchObject({ status: 409, code: 'source_account_frozen' })
})

test('a missing mint is reported with the figures', async () => {
  await claimTokens([{ tokens: '1' }])
  const { senders } = portal.ferry.app.store
  const sender = await senders.find('bulk')
  if (!sender) throw new Error('no sender')
  await saveResealed(portal.ferry.app, sender, { mintAddress: freshSolanaAddress() })
  expect(await estimate()).toMatchObject({
    refusal: expect.stringMatching(/no token mint/),
    totalAmountUA: '1',
    sufficient: false,
  })
  expect(await start()).toMatchObject({ status: 400, code: 'mint_not_found' })
  await senders.save(sender)
})

test('counts no account for a wallet that was paid since it was looked up, by whichever server', async () => {
  const [first, second] = await claimTokens(['1', '2'].map((tokens) => ({ wallet: shared, tokens })))
  if (!first || !second) throw new Error('There are no claims')
  expect(await estimate()).toMatchObject({ claimCount: 2, newTokenAccounts: 1 })
  const { store } = portal.ferry.app
  const { mintAddress, genesisHash } = await findSender({ store })
  await store.claimDecisions.markSent(
    first.id,
    { ...samplePayment(first, 'by-another-server'), mintAddress, genesisHash, settledAtMs: Date.now() },
    actionOf('mark_sent', first.id),
  )
  expect(await estimate()).toMatchObject({ claimCount: 1, newTokenAccounts: 0, rentSOL: '0' })
})
