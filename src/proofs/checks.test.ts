import { beforeAll, expect, test } from 'vitest'
import { type Keccak, loadKeccak } from './bytes.ts'
import { checkList, type ListVerdict } from './check-list.ts'
import { checkProofs } from './check-proofs.ts'
import { type ListTree, ListTreeBuilder, proofOfRow, rootOfList } from './list-tree.ts'
import { verdictOf } from './verdict.ts'

const rows = Array.from({ length: 9 }, (_, n) => ({
  address: `0x${`${n + 1}f`.repeat(20)}`,
  amountWei: 10n ** BigInt(n),
}))
const csvOf = (list: typeof rows) =>
  `address,amountWei\n${list.map(({ address, amountWei }) => `${address},${amountWei}\n`).join('')}`

let keccak: Keccak
let tree: ListTree
let root: string
beforeAll(async () => {
  keccak = await loadKeccak()
  const builder = new ListTreeBuilder(keccak)
  builder.add(rows)
  tree = builder.finish()
  root = rootOfList(tree)
})

function proofText(n = 4): string {
  const row = rows[n] as (typeof rows)[number]
  return JSON.stringify({ ...proofOfRow(keccak, tree, row), ...row, amountWei: String(row.amountWei), root })
}

const proofOutcome = async (proof: string, entered: object = {}) =>
  (await verdictOf(() => checkProofs(keccak, { proof, root, coinDecimals: 2, ...entered }))).outcome

const listVerdict = (list: string, entered: object = {}): Promise<ListVerdict> =>
  verdictOf(() =>
    checkList(keccak, { file: new TextEncoder().encode(list), root, coinDecimals: 2, ...entered }),
  )

test('a proof is of the published root, the address and the amount that were entered, or refuted', async () => {
  const proof = proofText()
  const { address } = rows[4] as { address: string }
  expect(
    await proofOutcome(proof, { address: address.toUpperCase().replace('X', 'x'), amountUA: '100.00' }),
  ).toBe('proved')
  expect(await proofOutcome(proof, { root: ` ${root.toUpperCase().replace('X', 'x')} ` })).toBe('proved')
  expect(await proofOutcome(proof, { address: rows[5]?.address })).toBe('refuted')
  expect(await proofOutcome(proof, { amountUA: '100.01' })).toBe('refuted')
  expect(await proofOutcome(proof, { root: `0x${'0'.repeat(64)}` })).toBe('refuted')
  expect(await proofOutcome(proof, { root: '' })).toBe('not_proved')
  expect(await proofOutcome(proof, { amountUA: '1,00' })).toBe('not_proved')
  expect(await proofOutcome(proof, { address: 'me' })).toBe('not_proved')
})

test('no byte of a proof can be changed unseen', async () => {
  const text = proofText()
  expect(await proofOutcome(text)).toBe('proved')
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ 1)}${text.slice(at + 1)}`
    expect(await proofOutcome(changed), changed).not.toBe('proved')
  }
})

test('no digit of a list can be changed unseen, no row left out, added or doubled', async () => {
  const list = csvOf(rows)
  expect((await listVerdict(list)).outcome).toBe('proved')
  for (let at = list.indexOf('\n') + 1; at < list.length - 1; at++) {
    const changed = `${list.slice(0, at)}${String.fromCharCode(list.charCodeAt(at) ^ 1)}${list.slice(at + 1)}`
    expect((await listVerdict(changed)).outcome, changed).toBe('refuted')
  }
  for (const other of [
    rows.slice(1),
    [...rows, { address: `0x${'0'.repeat(40)}`, amountWei: 1n }],
    [...rows, ...rows],
  ]) {
    expect((await listVerdict(csvOf(other))).outcome).toBe('refuted')
  }
})

test('a list adds up to the total that was entered, in whole coins', async () => {
  expect((await listVerdict(csvOf(rows), { totalUA: '1111111.11' })).outcome).toBe('proved')
  expect((await listVerdict(csvOf(rows), { totalUA: '1111111.12' })).outcome).toBe('refuted')
  expect((await listVerdict(csvOf(rows), { totalUA: 'all' })).outcome).toBe('not_proved')
  const units = rows.map(({ address, amountWei }) => `${address},${Number(amountWei) / 100}`)
  expect((await listVerdict(`address,amountUA\n${units.join('\n')}`)).outcome).toBe('proved')
  expect((await listVerdict('address,amountWei,amountUA\n')).outcome).toBe('not_proved')
})

test('a seed draws the same rows for everybody, each once, and at most all', async () => {
  const { sample = [] } = await listVerdict(csvOf(rows), { seed: 'block', sampleSize: 5 })
  expect(new Set(sample.map(({ index }) => index)).size).toBe(5)
  expect((await listVerdict(csvOf(rows), { seed: 'block', sampleSize: 5 })).sample).toEqual(sample)
  expect((await listVerdict(csvOf(rows), { seed: 'other', sampleSize: 5 })).sample).not.toEqual(sample)
  expect((await listVerdict(csvOf(rows), { seed: 'block', sampleSize: 99 })).sample).toHaveLength(rows.length)
})
