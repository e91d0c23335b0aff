import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { CONTRACT_CODE } from '../harness/contract-code.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadList } from '../harness/open-upload.ts'
import { prepareSafe, startEvmChains } from '../harness/safe-wallets.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const owners = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()))

const chains = forAllTests(startEvmChains)
const ferry = forAllTests(() =>
  startPortal({
    environment: { EVM_RPC_URL_56: chains.bsc.url, EVM_RPC_URL_271: chains.node.url },
  }),
)
afterEach(() => {
  chains.node.fault = 'well'
})
/** Makes these addresses the list in force. */
const list = (...addresses: string[]) =>
  loadList(ferry.app, ['address,amountUA', ...addresses.map((address) => `${address},1`)].join('\n'))

async function ask(eth: string, { server } = ferry) {
  const response = await callEndpoint(server, endpoints.public.account, { params: { eth } })
  return { status: response.statusCode, body: response.json() }
}

test('a Safe is told with its chain, its threshold and its owners', async () => {
  const safe = await prepareSafe(chains.onBsc, owners, 2)
  await safe.deploy()
  await list(safe.address)
  const report = { threshold: 2, owners: owners.map(({ address }) => address.toLowerCase()) }
  expect(await ask(safe.address)).toEqual({
    status: 200,
    body: { kind: 'contract', contracts: [{ chainId: '0x38', safe: report }] },
  })
})

test('another contract is no Safe, an account that delegates to one is a key, and so is one without code', async () => {
  const contract = privateKeyToAccount(generatePrivateKey()).address
  const [delegating, plain] = owners
  await list(contract, ...owners.map(({ address }) => address))
  await chains.bsc.client.setCode({ address: contract, bytecode: CONTRACT_CODE.yes })
  expect((await ask(contract)).body).toEqual({
    kind: 'contract',
    contracts: [{ chainId: '0x38', safe: null }],
  })
  await chains.bsc.client.setCode({
    address: delegating?.address ?? '0x',
    bytecode: `0xef0100${contract.slice(2)}`,
  })
  for (const account of [delegating, plain]) {
    expect((await ask(account?.address ?? '')).body).toEqual({ kind: 'key', contracts: [] })
  }
})

test('what a node does not say is unknown, and told again once it does', async () => {
  const nobody = privateKeyToAccount(generatePrivateKey()).address
  await list(nobody)
  chains.node.fault = 'down'
  expect((await ask(nobody)).body).toEqual({ kind: 'unknown', contracts: [] })
  const safe = await prepareSafe(chains.onBsc, owners, 3)
  await safe.deploy()
  await list(nobody, safe.address)
  expect((await ask(safe.address)).body.kind).toBe('contract')
  chains.node.fault = 'well'
  expect((await ask(nobody)).body.kind).toBe('key')
})

test('without nodes everything is unknown, and the portal says where contract wallets can be checked', async () => {
  const bare = await startPortal()
  const portalOf = async ({ server }: TestPortal) =>
    (await callEndpoint(server, endpoints.public.portal, {})).json().contractChains
  expect((await ask(`0x${'1'.repeat(40)}`, bare)).body).toEqual({ kind: 'unknown', contracts: [] })
  expect(await portalOf(bare)).toEqual([])
  expect((await portalOf(ferry)).toSorted()).toEqual(['0x10f', '0x38'])
  await bare.close()
})

test('text that is no address is refused', async () => {
  expect(await ask('0x12')).toMatchObject({ status: 400, body: { code: 'invalid_eth_address' } })
})

test('of an address that is not on the list in force no node is asked', async () => {
  const [listed, other] = [0, 0].map(() => privateKeyToAccount(generatePrivateKey()).address)
  await list(listed ?? '')
  const find = ferry.app.accountLookup.find.bind(ferry.app.accountLookup)
  const asked: string[] = []
  const { accountLookup } = ferry.app
  Object.assign(ferry.app, {
    accountLookup: {
      ...accountLookup,
      find: (address: EvmAddress, client: string | null) => {
        asked.push(address)
        return find(address, client)
      },
    },
  })
  try {
    expect((await ask(other ?? '')).body).toEqual({ kind: 'unknown', contracts: [] })
    expect(asked).toEqual([])
    expect((await ask(listed ?? '')).body.kind).toBe('key')
    expect(asked).toEqual([listed?.toLowerCase()])
  } finally {
    Object.assign(ferry.app, { accountLookup })
  }
})
