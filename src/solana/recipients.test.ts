import { type Address, generateKeyPairSigner, isOffCurveAddress } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  nodeWith,
  randomAddress,
  sampleAccount,
  sampleMint,
  sampleMint2022,
  sampleTokenAccount,
} from '../../test/harness/sample-accounts.ts'
import { addressNamed } from '../../test/harness/sample-rows.ts'
import { type Mint, TOKEN_2022_PROGRAM_ADDRESS } from './mint.ts'
import { associatedTokenAccount, inspectRecipients } from './recipients.ts'
import type { AccountState } from './solana-rpc.ts'

const mint: Mint = {
  address: randomAddress(),
  decimals: 9,
  tokenProgram: TOKEN_PROGRAM_ADDRESS,
  tokenAccountBytes: 165,
  extensions: [],
}

let wallet: Address
let tokenAccount: Address
beforeAll(async () => {
  wallet = (await generateKeyPairSigner()).address
  tokenAccount = await associatedTokenAccount(mint, wallet)
})

const inspect = async (accounts: Record<string, AccountState>, wallets: readonly Address[] = [wallet]) =>
  inspectRecipients(nodeWith(accounts), mint, wallets)

test('a text that is no address is not asked for, and keeps no other wallet from being looked up', async () => {
  const garbage = addressNamed('not an address')
  expect(await inspect({}, [garbage, wallet, garbage])).toMatchObject([
    { payable: false, wallet: garbage, reason: 'The address is not a Solana address' },
    { payable: true, wallet },
    { payable: false, wallet: garbage },
  ])
})

describe('the token account of a wallet', () => {
  test('is missing, whether or not the wallet holds anything', async () => {
    const expected = [{ payable: true, wallet, tokenAccount, need: 'missing' }]
    expect(await inspect({})).toEqual(expected)
    expect(await inspect({ [wallet]: sampleAccount() })).toEqual(expected)
  })

  test('is prefunded where somebody sent lamports to its address', async () => {
    expect(await inspect({ [tokenAccount]: sampleAccount() })).toMatchObject([{ need: 'prefunded' }])
  })

  test.each([false, true])('exists (Token-2022: %o)', async (token2022) => {
    const tokenProgram = token2022 ? TOKEN_2022_PROGRAM_ADDRESS : TOKEN_PROGRAM_ADDRESS
    const of = { ...mint, tokenProgram }
    const account = await associatedTokenAccount(of, wallet)
    const state = sampleTokenAccount({ mint: mint.address, owner: wallet, token2022 })
    expect(await inspectRecipients(nodeWith({ [account]: state }), of, [wallet])).toEqual([
      { payable: true, wallet, tokenAccount: account, need: 'existing' },
    ])
  })

  test('is not paid once it belongs to another owner', async () => {
    const givenAway = sampleTokenAccount({ mint: mint.address })
    expect(await inspect({ [tokenAccount]: givenAway })).toEqual([
      { payable: false, wallet, reason: 'The wallet gave its token account away to another owner' },
    ])
  })

  test('is not paid while it is frozen', async () => {
    const frozen = sampleTokenAccount({ mint: mint.address, owner: wallet, frozen: true })
    expect(await inspect({ [tokenAccount]: frozen })).toEqual([
      { payable: false, wallet, reason: "The wallet's token account is frozen" },
    ])
  })

  test('is not paid where the data are too short for one', async () => {
    const short = sampleAccount({ owner: mint.tokenProgram, data: new Uint8Array(164) })
    expect(await inspect({ [tokenAccount]: short })).toEqual([
      {
        payable: false,
        wallet,
        reason: "What stands at the wallet's token account is no token account",
      },
    ])
  })
})

describe('an address that is no wallet is not paid', () => {
  test.each([
    ['a mint', sampleMint(), /token mint/],
    ['a Token-2022 mint with extensions', sampleMint2022([{ type: 18, bytes: 64 }]), /token mint/],
    ['a token account', sampleTokenAccount(), /token account/],
    ['a Token-2022 account', sampleTokenAccount({ token2022: true }), /token account/],
    ['a program', sampleAccount({ executable: true }), /program/],
  ])('%s', async (_, state, reason) => {
    expect(await inspect({ [wallet]: state })).toEqual([
      { payable: false, wallet, reason: expect.stringMatching(reason) },
    ])
  })

  test('one that no key has, unless a program keeps an account there', async () => {
    const vault = tokenAccount
    expect(isOffCurveAddress(vault)).toBe(true)
    expect(await inspect({}, [vault])).toEqual([
      {
        payable: false,
        wallet: vault,
        reason: 'No key can sign for the address and no account exists there',
      },
    ])
    expect(await inspect({ [vault]: sampleAccount() }, [vault])).toMatchObject([
      { payable: true, need: 'missing' },
    ])
  })
})

test('many are answered in their order', async () => {
  const wallets = await Promise.all([0, 1, 2].map(async () => (await generateKeyPairSigner()).address))
  const [, second, third] = wallets as [Address, Address, Address]
  const accounts = {
    [second]: sampleMint(),
    [await associatedTokenAccount(mint, third)]: sampleTokenAccount({ mint: mint.address, owner: third }),
  }
  expect(await inspect(accounts, wallets)).toMatchObject([
    { wallet: wallets[0], need: 'missing' },
    { wallet: second, payable: false },
    { wallet: third, need: 'existing' },
  ])
})
