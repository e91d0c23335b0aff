import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { loadKeccak } from '#proofs/bytes.ts'
import { sampleOf } from '#proofs/check-list.ts'
import { type ListRow, type ListTree, ListTreeBuilder, proofOfRow } from '#proofs/list-tree.ts'
import { builtPage } from '../harness/built-page.ts'
import { folderForTests } from '../harness/for-tests.ts'
import { launchBrowser, type OpenedPage, openPage } from '../harness/open-page.ts'
import { loadList } from '../harness/open-upload.ts'
import { startPortal } from '../harness/start-portal.ts'

/** The checking page on a real list of 252,803 rows: opened from a file, without any network. The command says the same. */

const REAL_FILE = resolve(import.meta.dirname, '../../../shared/data/uni-holders.csv.gz')
const REAL_ROWS = 252_803
const REAL_TOTAL = '149999999.975656'
const SAMPLES = 1_000
const SEED = 'block 21,000,000'
const FOREIGN_ROOT = `0x${'7'.repeat(64)}`

/** Longer than a check of all rows takes on a busy machine. */
const CHECK_MS = 180_000

/** Looks at the page again and again: what it says while it checks, and how long it does nothing else. */
const WATCH = `{
  const seen = new Set()
  let longestMs = 0
  let before = performance.now()
  const look = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - before)
    before = now
    const text = document.getElementById('verdict').textContent
    if (text.startsWith('Checking')) seen.add(text)
    setTimeout(look)
  }
  look()
  globalThis.ferrySeen = () => ({ seen: seen.size, longestMs })
}`

const isThere = existsSync(REAL_FILE)
let browser: Browser
let opened: OpenedPage
const folder = folderForTests()
let root: string
let rows: ListRow[]
let tree: ListTree

const csvOf = (list: readonly ListRow[]) =>
  `address,amountWei\n${list.map(({ address, amountWei }) => `${address},${amountWei}\n`).join('')}`

beforeAll(async () => {
  if (!isThere) return
  const file = readFileSync(REAL_FILE)
  const ferry = await startPortal({ settings: { publishBundle: true } })
  root = (await loadList(ferry.app, file, 'uni-holders.csv.gz')).root
  writeFileSync(join(folder, 'bundle.zip'), (await ferry.ask(endpoints.public.listBundle)).rawPayload)
  rows = gunzipSync(file)
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [address = '', amount = ''] = line.split(',')
      return { address: address.toLowerCase(), amountWei: BigInt(amount) }
    })
    .sort((a, b) => (a.address < b.address ? -1 : 1))
  const builder = new ListTreeBuilder(await loadKeccak())
  builder.add(rows)
  tree = builder.finish()
  const { address = '' } = rows[77_777] ?? {}
  const served = await ferry.ask(endpoints.public.allocationProof, { params: { eth: address } })
  writeFileSync(join(folder, 'served.json'), served.body)
  await ferry.close()

  browser = await launchBrowser()
  const page = pathToFileURL(join(await builtPage(), 'verify.html')).href
  opened = await openPage(browser, page, { offline: true })
  opened.page.setDefaultTimeout(CHECK_MS)
}, 300_000)
afterAll(async () => {
  if (opened) expect([opened.errors, opened.foreignRequests]).toEqual([[], []])
  await opened?.close()
  await browser?.close()
})

