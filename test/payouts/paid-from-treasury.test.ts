import {
  type Address,
  decompileTransactionMessage,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import {
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getFreezeAccountInstruction,
  getTransferInstruction,
  parseApproveCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeTreasury, type Treasury } from '#lab/environment/treasury.ts'
import { sendInstructions, submitInstructions } from '#lab/localnet/send-instructions.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { readTokenAccount } from '#solana/token-account.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { ALL_QUEUED, addClaims, sampleClaim, sampleRun } from '../harness/sample-rows.ts'
import { finalized } from '../harness/test-wallet.ts'

/** The environment's wallet is the treasury: it holds 1,000,000 tokens, and its delegate pays. */

let treasury: Treasury
const portal = forAllTests(() => startPayingPortal({ freezable: true }), 60_000)
beforeAll(async () => {
  treasury = await makeTreasury(portal.rpcUrl, portal)
}, 60_000)
const TIMEOUT = { timeout: 30_000 }
const TOKEN = 10n ** 9n

const configureTreasury = (change = {}) =>
  portal.requestConfig('bulk', {
    privateKey: treasury.keyJson,
    testKey: true,
    paidFrom: portal.wallet.address,
    batchSize: 5,
    ...change,
  })
const { bulkSender } = endpoints
const status = async () => (await portal.call(bulkSender.status)).json()
const start = () => portal.call(bulkSender.start)
const source = async () =>
  readTokenAccount((await portal.rpc.accounts([portal.walletTokenAccount]))[0] ?? null)
const allowed = async () => (await source())?.delegatedAmount ?? 0n

async function claim(count: number, amountUA = '1'): Promise<string[]> {
  const claims = Array.from({ length: count }, () =>
    sampleClaim({ solAddress: freshSolanaAddress(), amountUA }),
  )
  await addClaims(portal.ferry.app, claims)
  return claims.map(({ solAddress }) => solAddress)
}
const paid = async (wallets: readonly string[]) =>
  (await Promise.all(wallets.map((wallet) => portal.balanceOf(wallet)))).filter((balance) => balance > 0n)

test('is configured by its owner, told what is missing, and pays nothing before it is approved', async () => {
  const configured = await configureTreasury()
  expect(configured).toMatchObject({
    status: 200,
    walletAddress: treasury.delegate.address,
    warnings: [
      `${portal.wallet.address} does not let ${treasury.delegate.address} move tokens out of ${portal.walletTokenAccount} yet: have it approve that wallet.`,
    ],
  })
  const wallets = await claim(10)
  expect((await start()).json()).toMatchObject({
    code: 'not_delegate',
    error: `${portal.wallet.address} does not let the sending wallet ${treasury.delegate.address} move tokens out of ${portal.walletTokenAccount}: nothing is allowed. Have it approve that wallet for 10 tokens, and start again.`,
  })

  await treasury.approve(4n * TOKEN)
  await expect.poll(allowed, TIMEOUT).toBe(4n * TOKEN)
  expect((await start()).json()).toMatchObject({
    code: 'allowance_too_small',
    error: `The treasury allows 4 more, and this run needs 10: raise the allowance by 6. An approval replaces the one before it: have ${treasury.delegate.address} approved for 10 on ${portal.walletTokenAccount}, and start again.`,
  })
  expect(await paid(wallets)).toEqual([])

  const { approval, balances, sufficient } = (await portal.call(bulkSender.estimate)).json()
  expect({ balances, sufficient }).toMatchObject({
    balances: { token: '4', neededUA: '10', missingUA: '6' },
    sufficient: false,
  })
  expect(approval).toMatchObject({
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    mint: portal.mint,
    tokenAccount: portal.walletTokenAccount,
    owner: portal.wallet.address,
    delegate: treasury.delegate.address,
    amountUA: '10',
    baseUnits: '10000000000',
    decimals: 9,
  })
  const { messageBytes } = getTransactionDecoder().decode(getBase58Encoder().encode(approval.transaction))
  const imported = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes))
  expect(imported.feePayer.address).toBe(portal.wallet.address)
  expect(imported.instructions).toHaveLength(1)
  expect(parseApproveCheckedInstruction(imported.instructions[0] as never)).toMatchObject({
    programAddress: TOKEN_PROGRAM_ADDRESS,
    accounts: {
      source: { address: portal.walletTokenAccount },
      mint: { address: portal.mint },
      delegate: { address: treasury.delegate.address },
      owner: { address: portal.wallet.address },
    },
    data: { amount: 10n * TOKEN, decimals: 9 },
  })
})

