import type { Address } from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import { getInitializeAccount3Instruction, getTokenSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { makeTreasury, type Treasury } from '#lab/environment/treasury.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { sendInstructions } from '#lab/localnet/send-instructions.ts'
import { alterRows } from '../harness/alter-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { startAlteringNode } from '../harness/node-proxies.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

let treasury: Treasury
const portal = forEachTest(startPayingPortal)
beforeEach(async () => {
  treasury = await makeTreasury(portal.rpcUrl, portal)
})
const configure = (paidFrom: string | undefined, change: object = {}, kind: 'bulk' | 'standalone' = 'bulk') =>
  portal.requestConfig(kind, { privateKey: treasury.keyJson, testKey: true, paidFrom, ...change })
const source = async () => (await portal.call(endpoints.bulkSender.status)).json().source
const saved = () => portal.ferry.app.store.senders.find('bulk')

/** Makes a token account of the mint that is no associated one. */
async function makeAccount(owner: Address): Promise<Address> {
  const { signer } = await makeSolanaKey()
  await sendInstructions(portal.rpcUrl, portal.wallet, [
    getCreateAccountInstruction({
      payer: portal.wallet,
      newAccount: signer,
      lamports: 3_000_000n,
      space: getTokenSize(),
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeAccount3Instruction({ account: signer.address, mint: portal.mint, owner }),
  ])
  return signer.address
}

test('the account is found by its owner and by its own address, and shown with its balance', async () => {
  const known = { tokenAccount: portal.walletTokenAccount, owner: portal.wallet.address }
  expect(await configure(portal.wallet.address)).toMatchObject({ status: 200 })
  expect(await source()).toMatchObject(known)
  expect(await configure(portal.walletTokenAccount)).toMatchObject({ status: 200 })
  await expect.poll(source).toMatchObject({ ...known, delegate: null, allowance: '0', balance: '1000000' })
})

test('an account that is not the associated one is taken, and named as such', async () => {
  const account = await makeAccount(portal.wallet.address)
  await expect
    .poll(() => configure(account))
    .toMatchObject({
      status: 200,
      warnings: expect.arrayContaining([
        `${account} is not the associated token account of ${portal.wallet.address}.`,
      ]),
    })
  expect(await source()).toMatchObject({ tokenAccount: account, owner: portal.wallet.address })
})

test.each([
  ['the wallet itself', () => treasury.delegate.address],
  ['nothing', () => ''],
])('%s means its own account', async (_, paidFrom) => {
  expect(await configure(paidFrom())).toMatchObject({ status: 200 })
  expect(await saved()).toMatchObject({ sourceOwner: null, sourceTokenAccount: null })
  expect(await source()).toMatchObject({ owner: treasury.delegate.address, allowance: null })
})

test('what names no account of the token is refused by name, and nothing is saved', async () => {
  const { mint: other, tokenAccount } = await createDemoMint({
    rpcUrl: portal.rpcUrl,
    payer: portal.wallet,
    decimals: 9,
    supplyBaseUnits: 1n,
    to: portal.wallet.address,
  })
  const own = await makeAccount(treasury.delegate.address)
  const refusals: [string, RegExp][] = [
    ['not an address', /^That is not a Solana address$/],
    [freshSolanaAddress(), /^It is no token account of this token, and has none: that would be \w+$/],
    [other, /^It is no token account of this token/],
    [tokenAccount, /^That is a token account of another token$/],
    [own, /^The sending wallet owns it/],
  ]
  for (const [paidFrom, problem] of refusals) {
    await expect
      .poll(() => configure(paidFrom))
      .toMatchObject({
        status: 400,
        code: 'invalid_request',
        details: [{ where: 'paidFrom', problem: expect.stringMatching(problem) }],
      })
  }
  expect(await saved()).toBeUndefined()
})

test('whichever look at an account is not answered, what is refused was not saved', async () => {
  const node = await startAlteringNode(portal.rpcUrl)
  const refused: number[] = []
  for (let unanswered = 1; unanswered <= 8; unanswered++) {
    node.alter((method, count, result) =>
      method === 'getMultipleAccounts' && count === unanswered ? 'nonsense' : result,
    )
    const batchSize = unanswered + 1
    const { status } = await configure(portal.wallet.address, { rpcUrl: node.url, batchSize })
    if (status !== 200) refused.push(unanswered)
    expect((await saved())?.batchSize === batchSize, `look ${unanswered}`).toBe(status === 200)
  }
  await node.close()
  expect(refused.length).toBeGreaterThan(1)
})

test('another account takes the key: the password alone changes nodes and terms', async () => {
  await configure(portal.wallet.address)
  const byPassword = { privateKey: undefined, password: ADMIN_PASSWORD, testKey: undefined }
  expect(await configure(undefined, { ...byPassword, batchSize: 3 })).toMatchObject({ status: 200 })
  expect(await saved()).toMatchObject({ batchSize: 3, sourceTokenAccount: portal.walletTokenAccount })
  expect(await configure('', byPassword)).toMatchObject({ status: 409, code: 'sending_key_needed' })
})

test('a wallet that has paid a token from one account pays it from no other', async () => {
  await configure(portal.wallet.address)
  await addClaims(portal.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
  await treasury.approve(10n ** 12n)
  const { start, status } = endpoints.bulkSender
  await expect.poll(async () => (await portal.call(start)).statusCode).toBe(200)
  await expect.poll(async () => (await portal.call(status)).json().state).toBe('completed')
  expect(await configure('')).toMatchObject({
    status: 409,
    code: 'source_bound',
    error: `The sending wallet ${treasury.delegate.address} pays this token from ${portal.walletTokenAccount}, and a wallet pays a token from one account for good. Nothing was saved: use another sending wallet for another account.`,
  })
  expect(await configure(portal.wallet.address, { batchSize: 2 })).toMatchObject({ status: 200 })
})

test('a wallet is bound to its account before it pays: records from an older backup would look at the other', async () => {
  await configure('')
  expect(await configure(portal.wallet.address)).toMatchObject({ status: 409, code: 'source_bound' })
  const { signer, keyJson } = await makeSolanaKey()
  expect(await configure(portal.wallet.address, { privateKey: keyJson })).toMatchObject({
    status: 200,
    walletAddress: signer.address,
  })
})

test("another sender's row that somebody has written over keeps no sender from its account", async () => {
  await configure('', {}, 'standalone')
  alterRows(portal.ferry.databaseFile, "update sender set wallet_address = 'x', mint_address = 'y'")
  expect(await configure(portal.wallet.address)).toMatchObject({ status: 200 })
})

test('two senders pay from one account with one wallet alone', async () => {
  await configure(portal.wallet.address)
  expect(
    await portal.requestConfig('standalone', { privateKey: portal.walletKeyJson, testKey: true }),
  ).toMatchObject({ status: 409, code: 'source_shared' })
  expect(await configure('', {}, 'standalone')).toMatchObject({ status: 409, code: 'source_bound' })
  expect(await configure(portal.walletTokenAccount, {}, 'standalone')).toMatchObject({ status: 200 })
})

test('an account that was written into the database is not paid from', async () => {
  await configure('')
  const { databaseFile } = portal.ferry
  await addClaims(portal.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
  const start = async () => (await portal.call(endpoints.bulkSender.start)).json()
  const change = 'update sender set source_owner = ?, source_token_account = ?'
  alterRows(databaseFile, change, portal.wallet.address, portal.walletTokenAccount)
  expect(await start()).toMatchObject({ code: 'sender_unreadable' })
})
