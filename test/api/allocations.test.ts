import { readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { uploadAllocations } from '#app/allocations/upload-allocations.ts'
import { readRows } from '../harness/alter-store.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { confirmList, encodeForm } from '../harness/call-endpoint.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { loadHolders, makeHolder } from '../harness/holders.ts'
import { importAllocations, loadList } from '../harness/open-upload.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const A = `0x${'a'.repeat(40)}`
const B = `0x${'b'.repeat(40)}`

const HEADER_BYTES = 'address,amountWei\n'.length
const ROW_BYTES = `${A},1\n`.length

const ferry = forEachTest(() => startPortal({ maxUploadBytes: HEADER_BYTES + 2000 * ROW_BYTES }))
const allocationOf = async (address: string) =>
  (await ferry.ask(endpoints.public.allocation, { query: { eth: address } })).json()

/** Uploads a list, and publishes it whatever is asked. */
async function upload(
  content: string | Uint8Array<ArrayBuffer>,
  field = 'allocation_file',
  name = 'holders.csv',
) {
  const form = new FormData()
  form.append(field, new Blob([content]), name)
  const { headers, payload } = await encodeForm(form)
  return confirmList(await uploadRaw(headers, payload), ferry.call)
}

/** Sends a body that need not be a form. */
async function uploadRaw(headers: Record<string, string>, payload: string | Buffer) {
  const { method, path: url } = endpoints.admin.upload
  return ferry.server.inject({
    method,
    url,
    headers: { ...headers, ...(await ferry.adminHeaders()) },
    payload,
  })
}

/** Counts imports that are neither published nor discarded. */
function countStaged(): number {
  const staged = "select id from snapshot where state = 'staging'"
  return readRows(ferry.databaseFile, staged).length
}

describe('an upload', () => {
  test('of a workbook as Excel writes it', async () => {
    const text = (index: number) => ({ xml: `<c r="$" t="s"><v>${index}</v></c>` })
    const workbook = await buildXlsx({
      sharedStrings: ['<t>Address</t>', '<t>amountUA</t>', `<t>${A}</t>`, `<r><t>${B}</t></r>`],
      rows: [
        [text(0), text(1)],
        [text(2), { number: '1.1000000000000001' }],
        [text(3), '5988.626491123456789012'],
      ],
    })
    const response = await upload(new Uint8Array(workbook), 'allocation_file', 'holders.xlsx')
    expect(response.json()).toMatchObject({ count: 2, totalAmountUA: '5989.726491123456789012' })
    expect(await allocationOf(A)).toMatchObject({ amountUA: '1.1' })
    expect(await allocationOf(B)).toMatchObject({ amountUA: '5988.626491123456789012' })

    const broken = await buildXlsx({ rows: [['address', 'amountUA'], [A, '1'], [A, 'many'], ['nobody']] })
    const refused = await upload(new Uint8Array(broken), 'allocation_file', 'holders.xlsx')
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_allocation_file'])
    expect(refused.json().details.map(({ where }: { where: string }) => where)).toEqual([
      'row 3',
      'row 3',
      'row 4',
    ])
    expect(await allocationOf(A)).toMatchObject({ amountUA: '1.1' })
    expect(countStaged()).toBe(0)
  })

  test('replaces the whole list', async () => {
    await loadHolders(ferry.app, [makeHolder()])
    const response = await upload(`address,amountWei\n${A},1\n${B},1500000000000000000\n`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      count: 2,
      fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      root: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      totalAmountUA: '1.500000000000000001',
    })
    expect(await allocationOf(B)).toEqual({
      eth: B,
      amountUA: '1.5',
      amountWei: '1500000000000000000',
      fileHash: response.json().fileHash,
      updatedAt: expect.any(Number),
    })
    expect(await ferry.ask(endpoints.public.portal).then((r) => r.json())).toMatchObject({
      fileHash: response.json().fileHash,
      allocationsUpdatedAt: expect.any(Number),
    })
    await upload(`address,amountWei\n${A},2\n`)
    expect(await allocationOf(B)).toMatchObject({ amountUA: '0', amountWei: '0' })
  })

  test.each([
    ['JSON', JSON.stringify([{ address: A, amountUA: '3.25' }])],
    ['a gzip', gzipSync(`address,amountUA\n${A},3.25\n`)],
  ])('may be %s', async (_, content) => {
    expect((await upload(typeof content === 'string' ? content : new Uint8Array(content))).statusCode).toBe(
      200,
    )
    expect(await allocationOf(A)).toMatchObject({ amountUA: '3.25' })
  })

  test.each<[string, string, { where: string; problem: RegExp }[]]>([
    [
      'bad rows',
      `address,amountWei\n${A},1\nnonsense,2\n${B},-5\n${A},7\n`,
      [
        { where: 'row 3', problem: /nonsense/ },
        { where: 'row 4', problem: /-5/ },
        { where: 'row 5', problem: /row 2/ },
      ],
    ],
    ['no rows', 'address,amountWei\n', [{ where: 'file', problem: /no rows/ }]],
    ['a broken JSON', `[{"address":"${A}","amountWei":"1"}`, [{ where: expect.any(String), problem: /./ }]],
  ])('with %s changes nothing, and lists the problems', async (_, content, details) => {
    await upload(`address,amountWei\n${B},9\n`)
    const before = await ferry.app.store.snapshots.current()
    const response = await upload(content)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'invalid_allocation_file',
      details: details.map(({ where, problem }) => ({ where, problem: expect.stringMatching(problem) })),
    })
    expect(await ferry.app.store.snapshots.current()).toEqual(before)
    expect(await allocationOf(B)).toMatchObject({ amountWei: '9' })
  })

  test('names at most a hundred problems', async () => {
    const response = await upload(`address,amountWei\n${'x,1\n'.repeat(150)}`)
    expect(response.json().details).toHaveLength(100)
    expect(response.json().error).toMatch(/150 problems/)
  })

  test('above the limit is refused, also where the limit falls between two rows', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')},1\n`)
    const response = await upload(`address,amountWei\n${rows.join('')}`)
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: 'payload_too_large' })
    expect(await ferry.app.store.snapshots.current()).toBeUndefined()
  })

  test('that breaks off half-way changes nothing, and leaves no file', async () => {
    const folder = join(ferry.folder, 'data', 'tmp')
    const url = new URL(await ferry.listen())
    const { authorization } = await ferry.adminHeaders()
    const form = new FormData()
    form.append('allocation_file', new Blob([`address,amountWei\n${A},1\n${B},2\n`]), 'holders.csv')
    const { headers, payload } = await encodeForm(form)
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => {})
    socket.write(
      `POST ${endpoints.admin.upload.path} HTTP/1.1\r\nHost: ferry\r\nAuthorization: ${authorization}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    socket.write(payload.subarray(0, payload.length - 90))
    await expect.poll(() => readdirSync(folder)).toEqual([])
    socket.destroy()
    await expect.poll(() => ferry.logLines.join()).toContain('"code":"invalid_request"')
    expect(countStaged()).toBe(0)
    expect(await ferry.app.store.snapshots.current()).toBeUndefined()
  })

  test.each([
    ['another field', 'somefile', 400, 'invalid_request'],
    ['a field named like a prototype', '__proto__', 400, 'invalid_request'],
  ])('in %s is refused', async (_, field, status, code) => {
    const response = await upload(`address,amountWei\n${A},1\n`, field)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code })
  })

  test.each([
    ['JSON', { 'content-type': 'application/json' }, '{}', 415, 'unsupported_media_type'],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 400, 'invalid_request'],
    [
      'a form that ends early',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Dis',
      400,
      'invalid_request',
    ],
    [
      'an empty form',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b--\r\n',
      400,
      'invalid_request',
    ],
  ])('as %s is refused', async (_, headers, payload, status, code) => {
    const response = await uploadRaw(headers, payload)
    expect(response.json()).toMatchObject({ code })
    expect(response.statusCode).toBe(status)
  })

  test('waits for the one before it: the last one given is in force', async () => {
    const [first, second] = [makeHolder(), makeHolder()]
    async function* slowly() {
      yield Buffer.from('address,amountWei\n')
      await setTimeout(100)
      yield Buffer.from(`${first.account.address},1\n`)
    }
    await Promise.all([
      importAllocations(ferry.app, { fileName: 'slow.csv', bytes: slowly() }),
      loadHolders(ferry.app, [second]),
    ])
    expect(await allocationOf(first.account.address)).toMatchObject({ amountWei: '0' })
    expect(await allocationOf(second.account.address)).toMatchObject({ amountUA: '1.5' })
  })
})

describe('a look-up', () => {
  test('before any list: nothing is known', async () => {
    expect(await allocationOf(A)).toEqual({
      eth: A,
      amountUA: '0',
      amountWei: '0',
      fileHash: null,
      updatedAt: null,
    })
  })

  test.each(['', '0x', A.slice(0, 41), `${A}0`, 'vitalik.eth'])('of "%s" is refused', async (eth) => {
    const response = await ferry.ask(endpoints.public.allocation, { query: { eth } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_eth_address' })
  })

  test('takes any letter case', async () => {
    await upload(`address,amountWei\n${A},4\n`)
    expect(await allocationOf(`0x${'A'.repeat(40)}`)).toMatchObject({ amountWei: '4' })
  })
})

describe('ALLOCATIONS_FILE', () => {
  const reload = async (portal: TestPortal) => portal.call(endpoints.admin.reloadAllocations)

  test('not configured: Reload answers so', async () => {
    const response = await reload(ferry)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'allocations_file_unset' })
  })

  test('is loaded at start when there is no list, and read again by Reload', async () => {
    const path = join(ferry.folder, 'holders.csv')
    writeFileSync(path, `address,amountUA\n${A},1\n`)
    const loaded = await startPortal({ environment: { ALLOCATIONS_FILE: path } })
    try {
      const at = (address: string) => loaded.ask(endpoints.public.allocation, { query: { eth: address } })
      expect((await at(A)).json()).toMatchObject({ amountUA: '1' })
      writeFileSync(path, `address,amountUA\n${A},2\n${B},3\n`)
      const asked = await reload(loaded)
      expect(asked.json()).toMatchObject({ confirm: 'publish 5', preview: { count: 2 } })
      expect((await at(A)).json()).toMatchObject({ amountUA: '1' })
      const published = await confirmList(asked, loaded.call)
      expect(published.json()).toMatchObject({ count: 2, root: expect.any(String) })
      expect((await at(A)).json()).toMatchObject({ amountUA: '2' })

      writeFileSync(path, 'address,amountWei\nnonsense,1\n')
      expect((await reload(loaded)).json()).toMatchObject({ code: 'invalid_allocation_file' })
      expect((await at(B)).json()).toMatchObject({ amountUA: '3' })
    } finally {
      await loaded.close()
    }
  })

  test('what a preview would ask of it is kept with the list, for log and panel', async () => {
    const path = join(ferry.folder, 'odd.csv')
    const text = `address,amountUA\n${A},1\n0x${'0'.repeat(40)},2\n`
    writeFileSync(path, text)
    const settings = { expectedSupply: '1000' }
    const other = await startPortal({ settings })
    const file = { fileName: 'odd.csv', bytes: Readable.from([Buffer.from(text)]) }
    const asked = await uploadAllocations(other.app, file)
    await other.close()
    const loaded = await startPortal({ environment: { ALLOCATIONS_FILE: path }, settings })
    try {
      const versions = async () => {
        const { lists } = (await loaded.call(endpoints.lists.lists)).json()
        return lists.map(({ unseenWarnings }: { unseenWarnings: unknown[] }) => unseenWarnings)
      }
      const odd = 'preview' in asked ? asked.preview.odd : []
      expect(odd.map(({ kind }) => kind)).toEqual(['nobodys_address', 'outside_supply'])
      expect(await versions()).toEqual([odd])
      const line = loaded.logLines.find((each) => each.includes('something about the loaded'))
      expect(JSON.parse(line ?? '{}').odd).toEqual(odd)
      await loadList(loaded.app, text, file.fileName)
      expect(await versions()).toEqual([[], odd])
    } finally {
      await loaded.close()
    }
  })

  test('that can be read in two ways stops the start with the question, unless it was answered', async () => {
    const path = join(ferry.folder, 'unclear.csv')
    writeFileSync(path, `Name,wallet,balance,total_balance\nx,${A},5,7\ny,${B},1,9\nz,Total,6,16\n`)
    const start = (answer?: object) =>
      startPortal({
        environment: {
          ALLOCATIONS_FILE: path,
          ...(answer && { ALLOCATIONS_CONFIRM: JSON.stringify(answer) }),
        },
      })
    await expect(start()).rejects.toMatchObject({
      details: [
        { problem: expect.stringMatching(/"total_balance" has numbers as well.*ALLOCATIONS_CONFIRM/) },
      ],
    })
    const columns = { address: 'wallet', amount: 'total_balance' }
    await expect(start({ columns })).rejects.toMatchObject({
      details: [
        { problem: expect.stringMatching(/^no address stands in row 4/) },
        { problem: expect.stringMatching(/does not say its unit.*ALLOCATIONS_CONFIRM/) },
      ],
    })
    await expect(start({ columns, unit: 'wei' })).rejects.toThrow(/ALLOCATIONS_CONFIRM/)
    const loaded = await start({ columns, unit: 'amountUA', leaveOut: [4] })
    expect((await loaded.app.store.snapshots.current())?.totalWei).toBe(16n * 10n ** 18n)
    await loaded.close()
  })

  test.each([
    ['is not there', () => '/nowhere/holders.csv', /can not be read/],
    ['is a folder', () => ferry.folder, /can not be read/],
  ])('that %s stops the start', async (_, path, message) => {
    await expect(startPortal({ environment: { ALLOCATIONS_FILE: path() } })).rejects.toThrow(message)
  })
})

test('a list that adds up to more than the expected supply is refused: it is in the wrong unit', async () => {
  const strict = await startPortal({ settings: { expectedSupply: '1000' } })
  const load = (amount: string) => loadList(strict.app, `address,amountUA\n${A},${amount}\n`)
  await expect(load('1000.000000000000000001')).rejects.toMatchObject({ code: 'invalid_allocation_file' })
  expect((await strict.app.store.snapshots.current()) ?? null).toBeNull()
  expect(await load('1000')).toMatchObject({ count: 1 })
  await strict.close()
})