test('pays all of it once that is allowed, and the wallet holds no token before or after', async () => {
  const wallets = await claim(2)
  await treasury.approve(12n * TOKEN)
  await expect.poll(allowed, TIMEOUT).toBe(12n * TOKEN)
  const before = (await source())?.amount ?? 0n
  expect(await start()).toMatchObject({ statusCode: 200 })
  await expect.poll(status, TIMEOUT).toMatchObject({ state: 'completed', held: 0 })
  expect(await paid(wallets)).toEqual([TOKEN, TOKEN])
  expect(await portal.balanceOf(treasury.delegate.address)).toBe(0n)
  // Spent to the last token: the program has taken the delegate out.
  expect(await source()).toMatchObject({
    amount: before - 12n * TOKEN,
    delegatedAmount: 0n,
    delegate: { __option: 'None' },
  })
  expect((await portal.call(bulkSender.runs)).json().runs[0]).toMatchObject({ comparison: { agrees: true } })
  expect((await portal.call(bulkSender.reconcile)).json()).toMatchObject({ agrees: true, chainPayments: 12 })
})

test('what the treasury pays others meanwhile is its own affair', { timeout: 60_000 }, async () => {
  const wallets = await claim(20)
  await treasury.approve(20n * TOKEN)
  await expect.poll(allowed, TIMEOUT).toBe(20n * TOKEN)
  await start()
  await expect.poll(async () => (await paid(wallets)).length, TIMEOUT).toBeGreaterThan(0)
  await sendInstructions(portal.rpcUrl, portal.wallet, [
    await getCreateAssociatedTokenIdempotentInstructionAsync({
      payer: portal.wallet,
      owner: portal.localnet.genesisHash as Address,
      mint: portal.mint,
    }),
    getTransferInstruction({
      source: portal.walletTokenAccount,
      destination: associatedTokenAccount(
        { address: portal.mint, tokenProgram: TOKEN_PROGRAM_ADDRESS },
        portal.localnet.genesisHash as Address,
      ),
      authority: portal.wallet,
      amount: 7n,
    }),
  ])
  await expect.poll(status, TIMEOUT).toMatchObject({ state: 'completed', held: 0 })
  expect(await paid(wallets)).toEqual(wallets.map(() => TOKEN))
  await expect
    .poll(async () => (await portal.call(bulkSender.runs)).json().runs[0].comparison, TIMEOUT)
    .toMatchObject({ agrees: true, otherOutflows: 0 })
  expect((await portal.call(bulkSender.reconcile)).json()).toMatchObject({ agrees: true, otherOutflows: [] })
})

test('a run that is written into the database for another account pays nobody', {
  timeout: 60_000,
}, async () => {
  const wallets = await claim(3)
  await treasury.approve(3n * TOKEN)
  const { store } = portal.ferry.app
  const sender = await store.senders.find('bulk')
  if (!sender) throw new Error('no sender')
  const { walletAddress, mintAddress, tokenProgram, genesisHash } = sender
  const terms = { walletAddress, mintAddress, tokenProgram, genesisHash }
  const run = await store.runs.create(
    sampleRun({ ...terms, sourceOwner: walletAddress, sourceTokenAccount: portal.mint }),
    ALL_QUEUED,
  )
  await expect
    .poll(async () => await store.runs.find(run?.id ?? 0), TIMEOUT)
    .toMatchObject({ state: 'failed', message: 'Please configure the bulk sender first' })
  expect(await paid(wallets)).toEqual([])
  await start()
  await expect.poll(status, TIMEOUT).toMatchObject({ state: 'completed' })
})

