import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { CONTRACT_CODE } from '../harness/contract-code.ts'
import { type EvmChains, prepareSafe, startEvmChains } from '../harness/safe-wallets.ts'
import type { Anvil } from '../harness/start-anvil.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Holders that are contracts, where EVM nodes are configured: those that can not sign are asked about. */

const { admin, lists } = endpoints

/** More than one call asks about. */
const KEYS = 1_100

const key = (index: number) => `0x${(index + 0xabc000).toString(16).padStart(40, '1')}` as Hex
const contract = (index: number) => `0x${'c0de'.repeat(9)}${index.toString(16).padStart(4, '0')}` as Hex

const REVERTS = CONTRACT_CODE.reverts
const PUSHES_SELECTOR: Hex = `${REVERTS}631626ba7e`
/** Refuses whatever is asked, with data. */
const REFUSES_ALL: Hex = '0x60046000fd'
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const minimalProxy = (behind: Hex): Hex =>
  `0x363d3d373d3d3d363d73${behind.slice(2)}5af43d82803e903d91602b57fd5bf3`

const SILENT: Readonly<Record<string, Hex>> = {
  [contract(1)]: REVERTS,
  [contract(2)]: CONTRACT_CODE.empty,
  [contract(3)]: CONTRACT_CODE.endless,
  [contract(4)]: CONTRACT_CODE.invalidOpcode,
  [contract(5)]: REFUSES_ALL,
  [contract(6)]: minimalProxy(contract(1)),
}

let chains: EvmChains
/** Contract wallets, and what else signs. */
const signing: Hex[] = []
beforeAll(async () => {
  chains = await startEvmChains()
  const { bsc, egon, onBsc } = chains
  const set = (on: Anvil, address: Hex, bytecode: Hex) => on.client.setCode({ address, bytecode })
  for (const [address, code] of Object.entries(SILENT)) await set(bsc, address as Hex, code)
  const safe = await prepareSafe(onBsc, [privateKeyToAccount(generatePrivateKey())])
  await safe.deploy()
  await set(bsc, contract(11), CONTRACT_CODE.no)
  await set(bsc, contract(12), PUSHES_SELECTOR)
  await set(bsc, contract(13), minimalProxy(contract(12)))
  await set(bsc, contract(14), REVERTS)
  await bsc.client.setStorageAt({
    address: contract(14),
    index: IMPLEMENTATION_SLOT,
    value: `0x${contract(12).slice(2).padStart(64, '0')}`,
  })
  // A key that delegates to what can not sign is a key.
  await set(bsc, contract(15), `0xef0100${contract(1).slice(2)}`)
  // Another contract on the next chain, where it signs.
  await set(bsc, contract(16), REVERTS)
  await set(egon, contract(16), CONTRACT_CODE.yes)
  signing.push(safe.address, ...[11, 12, 13, 14, 15, 16].map(contract))
})
afterAll(() => chains?.close())

let ferry: TestPortal
async function start(environment: Record<string, string>): Promise<void> {
  ferry = await startPortal({ environment })
}
beforeEach(() => start({ EVM_RPC_URL_56: chains.bsc.url, EVM_RPC_URL_271: chains.node.url }))
afterEach(async () => {
  chains.node.fault = 'well'
  await ferry.close()
})

const call = async (endpoint: Route, input?: AnyInput) => answerOf(await ferry.call(endpoint, input))
const upload = (addresses: readonly string[], amount: (index: number) => number = () => 10) =>
  call(admin.upload, {
    file: new File(
      [`address,amountUA\n${addresses.map((address, index) => `${address},${amount(index)}\n`).join('')}`],
      'holders.csv',
    ),
  })
const publish = ({ uploadId, confirm }: { uploadId: string; confirm: string | null }) =>
  call(lists.publishUpload, { params: { uploadId }, body: confirm === null ? {} : { confirm } })
/** Uploads a list, and publishes it with the words that it asks for. */
const load = async (...list: Parameters<typeof upload>) => publish(await upload(...list))
const newestAction = async () => (await ferry.app.store.operatorActions.decisions(1))[0]?.detail

