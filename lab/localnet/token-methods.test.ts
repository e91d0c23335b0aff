import { type Address, generateKeyPairSigner, getBase64Encoder, type KeyPairSigner } from '@solana/kit'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintDecoder,
  getSetAuthorityInstruction,
  getTokenDecoder,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectRpc } from '#solana/connect-rpc.ts'
import { forAllTests } from '../../test/harness/for-tests.ts'
import { openTestWallet, type TestWallet } from '../../test/harness/test-wallet.ts'
import { createDemoMint, type DemoMint } from './create-demo-mint.ts'
import { startLocalnet } from './start-localnet.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-state.ts'

const MAX_U64 = 2n ** 64n - 1n
const NOWHERE = 'So11111111111111111111111111111111111111112' as Address

let wallet: TestWallet

const localnet = forAllTests(() =>
  startLocalnet({ slotMs: 20, confirmedAfterSlots: 1, finalizedAfterSlots: 3 }),
)
beforeAll(async () => {
  wallet = await openTestWallet(localnet)
})
describe.each([
  { name: 'Token', tokenProgram: TOKEN_PROGRAM, program: 'spl-token' },
  { name: 'Token-2022', tokenProgram: TOKEN_2022_PROGRAM, program: 'spl-token-2022' },
])('a mint under $name', ({ tokenProgram, program }) => {
  let holder: KeyPairSigner
  let demo: DemoMint

  beforeAll(async () => {
    holder = wallet.signer
    const { url: rpcUrl } = localnet
    const what = { decimals: 6, supplyBaseUnits: MAX_U64, to: holder.address, tokenProgram }
    demo = await createDemoMint({ rpcUrl, payer: holder, ...what })
  })

  test('has its decimals and a supply that is exact to the last unit', async () => {
    const { value } = await wallet.rpc.getTokenSupply(demo.mint).send()
    expect(value).toMatchObject({
      amount: MAX_U64.toString(),
      decimals: 6,
      uiAmountString: '18446744073709.551615',
    })
    const { value: balance } = await wallet.rpc.getTokenAccountBalance(demo.tokenAccount).send()
    expect(balance.amount).toBe(MAX_U64.toString())
  })

  test('and its token account can be read as base64', async () => {
    const addresses = [demo.mint, NOWHERE, demo.tokenAccount, localnet.genesisHash as Address]
    const config = { encoding: 'base64' } as const
    const { value } = await wallet.rpc.getMultipleAccounts(addresses, config).send()
    const [mint, , account, nothing] = value
    expect(nothing).toBeNull()
    expect(mint).toMatchObject({ owner: tokenProgram, executable: false })
    expect(getMintDecoder().decode(getBase64Encoder().encode(mint?.data[0] ?? '')).supply).toBe(MAX_U64)
    const token = getTokenDecoder().decode(getBase64Encoder().encode(account?.data[0] ?? ''))
    expect(token).toMatchObject({ owner: holder.address, mint: demo.mint, amount: MAX_U64 })
    const { value: rentLamports } = await wallet.rpc.getBalance(demo.tokenAccount).send()
    const space = account?.space ?? 0n
    expect(rentLamports).toBe(await wallet.rpc.getMinimumBalanceForRentExemption(space).send())
  })

  test('the Rent sysvar tells the same rent', async () => {
    const { lamports } = await connectRpc(localnet.url).rent(165)
    expect(lamports).toBe(await wallet.rpc.getMinimumBalanceForRentExemption(165n).send())
  })

  test.each(['mint', 'programId'])('finds the token account by its owner and %s', async (by) => {
    const filter = by === 'mint' ? { mint: demo.mint } : { programId: tokenProgram }
    const config = { encoding: 'jsonParsed' } as const
    const { value } = await wallet.rpc.getTokenAccountsByOwner(holder.address, filter, config).send()
    expect(value.map(({ pubkey }) => pubkey)).toEqual([demo.tokenAccount])
    expect(value[0]?.account.data).toMatchObject({
      program,
      parsed: {
        type: 'account',
        info: { mint: demo.mint, owner: holder.address, state: 'initialized', isNative: false },
      },
    })
  })

  test('answers the balances before and after a payment', async () => {
    const { address: owner } = await generateKeyPairSigner()
    const [ata] = await findAssociatedTokenPda({ owner, mint: demo.mint, tokenProgram })
    const signature = await wallet.send([
      getCreateAssociatedTokenIdempotentInstruction({
        payer: holder,
        ata,
        owner,
        mint: demo.mint,
        tokenProgram,
      }),
      getTransferCheckedInstruction(
        {
          source: demo.tokenAccount,
          destination: ata,
          authority: holder,
          mint: demo.mint,
          amount: 7n,
          decimals: 6,
        },
        { programAddress: tokenProgram },
      ),
    ])
    localnet.cluster.tick()
    const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const
    const landed = await wallet.rpc.getTransaction(signature, config).send()
    const [before, after] = [landed?.meta?.preTokenBalances, landed?.meta?.postTokenBalances].map(
      (balances = []) =>
        Object.fromEntries(balances.map((balance) => [balance.owner, balance.uiTokenAmount.amount])),
    )
    expect(before).toEqual({ [holder.address]: `${MAX_U64}` })
    expect(after).toEqual({ [holder.address]: `${MAX_U64 - 7n}`, [owner]: '7' })
    const found = await wallet.rpc
      .getTokenAccountsByOwner(owner, { mint: demo.mint }, { encoding: 'base64' })
      .send()
    expect(found.value.map(({ pubkey }) => pubkey)).toEqual([ata])
  })
})

test('a token account that was given away or closed is no longer found', async () => {
  const { signer } = wallet
  const { address: heir } = await generateKeyPairSigner()
  const what = { decimals: 0, supplyBaseUnits: 0n, to: signer.address }
  const options = { rpcUrl: localnet.url, payer: signer, ...what }
  const [given, closed] = [await createDemoMint(options), await createDemoMint(options)]
  const accountsOf = async (owner: Address, mint: Address) => {
    const { value } = await wallet.rpc.getTokenAccountsByOwner(owner, { mint }, { encoding: 'base64' }).send()
    return value.map(({ pubkey }) => pubkey)
  }
  expect(await accountsOf(signer.address, closed.mint)).toEqual([closed.tokenAccount])
  await wallet.send([
    getSetAuthorityInstruction({
      owned: given.tokenAccount,
      owner: signer,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: heir,
    }),
    getCloseAccountInstruction({ account: closed.tokenAccount, destination: signer.address, owner: signer }),
  ])
  expect(await accountsOf(signer.address, given.mint)).toEqual([])
  expect(await accountsOf(heir, given.mint)).toEqual([given.tokenAccount])
  expect(await accountsOf(signer.address, closed.mint)).toEqual([])
})

test.each([
  {
    name: 'a wallet has no token balance',
    ask: () => wallet.rpc.getTokenAccountBalance(wallet.signer.address),
  },
  { name: 'nothing has no supply', ask: () => wallet.rpc.getTokenSupply(localnet.genesisHash as Address) },
  {
    name: 'a mint that is none',
    ask: () => wallet.rpc.getTokenAccountsByOwner(wallet.signer.address, { mint: wallet.signer.address }),
  },
  { name: '101 accounts', ask: () => wallet.rpc.getMultipleAccounts(Array(101).fill(NOWHERE)) },
])('refuses $name', async ({ ask }) => {
  const request = ask() as { send(): Promise<unknown> }
  await expect(request.send()).rejects.toThrow(/Invalid param|Too many inputs/)
})
