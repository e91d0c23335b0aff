import { describe, expect, test } from 'vitest'
import type { Sender } from '#domain/sender.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { randomAddress, sampleAccount } from '../../../test/harness/sample-accounts.ts'
import { createDestinationLookup } from './destination-lookup.ts'

const wallet = randomAddress()
const account = sampleAccount()

interface Behind {
  isConfigured?: boolean
  genesisHash?: string
  accounts?: SolanaRpc['accounts']
}

/** Makes a lookup for a sender of the cluster "right", whose node answers this genesis hash. */
function lookUp({
  isConfigured = true,
  genesisHash = 'right',
  accounts = async (addresses) => addresses.map((address) => (address === wallet ? account : null)),
}: Behind) {
  const requests: number[] = []
  const node: Pick<SolanaRpc, 'accounts' | 'genesisHash' | 'name'> = {
    name: 'node.example',
    genesisHash: async () => genesisHash,
    accounts(addresses) {
      requests.push(addresses.length)
      return accounts(addresses)
    },
  }
  const sender = isConfigured ? ({ rpcUrl: 'http://node', genesisHash: 'right' } as Sender) : undefined
  const { find } = createDestinationLookup({ find: async () => sender }, () => node as SolanaRpc)
  return { find, requests }
}

test('addresses of one turn are looked up together, 100 in a request, and answered in their order', async () => {
  const { find, requests } = lookUp({})
  const others = Array.from({ length: 100 }, randomAddress)
  const answers = await Promise.all([...others, wallet].map(find))
  expect(answers.slice(0, 100)).toEqual(others.map(() => ({ known: true, account: null })))
  expect(answers[100]).toEqual({ known: true, account })
  expect(requests).toEqual([100, 1])
})

describe('the account is not known', () => {
  test.each<[string, Behind]>([
    ['without a sender', { isConfigured: false }],
    [
      'where its node does not answer',
      { accounts: () => Promise.reject(new RpcUnavailableError('it hangs')) },
    ],
    ['where its node answers for another cluster', { genesisHash: 'wrong' }],
  ])('%s', async (_, behind) => {
    expect(await lookUp(behind).find(wallet)).toEqual({ known: false })
  })
})

test('any other error is thrown', async () => {
  const { find } = lookUp({ accounts: () => Promise.reject(new Error('a bug')) })
  await expect(find(wallet)).rejects.toThrow('a bug')
})
