import type { Address } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import type { Sender } from '#domain/sender.ts'
import { DESTINATION_DATA_BYTES } from '#solana/recipients.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import {
  randomAddress,
  sampleAccount,
  sampleMint,
  sampleMint2022,
  sampleTokenAccount,
} from '../../../test/harness/sample-accounts.ts'
import { createDestinationLookup } from './destination-lookup.ts'

const UNUSED = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK' as Address
const [wallet, configuredMint] = [randomAddress(), randomAddress()]

interface Behind {
  isConfigured?: boolean
  /** The URL of the sender's node. */
  rpcUrl?: (() => string) | string | null
  genesisHash?: string
  accounts?: SolanaRpc['accounts']
}

/** Makes a lookup for a sender of the cluster "right", whose node answers this genesis hash. */
function lookUp({
  isConfigured = true,
  rpcUrl = 'http://node',
  genesisHash = 'right',
  accounts = async (addresses) =>
    addresses.map((address) => (address === wallet ? sampleTokenAccount() : null)),
}: Behind) {
  const requests: number[] = []
  const urls = new Set<string>()
  const node: Pick<SolanaRpc, 'accounts' | 'genesisHash' | 'name'> = {
    name: 'node.example',
    genesisHash: async () => genesisHash,
    accounts(addresses, options) {
      requests.push(addresses.length)
      return accounts(addresses, options)
    },
  }
  const sender = () =>
    ({
      rpcUrl: typeof rpcUrl === 'function' ? rpcUrl() : rpcUrl,
      genesisHash: 'right',
      mintAddress: configuredMint,
    }) as Sender
  const { find, isNodeSilent } = createDestinationLookup({
    senders: { find: async () => (isConfigured ? sender() : undefined) },
    defaultRpcUrl: 'http://default',
    connect(url) {
      urls.add(url)
      return node as SolanaRpc
    },
  })
  return { find, isNodeSilent, requests, urls }
}

const silent = () => Promise.reject(new RpcUnavailableError('it hangs'))

test('addresses of one turn are looked up together, 100 in a request, and answered in their order', async () => {
  const { find, requests } = lookUp({})
  const answers = await Promise.all([...Array<Address>(100).fill(UNUSED), wallet].map(find))
  expect(answers).toEqual([...Array(100).fill('unused'), 'token_account'])
  expect(requests).toEqual([100, 1])
})

describe('a node that did not answer', () => {
  test('is asked by a probe alone until it answers, for nobody who comes meanwhile', async () => {
    let isDown = true
    const { find, isNodeSilent, requests } = lookUp({
      accounts: async (addresses) => {
        if (isDown) throw new RpcUnavailableError('it hangs')
        return addresses.map(() => null)
      },
    })
    expect(await find(UNUSED)).toBe('unknown')
    expect(isNodeSilent()).toBe(true)
    const several = Array.from({ length: 50 }, randomAddress)
    expect(await Promise.all(several.map(find))).toEqual(Array(50).fill('unknown'))
    expect(requests).toEqual([1])
    await expect.poll(() => requests.length).toBe(2)
    expect(isNodeSilent()).toBe(true)
    isDown = false
    await expect.poll(isNodeSilent, { timeout: 5_000 }).toBe(false)
    expect(await find(UNUSED)).toBe('unused')
    expect(requests).toEqual([1, 1, 1, 1])
  })

  test('is not the one that a sender is given meanwhile', async () => {
    let rpcUrl = 'http://node'
    const { find } = lookUp({
      rpcUrl: () => rpcUrl,
      accounts: () => (rpcUrl === 'http://node' ? silent() : Promise.resolve([null])),
    })
    expect(await find(UNUSED)).toBe('unknown')
    rpcUrl = 'http://other'
    expect(await find(UNUSED)).toBe('unused')
  })
})

describe('the node that is asked', () => {
  test.each<[string, Behind, string]>([
    ["the sender's", {}, 'http://node'],
    ['the default one, without a sender', { isConfigured: false }, 'http://default'],
    ['the default one, where the URL of the sender’s does not open', { rpcUrl: null }, 'http://default'],
  ])('%s', async (_, behind, url) => {
    const { find, urls } = lookUp(behind)
    expect(await find(wallet)).toBe('token_account')
    expect([...urls]).toEqual([url])
  })
})

describe('the kind is unknown', () => {
  test.each<[string, Behind]>([
    ['where the node does not answer', { accounts: silent }],
    ['where no node answers and there is no sender', { isConfigured: false, accounts: silent }],
    ["where the sender's node answers for another cluster", { genesisHash: 'wrong' }],
    [
      "where the default node answers for another cluster than the sender's",
      { rpcUrl: null, genesisHash: 'x' },
    ],
  ])('%s', async (_, behind) => {
    expect(await lookUp(behind).find(wallet)).toBe('unknown')
  })
})

test('the mint that is paid out is known while no node answers', async () => {
  expect(await lookUp({ accounts: silent }).find(configuredMint)).toBe('token_mint')
})

test.each([
  ['a mint', sampleMint(), 'token_mint'],
  ['a mint of Token-2022', sampleMint2022(), 'token_mint'],
  ['a mint of Token-2022 with extensions', sampleMint2022([{ type: 19, bytes: 10_000 }]), 'token_mint'],
  ['a token account', sampleTokenAccount(), 'token_account'],
  ['a token account of Token-2022', sampleTokenAccount({ token2022: true }), 'token_account'],
  [
    'a multisig of the token program',
    { ...sampleTokenAccount(), data: new Uint8Array(355) },
    'token_account',
  ],
  ['a wallet', sampleAccount(), 'wallet'],
  ['a program', sampleAccount({ executable: true }), 'program'],
])('no more data are read than tell %s', async (_, account, kind) => {
  const { find } = lookUp({
    accounts: async (addresses, options) => {
      expect(options).toEqual({ maxDataBytes: DESTINATION_DATA_BYTES })
      return addresses.map(() => ({ ...account, data: account.data.slice(0, options?.maxDataBytes) }))
    },
  })
  expect(await find(UNUSED)).toBe(kind)
})

test('any other error is thrown', async () => {
  const { find } = lookUp({ accounts: () => Promise.reject(new Error('a bug')) })
  await expect(find(wallet)).rejects.toThrow('a bug')
})