const keys = Array.from({ length: KEYS }, (_, index) => key(index))

test('contracts that can not sign are asked about by address, and wallets, keys and empty rows are not', async () => {
  expect(await load([...keys, ...signing])).toMatchObject({ status: 200, count: KEYS + signing.length })
  expect(await newestAction()).not.toContain('not_checked')
  expect(await load([...keys, ...signing])).not.toHaveProperty('notChecked')

  const all = [...signing, ...keys, ...Object.keys(SILENT)]
  const asked = await upload(all)
  expect(asked).toMatchObject({
    status: 200,
    confirm: null,
    preview: {
      odd: [{ kind: 'cannot_sign', rows: 6, words: expect.stringMatching(/^6 holders are contracts/) }],
    },
  })
  expect(asked.preview.odd[0].where.toSorted()).toEqual(Object.keys(SILENT).toSorted())
  expect(await publish(asked)).toMatchObject({ status: 200, count: all.length })
  expect(await newestAction()).toContain('cannot_sign (6)')

  // One that is owed nothing is nobody's trouble.
  const last = all.length
  expect(await upload(all, (index) => (index === last - 1 ? 0 : 10))).toMatchObject({
    status: 200,
    preview: { odd: [{ kind: 'cannot_sign', rows: 5 }], lowered: { count: 1 } },
  })
})

test('what a node does not answer is said to be not checked, with its chain; it keeps nobody from publishing', async () => {
  for (const fault of ['down', 'busy', 'nonsense', 'page'] as const) {
    chains.node.fault = fault
    const amount = { down: 10, busy: 11, nonsense: 12, page: 13 }[fault]
    expect(await load(keys, () => amount), fault).toMatchObject({
      status: 200,
      notChecked: expect.stringContaining('chain 271: '),
    })
    expect(await newestAction()).toContain(`not_checked (${KEYS})`)
  }
  const asked = await upload([...keys.slice(1), contract(1)], () => 13)
  expect(asked.preview.odd).toMatchObject([
    { kind: 'cannot_sign', rows: 1, where: [contract(1)] },
    {
      kind: 'not_checked',
      rows: KEYS,
      words: expect.stringMatching(/^not checked: whether 1,100 of the addresses .*\(chain 271: .+\)$/),
    },
  ])
  expect(JSON.stringify(asked)).not.toContain(new URL(chains.node.url).port)
})

test('what is found at the answer and was not shown is asked anew; what is not found any more is not', async () => {
  await ferry.close()
  await start({ EVM_RPC_URL_271: chains.node.url })
  await chains.egon.client.setCode({ address: contract(21), bytecode: REVERTS })
  const holders = [...keys.slice(0, 20), contract(21), contract(22)]
  const asked = await upload(holders)
  expect(asked.preview.odd).toMatchObject([{ kind: 'cannot_sign', rows: 1 }])
  await chains.egon.client.setCode({ address: contract(22), bytecode: REVERTS })
  const again = await publish(asked)
  expect(again).toMatchObject({ status: 409, preview: { odd: [{ kind: 'cannot_sign', rows: 2 }] } })
  chains.node.fault = 'down'
  expect(await publish(again)).toMatchObject({ status: 200, count: 22 })
})

test('a node that never answers holds an upload up for seconds alone, and one of another chain is named', async () => {
  chains.node.fault = 'silent'
  const asked = await upload([...keys, contract(1)])
  expect(asked.preview.odd).toMatchObject([
    { kind: 'cannot_sign' },
    { kind: 'not_checked', words: expect.stringContaining('chain 271: there was no time for all of them') },
  ])
  await ferry.close()
  await start({ EVM_RPC_URL_56: chains.egon.url })
  expect((await upload([...keys, `0x${'0'.repeat(40)}`])).preview.odd).toMatchObject([
    { kind: 'nobodys_address' },
    { kind: 'not_checked', words: expect.stringContaining('chain 56: the node is on chain 271') },
  ])
})
