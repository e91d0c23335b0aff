import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ActionEntry, CHAIN_BEGIN, hashAction } from '#domain/action-chain.ts'
import { writeZip, type ZipPart } from '#lists/write-zip.ts'
import { type Keccak, loadKeccak } from './bytes.ts'
import { checkActions } from './check-actions.ts'
import { checkList, type ListVerdict } from './check-list.ts'
import { checkProofs } from './check-proofs.ts'
import { type ListTree, ListTreeBuilder, proofOfRow, rootOfList } from './list-tree.ts'
import { verdictOf } from './verdict.ts'

describe('checks', () => {
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
    return JSON.stringify({
      ...proofOfRow(keccak, tree, row),
      ...row,
      amountWei: String(row.amountWei),
      root,
    })
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

  test('a place in the list has 32 bits, and no more of them are taken', async () => {
    for (const bits of [2 ** 32, 2 ** 33, 2 ** 40]) {
      const proof = JSON.parse(proofText())
      expect(await proofOutcome(JSON.stringify({ ...proof, index: proof.index + bits }))).toBe('not_proved')
    }
  })

  test('of several proofs, what was entered is held against the one of that address', async () => {
    const proofs = `[${proofText(4)},${proofText(5)}]`
    expect(await proofOutcome(proofs)).toBe('proved')
    expect(await proofOutcome(proofs, { address: rows[5]?.address, amountUA: '1000' })).toBe('proved')
    expect(await proofOutcome(proofs, { address: rows[5]?.address, amountUA: '100' })).toBe('refuted')
    expect(await proofOutcome(proofs, { address: rows[6]?.address })).toBe('refuted')
    expect(await proofOutcome(proofs, { amountUA: '100' })).toBe('not_proved')
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
    expect((await listVerdict(csvOf(rows), { seed: 'block', sampleSize: 99 })).sample).toHaveLength(
      rows.length,
    )
  })

  async function bundle(
    changes: object = {},
    files: readonly ZipPart[] = [],
  ): Promise<Uint8Array<ArrayBuffer>> {
    const list = `index,address,amountWei\n${rows.map(({ address, amountWei }, index) => `${index},${address},${amountWei}\n`).join('')}`
    const manifest = {
      format: 'ferry-list/1',
      tokenName: 'Demo',
      tokenSymbol: 'DEMO',
      coinDecimals: 2,
      root,
      rows: rows.length,
      totalWei: String(rows.reduce((sum, { amountWei }) => sum + amountWei, 0n)),
      publishedAt: '2026-11-01T00:00:00.000Z',
      listSha256: createHash('sha256').update(list).digest('hex'),
      ...changes,
    }
    const all = [
      { path: 'list.csv', content: [Buffer.from(list)] },
      { path: 'root.txt', content: [Buffer.from(`${root}\n`)] },
      { path: 'manifest.json', content: [Buffer.from(JSON.stringify(manifest))] },
      ...files,
    ]
    return Uint8Array.from(await buffer(writeZip(all)))
  }

  test('of a bundle nothing is believed but its rows, and it is said what the root does not stand for', async () => {
    const check = async (changes?: object, files?: ZipPart[]) => {
      const file = await bundle(changes, files)
      return await verdictOf(() => checkList(keccak, { file, root, coinDecimals: 18 }))
    }
    const sound = await check()
    expect(sound.outcome).toBe('proved')
    expect(sound.facts).toEqual(
      expect.arrayContaining([
        ['Total in the smallest unit', '111111111'],
        ['Stated, and no part of the proof', expect.stringMatching(/^Demo \(DEMO\), the decimals, 2026/)],
      ]),
    )
    for (const coinDecimals of [40_000, -1, 2.5, '2', null]) {
      expect((await check({ coinDecimals })).outcome, `${coinDecimals}`).toBe('not_proved')
    }
    expect((await check({ tokenName: 'x'.repeat(10_000) })).outcome).toBe('not_proved')
    const again = (path: string, content: string) => [{ path, content: [Buffer.from(content)] }]
    expect((await check({}, again('list.csv', csvOf(rows)))).outcome).toBe('refuted')
    expect((await check({ root: `0x${'1'.repeat(64)}` })).outcome).toBe('refuted')
  })

  test('a column that stands twice is no list', async () => {
    const twice = csvOf(rows)
      .replace('amountWei', 'amountWei,amountWei')
      .replaceAll(/,(\d+)\n/g, ',$1,1\n')
    expect((await listVerdict(twice)).outcome).toBe('not_proved')
  })
})

const entry = (subject: string): ActionEntry => ({
  at: 1_700_000_000,
  session: 'abc',
  action: 'note',
  facts: { subject, detail: 'seen', person: null },
})

function chain(entries: readonly ActionEntry[]) {
  let previous = CHAIN_BEGIN
  return entries.map((each) => {
    const hash = hashAction(previous, each)
    const chained = { ...each, previous, hash }
    previous = hash
    return chained
  })
}

const textOf = (entries: readonly object[]) => entries.map((each) => `${JSON.stringify(each)}\n`).join('')
const ENTRIES = chain(['a', 'b', 'c'].map(entry))
const [a, b, c] = ENTRIES as [(typeof ENTRIES)[0], (typeof ENTRIES)[0], (typeof ENTRIES)[0]]
const check = (entries: readonly object[], told = '') =>
  verdictOf(() => checkActions({ text: textOf(entries), entry: told }))

test('a record that holds the entry which was told is proved', async () => {
  expect(await check(ENTRIES, b.hash.slice(0, 16))).toMatchObject({
    outcome: 'proved',
    sentence: expect.stringContaining('number 2 of 3'),
  })
})

test('without one that was told nothing is proved', async () => {
  expect((await check(ENTRIES)).outcome).toBe('not_proved')
  expect((await check(ENTRIES, 'abc')).outcome).toBe('not_proved')
  expect((await check([])).outcome).toBe('not_proved')
  expect((await check([a, { at: 'x' }])).outcome).toBe('not_proved')
})

test.each([
  ['altered', [a, { ...b, facts: { ...b.facts, detail: 'unseen' } }, c]],
  ['taken out', [a, c]],
  ['cut off at the begin', [b, c]],
  ['moved', [a, c, b]],
  ['put in', [a, b, b, c]],
])('an entry that was %s is found', async (_how, entries) => {
  expect((await check(entries, c.hash)).outcome).toBe('refuted')
})

test('a record that was written anew does not hold the entry which was told', async () => {
  const anew = chain(['a', 'other', 'c'].map(entry))
  expect(await check(anew, b.hash)).toMatchObject({
    outcome: 'refuted',
    sentence: expect.stringContaining('is not among them'),
  })
})
