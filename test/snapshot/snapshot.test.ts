import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  type RpcLog,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildSnapshot, type SnapshotOrder } from '#tools/snapshot/build-snapshot.ts'
import { findBalanceSlot } from '#tools/snapshot/check-holders.ts'
import { connectEvmNode, type EvmNode, SnapshotError } from '#tools/snapshot/evm-node.ts'
import { writeSnapshot } from '#tools/snapshot/write-snapshot.ts'
import { TOKEN_ABI, TOKEN_BYTECODE } from '../harness/contract-code.ts'
import { folderForTests } from '../harness/for-tests.ts'
import {
  type EvmProxy,
  type Intercept,
  NO_SUCH_METHOD,
  type RpcCall,
  startEvmProxy,
} from '../harness/node-proxies.ts'
import { importAllocations } from '../harness/open-upload.ts'
import { type Anvil, startAnvil } from '../harness/start-anvil.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const HOLDERS = 2_500n
const A_TIME = 250n
const EMPTY_BLOCKS = 400

/** Of the final blocks that a snapshot may be of, anvil's are behind by two epochs. */
const TO_FINALITY = 70

const holderOf = (n: bigint) => `0x${keccak256(pad(numberToHex(n), { size: 32 })).slice(26)}` as Address

let anvil: Anvil
let node: EvmNode
let token: Address
let block: bigint
/** A token with few holders, of whom each can be checked. */
let small: Address
const folder = folderForTests()
beforeAll(async () => {
  anvil = await startAnvil(31_337)
  node = connectEvmNode(anvil.url)
  await anvil.client.mine({ blocks: 20 })
  token = await anvil.deploy(TOKEN_BYTECODE)
  const call = (functionName: 'mints' | 'moves', args: [bigint, bigint, bigint]): Promise<bigint> =>
    anvil.send(token, encodeFunctionData({ abi: TOKEN_ABI, functionName, args }))
  for (let first = 0n; first < HOLDERS; first += A_TIME) await call('mints', [first, A_TIME, 1_000n + first])
  await anvil.client.mine({ blocks: EMPTY_BLOCKS })
  // Each holder sends, and the last ones to holders who had nothing.
  // The block of the last one comes from its receipt: a busy client's own number may be one of before.
  for (let first = 0n; first < HOLDERS; first += A_TIME) block = await call('moves', [first, A_TIME, 77n])
  await call('moves', [0n, 10n, 5n])
  small = await anvil.deploy(TOKEN_BYTECODE)
  for (const [functionName, args] of [
    ['mints', [0n, 50n, 1_000n]],
    ['moves', [0n, 50n, 7n]],
  ] as const) {
    await anvil.send(small, encodeFunctionData({ abi: TOKEN_ABI, functionName, args }))
  }
  await anvil.client.mine({ blocks: TO_FINALITY })
}, 120_000)
afterAll(() => anvil?.stop())

/** Runs `npm run snapshot`. */
function command(args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const line = ['--import', './src/bin/require-node-24.js', 'tools/snapshot/main.ts', ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, line, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const proxies: EvmProxy[] = []
afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())))

async function nodeThat(intercept: Intercept): Promise<EvmNode & { calls: EvmProxy['calls'] }> {
  const proxy = await startEvmProxy(anvil.url, intercept)
  proxies.push(proxy)
  return { ...connectEvmNode(proxy.url), calls: proxy.calls }
}

/** True for a call for many holders, which is a contract's creation. */
const isForMany = ({ method, params }: RpcCall) => method === 'eth_call' && params[0].to == null

/** Answers with an error. */
const refusing = (message: string) => ({
  result(): never {
    throw new Error(message)
  },
})

const build = (order: Partial<SnapshotOrder> = {}) =>
  buildSnapshot({
    node,
    secondNode: null,
    token,
    blockNumber: block,
    excluded: new Set(),
    minimumUA: '0',
    sampleSize: 20,
    stateFile: null,
    onProgress: () => {},
    ...order,
  })

/** A node that gives the logs with one of them changed: the first that `isMeant`. */
function changing(change: (log: RpcLog) => RpcLog | null, isMeant: (log: RpcLog) => boolean): Intercept {
  return ({ method }) => {
    if (method !== 'eth_getLogs') return undefined
    return {
      result(logs) {
        const all = logs as RpcLog[]
        const place = all.findIndex(isMeant)
        if (place < 0) return all
        const changed = change(all[place] as RpcLog)
        return all.toSpliced(place, 1, ...(changed ? [changed] : []))
      },
    }
  }
}