test('a thief with the sending key moves no more than is allowed, in 100 tries', {
  timeout: 120_000,
}, async () => {
  await treasury.approve(20n * TOKEN)
  await expect.poll(allowed, TIMEOUT).toBe(20n * TOKEN)
  const before = (await source())?.amount ?? 0n
  const random = seededRandom(30)
  const { delegate } = treasury
  const loot = associatedTokenAccount(
    { address: portal.mint, tokenProgram: TOKEN_PROGRAM_ADDRESS },
    delegate.address,
  )
  const payer = { payer: delegate, owner: delegate.address, mint: portal.mint }
  const prepare = await getCreateAssociatedTokenIdempotentInstructionAsync(payer)
  const sent: string[] = []
  for (let tries = 0; tries < 100; tries++) {
    const amount = BigInt(random.between(1, 30)) * TOKEN
    const transfer = getTransferInstruction({
      source: portal.walletTokenAccount,
      destination: loot,
      authority: delegate,
      amount,
    })
    await submitInstructions(portal.rpcUrl, delegate, [prepare, transfer]).then(
      (signature) => sent.push(signature),
      () => {},
    )
  }
  await finalized(portal.rpcUrl, sent.at(-1) ?? '')
  const lost = before - ((await source())?.amount ?? 0n)
  expect(lost).toBeLessThanOrEqual(20n * TOKEN)
  expect(lost).toBeGreaterThan(0n)
  await treasury.revoke()
})

describe('in mid-run', () => {
  const misfortunes = {
    revoked: () => treasury.revoke(),
    'given to another': () => treasury.approve(1_000n * TOKEN, portal.mint),
    lowered: () => treasury.approve(TOKEN),
  }

  test.each(Object.entries(misfortunes))(
    'an allowance that is %s ends the run, and nobody is blamed',
    {
      timeout: 90_000,
    },
    async (_, befall) => {
      const wallets = await claim(60)
      await treasury.approve(100n * TOKEN)
      await expect.poll(allowed, TIMEOUT).toBe(100n * TOKEN)
      await start()
      await expect.poll(async () => (await paid(wallets)).length, TIMEOUT).toBeGreaterThan(4)
      await befall()
      await expect.poll(status, TIMEOUT).toMatchObject({
        state: 'failed',
        held: 0,
        unpayableClaimsCount: 0,
        message: expect.stringMatching(/owner of the token account that is paid from (does not let|lets)/),
      })
      const soFar = await paid(wallets)
      expect(soFar.length).toBeLessThan(60)
      expect((await status()).queuedClaimsCount).toBe(60 - soFar.length)

      await treasury.approve(100n * TOKEN)
      await expect.poll(allowed, TIMEOUT).toBe(100n * TOKEN)
      expect(await start()).toMatchObject({ statusCode: 200 })
      await expect.poll(status, TIMEOUT).toMatchObject({ state: 'completed', held: 0 })
      expect(await paid(wallets)).toEqual(wallets.map(() => TOKEN))
      await treasury.revoke()
    },
  )
})

test('a frozen account is said to be the reason, and nothing is paid', async () => {
  const wallets = await claim(1)
  await treasury.approve(TOKEN)
  const freezing = await sendInstructions(portal.rpcUrl, portal.wallet, [
    getFreezeAccountInstruction({
      account: portal.walletTokenAccount,
      mint: portal.mint,
      owner: portal.wallet,
    }),
  ])
  await finalized(portal.rpcUrl, freezing)
  await expect
    .poll(async () => (await start()).json(), TIMEOUT)
    .toMatchObject({
      code: 'source_frozen',
      error: `The token account ${portal.walletTokenAccount} of ${portal.wallet.address}, which is paid from, is frozen: nothing can be sent from it. Ask whoever may freeze this token.`,
    })
  expect(await paid(wallets)).toEqual([])
})
