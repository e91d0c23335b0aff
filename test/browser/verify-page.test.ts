import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AllocationProofResponse } from '#api-schema/claims.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { createReceiptSigner } from '#config/seals.ts'
import { receiptKeyText, signReceipt } from '#domain/portal-receipt.ts'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { loadKeccak } from '#proofs/bytes.ts'
import { ListTreeBuilder, proofOfRow, rootOfList } from '#proofs/list-tree.ts'
import { builtPage } from '../harness/built-page.ts'
import { folderForTests } from '../harness/for-tests.ts'
import { launchBrowser, type OpenedPage, openPage } from '../harness/open-page.ts'
import { loadList } from '../harness/open-upload.ts'
import { startPortal } from '../harness/start-portal.ts'

const ROWS = 3_000
const SAMPLES = 1_000

const random = seededRandom(36)
const hex = (digits: number) =>
  Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join('')
const rows = Array.from({ length: ROWS }, () => ({
  address: `0x${hex(40)}`,
  amountWei: BigInt(`0x${hex(random.between(1, 20))}`),
})).sort((a, b) => (a.address < b.address ? -1 : 1))
const csvOf = (list: typeof rows) =>
  `address,amountWei\n${list.map(({ address, amountWei }) => `${address},${amountWei}\n`).join('')}`
const csv = csvOf(rows)

let browser: Browser
const folder = folderForTests()
let verifyPage: string
let root: string
let proofs: AllocationProofResponse[]
let bundle: Buffer
beforeAll(async () => {
  browser = await launchBrowser()
  verifyPage = pathToFileURL(join(await builtPage(), 'verify.html')).href
  const ferry = await startPortal({ settings: { publishBundle: true } })
  const published = await loadList(ferry.app, csv)
  root = published.root
  const keccak = await loadKeccak()
  const builder = new ListTreeBuilder(keccak)
  builder.add(rows)
  const tree = builder.finish()
  expect(rootOfList(tree)).toBe(root)
  proofs = rows.slice(0, SAMPLES).map((row) => {
    const proved = proofOfRow(keccak, tree, row)
    if (!proved) throw new Error('no proof')
    return {
      ...proved,
      address: row.address,
      amountWei: String(row.amountWei),
      root,
      fileHash: published.fileHash,
    }
  })
  const { address } = rows[0] as { address: string }
  const served = await ferry.ask(endpoints.public.allocationProof, { params: { eth: address } })
  expect(served.json()).toEqual(proofs[0])
  bundle = (await ferry.ask(endpoints.public.listBundle)).rawPayload
  await ferry.close()
})
afterAll(() => browser?.close())

let opened: OpenedPage
let page: Page
beforeEach(async () => {
  // From the disk, without any network.
  opened = await openPage(browser, verifyPage, { offline: true })
  page = opened.page
})
afterEach(async () => {
  expect([opened.errors, opened.foreignRequests]).toEqual([[], []])
  await opened.close()
})

async function verdict(): Promise<string> {
  const heading = page.locator('#verdict h2')
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

const give = (id: string, name: string, content: string | Buffer) =>
  page.setInputFiles(`#${id}`, { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })

async function checkProof(content: unknown, published = root, fields: Record<string, string> = {}) {
  await page.getByRole('tab', { name: 'My amount' }).click()
  await give('proof-file', 'proof.json', typeof content === 'string' ? content : JSON.stringify(content))
  await page.fill('#proof-root', published)
  if (Object.keys(fields).length > 0)
    await page.locator('details:has(#proof-address)').evaluate((details) => details.setAttribute('open', ''))
  for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value)
  await page.getByRole('button', { name: 'Check the amount' }).click()
  return verdict()
}

async function checkList(content: string | Buffer, published = root, name = 'list.csv') {
  await page.getByRole('tab', { name: 'The whole list' }).click()
  await give('list-file', name, content)
  await page.fill('#list-root', published)
  await page.getByRole('button', { name: 'Check the list' }).click()
  return verdict()
}