const isMove = ({ topics }: RpcLog) => BigInt(topics[1] ?? 0) !== 0n

describe('a snapshot of 5,000 transfers', () => {
  test('is equal to balanceOf, holder by holder, and proved from the state root', async () => {
    const { rows, checked, chainId, decimals, block: of } = await build()
    expect([chainId, decimals, checked.logs, of.number]).toEqual([31_337, 6, 5_000, block])
    expect(rows.length).toBe(Number(HOLDERS) + 77)
    const read = { abi: TOKEN_ABI, address: token, functionName: 'balanceOf', blockNumber: block } as const
    const balances = await Promise.all(
      rows.map(([holder]) => anvil.client.readContract({ ...read, args: [holder] })),
    )
    expect(rows).toEqual(rows.map(([holder], place) => [holder, balances[place]]))
    expect(checked.blockHash).toContain('calculated from the header')
    expect(checked.balances).toBe(`all ${rows.length}`)
    expect(checked.storageProofs).toBe('20 proved from the state root, balances at slot 0x3 (Solidity)')
    expect(rows.map(([holder]) => holder)).toEqual(rows.map(([holder]) => holder).sort())
  })

  test('is the same from a node that allows few blocks and few results, and goes on where it was broken off', async () => {
    const whole = await build({ sampleSize: 1 })
    const stateFile = join(folder, 'state.json')
    let isBroken = true
    const limited = await nodeThat(({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)]
      if (to - from >= 60) return refusing('query exceeds max block range 60')
      if (isBroken && to > 300) return refusing('the node is away')
      return {
        result(logs) {
          if ((logs as unknown[]).length > 600) throw new Error('too many results')
          return logs
        },
      }
    })
    await expect(build({ node: limited, stateFile })).rejects.toThrow('away')
    isBroken = false
    const before = limited.calls.get('eth_getLogs') ?? 0
    const rest = await build({ node: limited, stateFile })
    expect(rest.rows).toEqual(whole.rows)
    expect(rest.checked.logs).toBe(5_000)
    expect(before).toBeGreaterThan(5)
    writeFileSync(
      stateFile,
      readFileSync(stateFile, 'utf8').replace(/"blockHash":"0x../, '"blockHash":"0xff'),
    )
    await expect(build({ stateFile })).rejects.toThrow('another snapshot')
  })

  test('leaves out who is excluded and who has little, says so, and is a list that Ferry loads', async () => {
    const excluded = holderOf(2_000n)
    const snapshot = await build({ excluded: new Set([excluded]), minimumUA: '0.001', secondNode: node })
    expect(snapshot.excluded.map(([holder]) => holder)).toEqual([excluded])
    expect(snapshot.belowMinimum.count).toBeGreaterThan(77)
    expect(snapshot.checked.secondNode).toContain('agrees')
    const out = join(folder, 'list.csv')
    const { sha256, manifestFile } = await writeSnapshot(out, snapshot, '1.2.3')
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
    expect(manifest).toMatchObject({
      chainId: 31_337,
      token: token.toLowerCase(),
      block: { number: String(block), hash: snapshot.block.hash, stateRoot: snapshot.block.stateRoot },
      list: { sha256, rows: snapshot.rows.length },
      excluded: [{ address: excluded }],
    })
    const load = ({ app }: TestPortal) =>
      importAllocations(app, { fileName: 'list.csv', bytes: Readable.from([readFileSync(out)]) })
    const other = await startPortal()
    await expect(load(other)).rejects.toMatchObject({ code: 'invalid_allocation_file' })
    await other.close()
    const ferry = await startPortal({ settings: { coinDecimals: 6 } })
    const loaded = await load(ferry)
    expect([loaded.fileHash, loaded.count]).toEqual([sha256, snapshot.rows.length])
    await ferry.close()
  })

  test('is made by the command, which ends with another status and no list where something is wrong', async () => {
    const out = join(folder, 'made.csv')
    const excludes = join(folder, 'excluded.txt')
    writeFileSync(
      excludes,
      `# the treasury\n${holderOf(9n).toUpperCase().replace('X', 'x')} # of the project\n\n`,
    )
    const args = ['--rpc', anvil.url, '--rpc2', anvil.url, '--token', token, '--block', String(block)]
    const made = await command([...args, '--exclude', excludes, '--minimum', '0.001', '--out', out])
    expect(made.stderr).toContain('blocks read')
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('1 excluded')])
    expect(made.stdout).toMatch(/balanceOf: equal for all \d+\n/)
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n')
    expect(made.stdout).toContain(`${lines.length - 1} holders`)
    expect(lines).not.toContain(expect.stringContaining(holderOf(9n)))
    expect(existsSync(`${out}.state`)).toBe(false)

    const none = join(folder, 'none.csv')
    const wrong = await command([...args.slice(0, -1), String(block + 1_000n), '--out', none])
    expect([wrong.status, wrong.stderr, existsSync(none)]).toEqual([
      1,
      expect.stringContaining('not final'),
      false,
    ])
    expect((await command(['--rpc', anvil.url, '--out', none])).status).toBe(1)
  })

  test('is of a final block alone', async () => {
    await expect(build({ blockNumber: block + 1_000n })).rejects.toThrow('not final')
    const newest = await build({ blockNumber: null, sampleSize: 1 })
    expect(newest.block.number).toBe((await node.block()).number)
  })
})

