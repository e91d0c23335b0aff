import { gzipSync } from 'node:zlib'
import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { loadKeccak } from '#proofs/bytes.ts'
import { checkList } from '#proofs/check-list.ts'
import { readListFile } from '#proofs/read-list-file.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { loadList } from '../harness/open-upload.ts'
import { startPortal } from '../harness/start-portal.ts'

const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`
const C = `0x${'c'.repeat(40)}`
const TYPES = ['uint256', 'address', 'uint256']

const standard = StandardMerkleTree.of(
  [
    [0n, A, 1n],
    [1n, B, 0n],
    [2n, C, 10n ** 30n],
  ],
  TYPES,
)

const ferry = forEachTest(() =>
  startPortal({ settings: { publishBundle: true, tokenName: 'Egon', tokenSymbol: 'EGON' } }),
)
const load = (content: string | Uint8Array) => loadList(ferry.app, content, 'holders')

const list = (...rows: string[]) => `address,amountWei\n${rows.join('\n')}\n`
const LIST = list(`${C},${10n ** 30n}`, `${A.toUpperCase().replace('X', 'x')},1`, `${B},0`)

const proofOf = (eth: string) => ferry.ask(endpoints.public.allocationProof, { params: { eth } })
const rootShown = async () => (await ferry.ask(endpoints.public.portal)).json().root

test('the same allocations have the same root, whatever file they came in', async () => {
  expect(await rootShown()).toBeNull()
  expect((await load(LIST)).root).toBe(standard.root)
  expect(await rootShown()).toBe(standard.root)
  const items = [
    { address: B, amountWei: '0' },
    { address: A, amountWei: '1' },
    { address: C, amountWei: String(10n ** 30n) },
  ]
  expect((await load(gzipSync(JSON.stringify(items)))).root).toBe(standard.root)
  expect((await load(list(`${A},1`))).root).not.toBe(standard.root)
})

test('each row is proved as OpenZeppelin proves it, also one with 0; no other address is', async () => {
  expect((await proofOf(A)).statusCode).toBe(404)
  const { fileHash } = await load(LIST)
  for (const [index, [, address, amountWei]] of standard.entries()) {
    const response = await proofOf(String(address).toUpperCase().replace('X', 'x'))
    expect(response.json()).toEqual({
      index,
      address,
      amountWei: String(amountWei),
      root: standard.root,
      fileHash,
      proof: standard.getProof(index),
    })
  }
  const unlisted = await proofOf(`0x${'d'.repeat(40)}`)
  expect([unlisted.statusCode, unlisted.json().code]).toEqual([404, 'not_in_list'])
  const noAddress = await proofOf('0x12')
  expect([noAddress.statusCode, noAddress.json().code]).toEqual([400, 'invalid_eth_address'])

  await load(list(`${A},7`))
  expect((await proofOf(A)).json()).toMatchObject({ index: 0, amountWei: '7', proof: [] })
  expect((await proofOf(B)).statusCode).toBe(404)
})

test('a root that was changed in the database is neither shown nor proved against', async () => {
  await load(LIST)
  alterStore(ferry.databaseFile, `update snapshot set root = '0x${'0'.repeat(64)}'`)
  expect(await rootShown()).toBeNull()
  const response = await proofOf(A)
  expect([response.statusCode, response.json().code]).toEqual([503, 'holder_list_changed'])
})

const CHANGED_ROWS = [
  // The rows add up to as much as before.
  [
    'two amounts',
    `update allocation set amount_wei = '1' where evm_address = '${B}';
    update allocation set amount_wei = '0' where evm_address = '${A}'`,
  ],
  ['a row fewer', `delete from allocation where evm_address = '${B}'`],
] as const

test.each(CHANGED_ROWS)(
  'no list is published whose rows were changed while they were staged: %s',
  async (_, statement) => {
    const { rootOf } = ferry.app.listTrees
    ferry.app.listTrees.rootOf = (version) => {
      alterStore(ferry.databaseFile, statement)
      return rootOf(version)
    }
    await expect(load(LIST)).rejects.toMatchObject({ code: 'holder_list_changed' })
    expect(await rootShown()).toBeNull()
  },
)

test.each(CHANGED_ROWS)('no row is proved by other rows than were published: %s', async (_, statement) => {
  await load(LIST)
  alterStore(ferry.databaseFile, statement)
  const response = await proofOf(C)
  expect([response.statusCode, response.json().code]).toEqual([503, 'holder_list_changed'])
})

test('the bundle has the list that the root is of', async () => {
  const none = await ferry.ask(endpoints.public.listBundle)
  expect([none.statusCode, none.json().code]).toEqual([404, 'bundle_not_published'])
  const { fileHash } = await load(LIST)
  const response = await ferry.ask(endpoints.public.listBundle)
  expect(response.headers['content-type']).toBe('application/zip')
  const file = new Uint8Array(response.rawPayload)
  const { rows, manifest } = await readListFile(file, 18, () => {})
  expect(rows).toHaveLength(3)
  expect(manifest).toMatchObject({
    root: standard.root,
    fileHash,
    rows: 3,
    totalWei: String(10n ** 30n + 1n),
  })
  const verdict = await checkList(await loadKeccak(), { file, root: standard.root, coinDecimals: 18 })
  expect(verdict.outcome).toBe('proved')
})

test('no bundle is published unless the configuration says so', async () => {
  const other = await startPortal()
  const response = await other.ask(endpoints.public.listBundle)
  expect([response.statusCode, response.json().code]).toEqual([404, 'bundle_not_published'])
  await other.close()
})