/** Runs the command on the same, and returns its first words and its status. */
function command(
  args: readonly string[],
  content: string | Buffer,
): Promise<[words: string, status: number]> {
  const file = join(folder, 'given')
  writeFileSync(file, content)
  const line = [
    '--import',
    './src/bin/require-node-24.js',
    'src/bin/verify.ts',
    ...args.map((each) => (each === '@' ? file : each)),
  ]
  return new Promise((resolve) => {
    execFile(process.execPath, line, (error, stdout) => {
      resolve([stdout.split('.')[0] ?? '', typeof error?.code === 'number' ? error.code : 0])
    })
  })
}

const first = () => structuredClone(proofs[0]) as AllocationProofResponse
const foreignRoot = `0x${'7'.repeat(64)}`

describe('an amount', () => {
  test(`is proved, and so are ${SAMPLES} at once, in the page and by the command`, async () => {
    expect(await checkProof(first(), root, { 'proof-address': first().address })).toBe('Proved')
    expect(await checkProof(proofs, root, { 'proof-address': '' })).toBe('Proved')
    expect(await page.locator('#verdict').textContent()).toContain(`All ${SAMPLES} rows`)
    expect(await command(['--proof', '@', '--root', root], JSON.stringify(proofs))).toEqual(['PROVED', 0])
  })

  test('is refuted by any digit that is changed, another amount, or a foreign root', async () => {
    const amount = { ...first(), amountWei: String(BigInt(first().amountWei) + 1n) }
    const address = { ...first(), address: rows[1]?.address }
    const place = { ...first(), index: 1 }
    const sibling = first()
    const [hash = ''] = sibling.proof
    sibling.proof[0] = `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`
    const shorter = { ...first(), proof: first().proof.slice(1) }
    const oneOfMany = [...proofs.slice(1), amount]
    for (const changed of [amount, address, place, sibling, shorter, oneOfMany]) {
      expect(await checkProof(changed)).toBe('Refuted')
      expect(await command(['--proof', '@', '--root', root], JSON.stringify(changed))).toEqual(['REFUTED', 1])
    }
    expect(await checkProof(first(), foreignRoot)).toBe('Refuted')
    expect(await checkProof(first(), root, { 'proof-amount': '77' })).toBe('Refuted')
    const exact = (BigInt(first().amountWei) * 10n ** 18n).toString()
    expect(await checkProof({ ...first(), amountWei: exact }, root, { 'proof-amount': '' })).toBe('Refuted')
  })

  test('is not proved without a published root, or by a file that can not be read', async () => {
    expect(await checkProof(first(), '')).toBe('Not proved')
    expect(await checkProof('not a proof')).toBe('Not proved')
    expect(await checkProof([])).toBe('Not proved')
    expect(await checkProof({ ...first(), amountWei: '-1' })).toBe('Not proved')
    expect(await checkProof(first(), '0x12')).toBe('Not proved')
    expect(await command(['--proof', '@'], JSON.stringify(first()))).toEqual(['NOT PROVED', 2])
  })
})

test('a receipt is proved, refuted or not proved', async () => {
  const signer = createReceiptSigner(new Uint8Array(32).fill(1))
  const of = { portal: 'https://claim.example.org', mint: 'So1', token: 'Wave (WAVE)' }
  const terms = { ...of, eth: '0xaa', sol: 'So', amountUA: '7', fileHash: 'f', root, receivedAtMs: 0 }
  const portalReceipt = await signReceipt(signer, { claim: 'ABC', ...terms })
  const check = async (content: object, key: string) => {
    await page.getByRole('tab', { name: 'My receipt' }).click()
    await give('receipt-file', 'claim.json', JSON.stringify(content))
    await page.fill('#receipt-key', key)
    await page.getByRole('button', { name: 'Check the receipt' }).click()
    return verdict()
  }
  expect(await check({ portalReceipt }, signer.publicKey)).toBe('Proved')
  expect(await check({ portalReceipt }, '')).toBe('Not proved')
  expect(await check({ id: 'ABC' }, signer.publicKey)).toBe('Not proved')
  const text = portalReceipt.text.replace('amount: 7', 'amount: 8')
  expect(await check({ portalReceipt: { ...portalReceipt, text } }, signer.publicKey)).toBe('Refuted')
  const args = ['--receipt', '@', '--key', signer.publicKey]
  expect(await command(args, JSON.stringify({ portalReceipt }))).toEqual(['PROVED', 0])

  const next = createReceiptSigner(new Uint8Array(32).fill(2))
  expect(await check({ portalReceipt }, next.publicKey)).toBe('Not proved')
  const link = receiptKeyText({ previous: signer.publicKey, key: next.publicKey, from: 1 })
  const receiptKeys = [
    { key: signer.publicKey, from: 0, signedByPrevious: null, confirmsPrevious: null },
    {
      key: next.publicKey,
      from: 1,
      signedByPrevious: await signer.sign(link),
      confirmsPrevious: await next.sign(link),
    },
  ]
  const answer = JSON.stringify({ receiptKeys })
  await page.getByText('The portal has changed its key since').click()
  await give('receipt-keys', 'portal.json', answer)
  expect(await check({ portalReceipt }, next.publicKey)).toBe('Proved')
  expect(await page.locator('#verdict').textContent()).toContain('Confirmed by an earlier key of this portal')
  const keysFile = join(folder, 'portal.json')
  writeFileSync(keysFile, answer)
  const later = ['--receipt', '@', '--key', next.publicKey]
  const given = JSON.stringify({ portalReceipt })
  expect(await command(later, given)).toEqual(['NOT PROVED', 2])
  expect(await command([...later, '--keys', keysFile], given)).toEqual(['PROVED', 0])
  await give('receipt-keys', 'other.json', '{}')
  expect(await check({ portalReceipt }, next.publicKey)).toBe('Not proved')
})