describe('a node that lies', () => {
  const buildSmall = (order: Partial<SnapshotOrder>) => build({ token: small, blockNumber: null, ...order })
  const word = (value: bigint): Hex => pad(numberToHex(value), { size: 32 })

  test.each<[string, (log: RpcLog) => RpcLog | null, string]>([
    ['another amount minted', (log) => ({ ...log, data: word(9_999n) }), 'totalSupply'],
    ['a mint left out', () => null, 'more than it received'],
  ])('about one mint is found out by the sum: %s', async (_, change, words) => {
    const liar = await nodeThat(changing(change, (log) => !isMove(log)))
    await expect(buildSmall({ node: liar })).rejects.toThrow(words === 'totalSupply' ? words : SnapshotError)
  })

  test('about who received is found out by the storage, by balanceOf, and by a second node', async () => {
    const thief = `0x${'7'.repeat(40)}` as Address
    const redirect = (log: RpcLog) =>
      ({ ...log, topics: [...log.topics.slice(0, 2), pad(thief)] }) as unknown as RpcLog
    const liar = await nodeThat(changing(redirect, isMove))
    await expect(buildSmall({ node: liar, sampleSize: 0 })).rejects.toThrow('balanceOf says')
    const one = await nodeThat((call) =>
      isForMany(call) ? refusing('no creation') : changing(redirect, isMove)(call),
    )
    await expect(buildSmall({ node: one, sampleSize: 100 })).rejects.toThrow('balanceOf says')
    await expect(buildSmall({ node: one, sampleSize: 0, secondNode: node })).rejects.toThrow(
      'two nodes disagree',
    )

    // It says the same of balances; the state root does not.
    const { rows } = await buildSmall({ sampleSize: 0 })
    const told = new Map<string, bigint>(rows)
    const both = await nodeThat((call) => {
      if (isForMany(call)) return refusing('no creation')
      if (call.method !== 'eth_call') return changing(redirect, isMove)(call)
      const holder = `0x${String(call.params[0].data).slice(34, 74)}`
      const isReceiver = holder === thief
      const lost = holder === holderOf(7n) ? 1n : 0n
      if (String(call.params[0].data).slice(0, 10) !== '0x70a08231' || (!isReceiver && lost === 0n))
        return undefined
      return { result: () => word(isReceiver ? 1n : (told.get(holder) ?? 0n) - lost) }
    })
    await expect(buildSmall({ node: both, sampleSize: 100 })).rejects.toThrow("the block's state says")
  })

  test('about the state is found out by the proofs, and one without proofs is said in words', async () => {
    const other = await nodeThat(({ method }) =>
      method === 'eth_getBlockByNumber'
        ? { result: (of) => ({ ...(of as object), stateRoot: `0x${'7'.repeat(64)}` }) }
        : undefined,
    )
    await expect(buildSmall({ node: other })).rejects.toThrow('do not lead to the state root')
    await expect(buildSmall({ secondNode: other })).rejects.toThrow('same block')
    const without = await nodeThat(({ method }) =>
      method === 'eth_getProof' ? refusing(NO_SUCH_METHOD) : undefined,
    )
    expect((await buildSmall({ node: without })).checked.storageProofs).toContain(
      'not checked: the node gives no proofs',
    )
  })

  test.each<[string, (log: RpcLog) => RpcLog, string]>([
    [
      'of another contract',
      (log) => ({ ...log, address: `0x${'1'.repeat(40)}` }),
      'not a transfer of this token',
    ],
    ['of another block', (log) => ({ ...log, blockNumber: numberToHex(block + 5_000n) }), 'another block'],
    ['of another shape', (log) => ({ ...log, data: '0x' }), 'not an ERC-20'],
    ['that was removed', (log) => ({ ...log, removed: true }), 'removed'],
  ])('with a log %s is not believed', async (_, change, words) => {
    const liar = await nodeThat(changing(change, isMove))
    await expect(buildSmall({ node: liar })).rejects.toThrow(words)
  })
})