const fileOf = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function verdict(): Promise<string> {
  const heading = opened.page.locator('#verdict h2')
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

async function checkList(path: string, published = root): Promise<string> {
  const { page } = opened
  await page.getByRole('tab', { name: 'The whole list' }).click()
  await page.setInputFiles('#list-file', path)
  await page.fill('#list-root', published)
  await page.getByRole('button', { name: 'Check the list' }).click()
  return verdict()
}

async function checkProofs(path: string, published = root): Promise<string> {
  const { page } = opened
  await page.getByRole('tab', { name: 'My amount' }).click()
  await page.setInputFiles('#proof-file', path)
  await page.fill('#proof-root', published)
  await page.getByRole('button', { name: 'Check the amount' }).click()
  return verdict()
}

function command(...args: string[]): Promise<{ words: string; output: string; status: number }> {
  const line = ['--import', './src/bin/require-node-24.js', 'src/bin/verify.ts', ...args]
  return new Promise((done) => {
    execFile(process.execPath, line, { maxBuffer: 16 * 1024 ** 2 }, (error, stdout) => {
      const status = typeof error?.code === 'number' ? error.code : 0
      done({ words: stdout.split('.')[0] ?? '', output: stdout, status })
    })
  })
}

/** Returns how many steps the page showed, and tells how long it did nothing else: no claim of a test, machines differ. */
async function lookedAt(what: string): Promise<number> {
  const looked = await opened.page.evaluate<{ seen: number; longestMs: number }>('globalThis.ferrySeen()')
  console.log(`${what}: the page was busy without a pause for ${Math.round(looked.longestMs)} ms at most`)
  return looked.seen
}

const PROVED = { words: 'PROVED', status: 0 }
const REFUTED = { words: 'REFUTED', status: 1 }

test(`${SAMPLES} amounts of it are proved, and refuted by one wrong amount or a foreign root`, {
  timeout: 300_000,
}, async ({ skip }) => {
  skip(!isThere, 'there is no ../shared/data/uni-holders.csv.gz beside the repository')
  const keccak = await loadKeccak()
  const proofs = sampleOf(keccak, SEED, rows.length, SAMPLES).map((index) => {
    const row = rows[index] as ListRow
    const { address, amountWei } = row
    return { ...proofOfRow(keccak, tree, row), address, amountWei: String(amountWei), root, fileHash: '' }
  })
  expect(new Set(proofs.map(({ address }) => address)).size).toBe(SAMPLES)
  const good = fileOf('proofs.json', JSON.stringify(proofs))
  expect(await checkProofs(good)).toBe('Proved')
  expect(await opened.page.locator('#verdict').textContent()).toContain(`All ${SAMPLES} rows`)
  expect(await command('--proof', good, '--root', root)).toMatchObject(PROVED)
  expect(await checkProofs(join(folder, 'served.json'))).toBe('Proved')

  const [last] = proofs.slice(-1)
  const wrong = { ...last, amountWei: String(BigInt(last?.amountWei ?? 0) + 1n) }
  const oneWrong = fileOf('one-wrong.json', JSON.stringify([...proofs.slice(0, -1), wrong]))
  expect(await checkProofs(oneWrong)).toBe('Refuted')
  expect(await command('--proof', oneWrong, '--root', root)).toMatchObject(REFUTED)
  expect(await checkProofs(good, FOREIGN_ROOT)).toBe('Refuted')
  expect(await command('--proof', good, '--root', FOREIGN_ROOT)).toMatchObject(REFUTED)
})

test('the whole of it is proved, with its total and a sample by lot, while the page goes on drawing', {
  timeout: 600_000,
}, async ({ skip }) => {
  skip(!isThere, 'there is no ../shared/data/uni-holders.csv.gz beside the repository')
  const { page } = opened
  await page.getByRole('tab', { name: 'The whole list' }).click()
  await page.getByText('Its total, and rows drawn by lot').click()
  await page.fill('#list-total', REAL_TOTAL)
  await page.fill('#list-seed', SEED)
  await page.fill('#list-size', String(SAMPLES))
  await page.evaluate(WATCH)
  const bundle = join(folder, 'bundle.zip')
  expect(await checkList(bundle)).toBe('Proved')
  expect(await lookedAt('the bundle')).toBeGreaterThan(20)
  const drawn = await page.locator('.sample tbody tr').allTextContents()
  expect(new Set(drawn).size).toBe(SAMPLES)
  const said = await command(
    '--list',
    bundle,
    '--root',
    root,
    '--total',
    REAL_TOTAL,
    '--seed',
    SEED,
    '--sample',
    String(SAMPLES),
  )
  expect(said).toMatchObject(PROVED)
  expect(said.output).toContain(`Rows: ${REAL_ROWS}`)
  expect(said.output.split('\n').filter((line) => /^ {2}\d+,0x/.test(line))).toHaveLength(SAMPLES)

  // As the file came, in any order, gzip.
  const reversed = fileOf('reversed.csv.gz', gzipSync(csvOf([...rows].reverse())))
  expect(await checkList(reversed)).toBe('Proved')
  await lookedAt('a list in another order')
  expect(await page.locator('.sample tbody tr').allTextContents()).toEqual(drawn)
  expect(await command('--list', reversed, '--root', root)).toMatchObject(PROVED)
})

test('it is refuted by one changed byte, a wrong amount, a missing row or a foreign root', {
  timeout: 900_000,
}, async ({ skip }) => {
  skip(!isThere, 'there is no ../shared/data/uni-holders.csv.gz beside the repository')
  const middle = Math.floor(rows.length / 2)
  const row = rows[middle] as ListRow
  const digit = row.address.at(-1) === '1' ? '2' : '1'
  const otherAddress = { ...row, address: `${row.address.slice(0, -1)}${digit}` }
  const lists = {
    'one changed byte': csvOf(rows.with(middle, otherAddress)),
    'a wrong amount': csvOf(rows.with(middle, { ...row, amountWei: row.amountWei + 1n })),
    'a missing row': csvOf(rows.toSpliced(middle, 1)),
  }
  for (const [what, csv] of Object.entries(lists)) {
    const path = fileOf('changed.csv', csv)
    expect(await checkList(path), what).toBe('Refuted')
    expect(await command('--list', path, '--root', root), what).toMatchObject(REFUTED)
  }
  const bundle = join(folder, 'bundle.zip')
  expect(await checkList(bundle, FOREIGN_ROOT)).toBe('Refuted')
  expect(await command('--list', bundle, '--root', FOREIGN_ROOT)).toMatchObject(REFUTED)
  const damaged = readFileSync(bundle)
  const at = Math.floor(damaged.length / 2)
  damaged[at] = (damaged[at] ?? 0) ^ 1
  const path = fileOf('damaged.zip', damaged)
  expect(await checkList(path)).toBe('Refuted')
  expect(await command('--list', path, '--root', root)).toMatchObject(REFUTED)
})
