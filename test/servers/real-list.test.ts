import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { writeWorkbook } from '#lab/lists/write-workbook.ts'
import { readAllocations } from '#lists/read-allocations.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { startPortal } from '../harness/start-portal.ts'

const REAL_FILE = resolve(import.meta.dirname, '../../../shared/data/uni-holders.csv.gz')

/** By @openzeppelin/merkle-tree, over the addresses in ascending order. */
const REAL_ROOT = '0x2b723245bbf05d0be7785426ee40a1a793b174f877cf5a91c77edef90dca0dbc'
const REAL = { count: 252_803, totalAmountUA: '149999999.975656', root: REAL_ROOT }

interface Holder {
  address: string
  wei: bigint
}

const inTokens = (wei: bigint) => formatDecimalUnits(wei, 18)
const inHex = (wei: bigint) => `0x${wei.toString(16)}`

async function realHolders(): Promise<Holder[]> {
  const holders: Holder[] = []
  const { batches } = readAllocations(createReadStream(REAL_FILE), { coinDecimals: 18 })
  for await (const rows of batches) {
    holders.push(...rows.map(({ address, amountWei }) => ({ address, wei: amountWei })))
  }
  return holders
}

const lines = (rows: readonly string[]) => `${rows.join('\r\n')}\r\n`
const grouped = (tokens: string) => tokens.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

describe.skipIf(!existsSync(REAL_FILE))(
  'a real list of 252,803 holders has one root, whatever it comes in',
  () => {
    let holders: Holder[]
    const ferry = forAllTests(
      () =>
        startPortal({
          environment: { ALLOCATIONS_FILE: REAL_FILE },
          settings: { publishBundle: true },
        }),
      180_000,
    )
    beforeAll(async () => {
      holders = await realHolders()
    }, 180_000)

    /** Uploads a list, and publishes it: its rows are in force, and are not asked about again. */
    async function publish(content: Uint8Array | string, name: string) {
      const file = new File([typeof content === 'string' ? content : Uint8Array.from(content)], name)
      const asked = await ferry.call(endpoints.admin.upload, { file })
      expect({ status: asked.statusCode, ...asked.json() }).toMatchObject({
        status: 200,
        confirm: null,
        preview: { count: REAL.count, odd: [] },
      })
      const input = { params: { uploadId: asked.json().uploadId }, body: {} }
      const response = await ferry.call(endpoints.lists.publishUpload, input)
      return answerOf(response)
    }

    test('loaded by the first start', async () => {
      const response = await ferry.ask(endpoints.public.portal)
      expect(response.json()).toMatchObject({ root: REAL_ROOT })
      const current = await ferry.app.store.snapshots.current()
      expect(current).toMatchObject({ addressCount: REAL.count, root: REAL_ROOT })
      expect(formatDecimalUnits(current?.totalWei ?? 0n, 18)).toBe(REAL.totalAmountUA)
    })

    test.each<[name: string, file: string, make: () => Uint8Array | string | Promise<Uint8Array>]>([
      ['as it is', 'uni-holders.csv.gz', () => readFileSync(REAL_FILE)],
      ['unpacked', 'uni-holders.csv', () => gunzipSync(readFileSync(REAL_FILE))],
      [
        'Uniswap, a map of hex',
        'uniswap.json',
        () => JSON.stringify(Object.fromEntries(holders.map(({ address, wei }) => [address, inHex(wei)]))),
      ],
      [
        'Uniswap, earnings',
        'earnings.json',
        () =>
          JSON.stringify(
            holders.map(({ address, wei }) => ({ address, earnings: inHex(wei), reasons: 'user' })),
          ),
      ],
      [
        'Uniswap, a Merkle distributor',
        'distributor.json',
        () => {
          const claims = holders.map(({ address, wei }, index) => [
            address,
            { index, amount: inHex(wei), proof: [] },
          ])
          return JSON.stringify({
            merkleRoot: REAL_ROOT,
            tokenTotal: '0x0',
            claims: Object.fromEntries(claims),
          })
        },
      ],
      [
        'an explorer’s export',
        'export.csv',
        () =>
          lines([
            '"HolderAddress","Balance","PendingBalanceUpdate"',
            ...holders.map(({ address, wei }) => `"${address}","${grouped(inTokens(wei))}","No"`),
          ]),
      ],
      [
        'a workbook of tokens',
        'tokens.xlsx',
        () => {
          const rows = holders.map(({ address, wei }) => [address, inTokens(wei)])
          return writeWorkbook({ header: ['address', 'amountUA'], rows }, { areShared: true })
        },
      ],
      [
        'a workbook of wei',
        'wei.xlsx',
        () => {
          const rows = holders.map(({ address, wei }) => [address, wei.toString()])
          return writeWorkbook({ header: ['address', 'amountWei'], rows })
        },
      ],
      [
        'the published bundle',
        'bundle.zip',
        async () => (await ferry.ask(endpoints.public.listBundle)).rawPayload,
      ],
    ])('%s', { timeout: 180_000 }, async (_, name, make) => {
      expect(await publish(await make(), name)).toMatchObject({ status: 200, ...REAL })
    })
  },
)