test('a token that reverts for a holder says so of that one alone, asked for one or for many', async () => {
  const blocked = holderOf(3n)
  // Returns 7 for everybody else.
  const runtime = `60043573${blocked.slice(2)}1460265760076000526020 6000f35b60006000fd`.replace(' ', '')
  const length = (runtime.length / 2).toString(16).padStart(4, '0')
  const blocking = await anvil.deploy(`0x61${length}80600a3d393df3${runtime}`)
  const at = await anvil.client.getBlockNumber()
  const holders = [holderOf(1n), blocked, holderOf(2n)]
  expect(await node.balancesOf(blocking, holders, at)).toEqual([7n, null, 7n])
  expect(await node.balanceOf(blocking, blocked, at)).toBeNull()
  await expect(node.balanceOf(`0x${'9'.repeat(40)}`, blocked, at)).rejects.toThrow()
})

const slotWord = (slot: number) => pad(numberToHex(slot), { size: 32 })
/** `openzeppelin.storage.ERC20` as ERC-7201 places it. */
const NAMESPACED = '0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00'

test.each<[string, (holder: Hex) => Hex]>([
  ['0x5 (Solidity)', (holder) => keccak256(concat([holder, slotWord(5)]))],
  ['0x2 (Vyper)', (holder) => keccak256(concat([slotWord(2), holder]))],
  [`${NAMESPACED} (Solidity)`, (holder) => keccak256(concat([holder, NAMESPACED]))],
])('balances that are kept at %s are found there', async (name, slotOf) => {
  const address = pad(keccak256(new TextEncoder().encode(name)), { size: 32 }).slice(0, 42) as Address
  const held = [1n, 2n, 3n].map((n) => [holderOf(n), n * 10n ** 20n] as const)
  await anvil.client.setCode({ address, bytecode: '0x00' })
  for (const [holder, balance] of held) {
    const index = slotOf(pad(holder, { size: 32 }))
    await anvil.client.setStorageAt({ address, index, value: pad(numberToHex(balance), { size: 32 }) })
  }
  await anvil.client.mine({ blocks: 1 })
  const at = await node.block(await anvil.client.getBlockNumber())
  expect((await findBalanceSlot(node, address, at, held))?.name).toBe(name)
})

test('a token behind a proxy is proved from the storage of the proxy', async () => {
  // ERC-1167: calls are delegated to the token.
  const proxy = await anvil.deploy(
    `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${token.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  )
  const mint = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'mints', args: [0n, 30n, 500n] })
  const blockNumber = await anvil.send(proxy, mint)
  await anvil.client.mine({ blocks: TO_FINALITY })
  const { rows, checked } = await build({ token: proxy, blockNumber })
  expect(rows.length).toBe(30)
  expect(checked.storageProofs).toBe('20 proved from the state root, balances at slot 0x3 (Solidity)')
})

test('a token that changes balances without logs is not snapshot', async () => {
  const silent = await anvil.deploy(TOKEN_BYTECODE)
  const call = (data: Hex) => anvil.send(silent, data)
  await call(encodeFunctionData({ abi: TOKEN_ABI, functionName: 'mints', args: [0n, 5n, 100n] }))
  await call(encodeFunctionData({ abi: TOKEN_ABI, functionName: 'giveSilently', args: [holderOf(1n), 5n] }))
  await anvil.client.mine({ blocks: TO_FINALITY })
  await expect(build({ token: silent, blockNumber: null })).rejects.toThrow('balanceOf says 105')
})