describe('a list', () => {
  test('is proved as a bundle, a CSV, a gzip of one, and in any order', async () => {
    expect(await checkList(bundle, root, 'holder_list.zip')).toBe('Proved')
    expect(await checkList(csv)).toBe('Proved')
    expect(await checkList(gzipSync(csv), root, 'list.csv.gz')).toBe('Proved')
    expect(await checkList(csvOf([...rows].reverse()))).toBe('Proved')
    expect(await command(['--list', '@', '--root', root], bundle)).toEqual(['PROVED', 0])
  })

  test('draws the same rows for everybody by a seed', async () => {
    await page.getByRole('tab', { name: 'The whole list' }).click()
    await page.getByText('Its total, and rows drawn by lot').click()
    await page.fill('#list-seed', 'block 21,000,000')
    await page.fill('#list-size', String(SAMPLES))
    expect(await checkList(csv)).toBe('Proved')
    const drawn = await page.locator('.sample tbody tr').allTextContents()
    expect(new Set(drawn).size).toBe(SAMPLES)
    await page.locator('.sample tbody tr').first().waitFor()
    expect(await checkList(bundle, root, 'holder_list.zip')).toBe('Proved')
    expect(await page.locator('.sample tbody tr').allTextContents()).toEqual(drawn)
  })

  test('is refuted by a changed byte, a missing row, a row more, a foreign root or another total', async () => {
    const place = Math.floor(csv.length / 2)
    const digit = [...csv.slice(place)].findIndex((each) => /\d/.test(each)) + place
    const changed = `${csv.slice(0, digit)}${(Number(csv[digit]) + 1) % 10}${csv.slice(digit + 1)}`
    const missing = csvOf(rows.toSpliced(77, 1))
    const more = `${csv}0x${'f'.repeat(40)},1\n`
    const twice = csvOf([...rows, rows[5] as (typeof rows)[number]])
    for (const list of [changed, missing, more, twice]) {
      expect(await checkList(list)).toBe('Refuted')
      expect(await command(['--list', '@', '--root', root], list)).toEqual(['REFUTED', 1])
    }
    expect(await checkList(bundle, foreignRoot, 'holder_list.zip')).toBe('Refuted')
    const damaged = Buffer.from(bundle)
    damaged[2_000] = (damaged[2_000] ?? 0) ^ 1
    expect(await checkList(damaged, root, 'holder_list.zip')).toBe('Refuted')
    await page.getByText('Its total, and rows drawn by lot').click()
    await page.fill('#list-total', '1')
    expect(await checkList(csv)).toBe('Refuted')
  })

  test('is not proved without a published root, or where it is no list', async () => {
    expect(await checkList(csv, '')).toBe('Not proved')
    expect(await checkList('a picture of a list')).toBe('Not proved')
    expect(await checkList('')).toBe('Not proved')
    expect(await command(['--list', '@'], csv)).toEqual(['NOT PROVED', 2])
  })
})
