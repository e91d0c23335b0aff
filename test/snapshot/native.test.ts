import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Address, encodeFunctionData, type Hex, hexToBytes, keccak256, numberToHex, pad } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildNativeSnapshot, type NativeOrder } from '#tools/snapshot/build-native-snapshot.ts'
import { connectEvmNode, type EvmNode } from '#tools/snapshot/evm-node.ts'
import { PAYER_ABI, PAYER_BYTECODE, TOKEN_BYTECODE } from '../harness/contract-code.ts'
import { folderForTests } from '../harness/for-tests.ts'
import { type EvmProxy, type Intercept, NO_SUCH_METHOD, startEvmProxy } from '../harness/node-proxies.ts'
import { type Anvil, startAnvil } from '../harness/start-anvil.ts'

const COIN = 10n ** 18n
const PAID = 5_000n
const FEW = 60n
const A_TIME = 250n
/** Of the final blocks that a snapshot may be of, anvil's are behind by two epochs. */
const TO_FINALITY = 70
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

const payee = (n: bigint) => `0x${keccak256(pad(numberToHex(n), { size: 32 })).slice(26)}` as Address
/** An account with a key that has lent it: EIP-7702. */
const LENT = payee(7n)

interface Dumped {
  balance: Hex
  nonce: number
  code: Hex
}

/** A chain on which a contract has paid accounts, and that has contracts with coins. */
interface PaidChain {
  anvil: Anvil
  contracts: Address[]
  dump: Map<Address, Dumped>
}

async function startPaidChain(paid: bigint): Promise<PaidChain> {
  const anvil = await startAnvil(31_337)
  const contracts = [await anvil.deploy(PAYER_BYTECODE)]
  const [payer] = contracts as [Address]
  await anvil.client.setBalance({ address: payer, value: 100_000n * COIN })
  for (let first = 0n; first < paid; first += A_TIME) {
    const count = paid - first < A_TIME ? paid - first : A_TIME
    const args = [first, count, COIN] as const
    await anvil.send(payer, encodeFunctionData({ abi: PAYER_ABI, functionName: 'pays', args }))
  }
  for (const coins of [3n, 5n]) {
    const address = await anvil.deploy(TOKEN_BYTECODE)
    await anvil.client.setBalance({ address, value: coins * COIN })
    contracts.push(address)
  }
  await anvil.client.setCode({ address: LENT, bytecode: `0xef0100${payer.slice(2)}` })
  await anvil.client.mine({ blocks: TO_FINALITY })
  return {
    anvil,
    contracts: contracts.map((each) => each.toLowerCase() as Address).sort(),
    dump: await dumpOf(anvil),
  }
}

async function dumpOf({ client }: Anvil): Promise<Map<Address, Dumped>> {
  const file = await client.dumpState()
  const { accounts } = JSON.parse(gunzipSync(hexToBytes(file)).toString())
  return new Map(Object.entries(accounts) as [Address, Dumped][])
}

/**
 * Answers debug_accountRange, which anvil lacks, from its dump, as geth does. Empty blocks change no balance; what they change of contracts is
 * asked of anvil. `change` makes an account another one, or none.
 */
async function rangeOf(
  { anvil, dump }: PaidChain,
  change: (address: Address, account: object) => object | null = (_, account) => account,
): Promise<Intercept> {
  const { number } = await anvil.client.getBlock({ blockTag: 'finalized' })
  const sorted = await Promise.all(
    [...dump].map(async ([address, { balance, nonce, code }]) => {
      const proof =
        code === '0x' ? null : await anvil.client.getProof({ address, storageKeys: [], blockNumber: number })
      const account = {
        balance: String(BigInt(balance)),
        nonce,
        root: proof?.storageHash ?? EMPTY_ROOT,
        codeHash: keccak256(code),
        address,
      }
      return { key: keccak256(address), address, account: change(address, account) }
    }),
  )
  sorted.sort((a, b) => (a.key < b.key ? -1 : 1))
  const kept = sorted.filter(({ account }) => account !== null)
  return ({ method, params }) => {
    if (method !== 'debug_accountRange') return undefined
    const [, from, count] = params
    const start = kept.findIndex(({ key }) => key >= from)
    const page = kept.slice(start, start + count)
    const next = kept[start + count]
    return {
      result: () => ({
        accounts: Object.fromEntries(page.map(({ address, account }) => [address, account])),
        next: next && Buffer.from(next.key.slice(2), 'hex').toString('base64'),
      }),
    }
  }
}

let many: PaidChain
let few: PaidChain
const folder = folderForTests()
beforeAll(async () => {
  many = await startPaidChain(PAID)
  few = await startPaidChain(FEW)
}, 180_000)
afterAll(() => Promise.all([many?.anvil.stop(), few?.anvil.stop()]))

const proxies: EvmProxy[] = []
afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())))

type ProxiedNode = EvmNode & Pick<EvmProxy, 'url' | 'calls'>

async function nodeThat({ anvil }: PaidChain, ...intercepts: Intercept[]): Promise<ProxiedNode> {
  const proxy = await startEvmProxy(anvil.url, (call) => {
    for (const intercept of intercepts) {
      const altered = intercept(call)
      if (altered) return altered
    }
    return undefined
  })
  proxies.push(proxy)
  return { ...connectEvmNode(proxy.url), ...proxy }
}

const refusing = (message: string) => ({
  result(): never {
    throw new Error(message)
  },
})
const away: Intercept = ({ method }) => (method === 'eth_getProof' ? refusing(NO_SUCH_METHOD) : undefined)

const build = (node: EvmNode, order: Partial<NativeOrder> = {}) =>
  buildNativeSnapshot({
    node,
    secondNode: null,
    blockNumber: null,
    excluded: new Set(),
    minimumUA: '0',
    sampleSize: 5,
    stateFile: null,
    addresses: null,
    isWalked: false,
    supplyUA: null,
    onProgress: () => {},
    ...order,
  })

/** Those with a balance, in the order of their addresses. */
const holdersOf = ({ dump }: PaidChain) =>
  [...dump]
    .map(([address, { balance }]) => [address, BigInt(balance)] as const)
    .filter(([, balance]) => balance > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))

const supplyOf = (chain: PaidChain) => {
  const sum = holdersOf(chain).reduce((total, [, balance]) => total + balance, 0n)
  return `${sum / COIN}.${String(sum % COIN).padStart(18, '0')}`
}

describe('5,000 accounts from a node that lists them', () => {
  test('are the same list twice, whole by the state root, with contracts named', async () => {
    const node = await nodeThat(many, await rangeOf(many))
    const second = connectEvmNode(many.anvil.url)
    const made = await build(node, { secondNode: second, supplyUA: supplyOf(many) })
    expect(made.rows).toEqual(holdersOf(many))
    expect(made.rows.length).toBeGreaterThan(5_000)
    expect(made.contracts?.map(([address]) => address)).toEqual(many.contracts)
    expect(made.checked).toEqual({
      blockHash: expect.stringMatching(/^calculated from the header/),
      accounts: expect.stringMatching(/^50\d\d, by the node's list of all accounts$/),
      complete: expect.stringMatching(/^all accounts of the state/),
      proofs: 'all by the state root, 5 by proofs as well',
      supply: 'equal',
      secondNode: 'agrees: the same block and state root',
    })
    expect(await build(node, { secondNode: second, supplyUA: supplyOf(many) })).toEqual(made)
    await expect(build(node, { supplyUA: '1' })).rejects.toThrow('the supply that was given is 1')
  }, 120_000)

  test('of whom one has another balance or code, or is left out, are found out', async () => {
    const liar = payee(2_345n)
    const raised = (address: Address, account: object) =>
      address === liar ? { ...account, balance: String(9n * COIN) } : account
    const lying = await nodeThat(many, await rangeOf(many, raised))
    await expect(build(lying)).rejects.toThrow("do not lead to the block's state root")
    const one = payee(11n)
    const named = await rangeOf(few, (address, account) =>
      address === one ? { ...account, balance: '1' } : account,
    )
    await expect(build(await nodeThat(few, named), { sampleSize: few.dump.size })).rejects.toThrow(
      `${one}: the node says that it has 1, and the block's state says ${COIN + 11n}`,
    )
    const lost = await rangeOf(many, (address, account) => (address === liar ? null : account))
    await expect(build(await nodeThat(many, lost))).rejects.toThrow('left out, added or changed')
    const code = await rangeOf(many, (address, account) =>
      address === liar ? { ...account, codeHash: keccak256('0x00') } : account,
    )
    await expect(build(await nodeThat(many, code))).rejects.toThrow('left out, added or changed')
  }, 120_000)

  test('go on where the node went away', async () => {
    const stateFile = join(folder, 'range.state')
    const answer = await rangeOf(many)
    let pages = 0
    const node = await nodeThat(many, (call) => {
      if (call.method !== 'debug_accountRange') return undefined
      pages += 1
      return pages > 8 && pages < 14 ? refusing('the node is away') : answer(call)
    })
    await expect(build(node, { stateFile })).rejects.toThrow('away')
    const kept = JSON.parse(readFileSync(stateFile, 'utf8'))
    expect(kept.accounts.length).toBe(7 * 256)
    pages = 20
    expect((await build(node, { stateFile })).rows).toEqual(holdersOf(many))
    expect(pages).toBe(20 + Math.ceil((many.dump.size - 7 * 256) / 256))
  }, 120_000)

  test.each(['debug_accountRange', 'eth_getProof'])(
    'are read in no weaker way because the node did not answer %s for a moment',
    async (method) => {
      const node = await nodeThat(few, (call) => (call.method === method ? refusing('slow down') : undefined))
      const addresses = method === 'eth_getProof' ? new Set(few.dump.keys()) : null
      await expect(build(node, { addresses })).rejects.toThrow('slow down')
    },
  )

  test('are refused where the node does not know whose they are', async () => {
    const answer = await rangeOf(many)
    const node = await nodeThat(many, (call) => {
      const found = answer(call)
      if (!found) return undefined
      return {
        result() {
          const { accounts } = found.result(null) as { accounts: object }
          const [[address, account] = ['', {}], ...others] = Object.entries(accounts)
          return { accounts: Object.fromEntries([[`pre(${keccak256(address as Hex)})`, account], ...others]) }
        },
      }
    })
    await expect(build(node)).rejects.toThrow('does not know the addresses')
  })
})

describe('accounts of a node that lists none', () => {
  const genesis = () => new Set([...few.dump.keys()].filter((address) => !isPaid(address)))
  const isPaid = (address: Address) =>
    Array.from({ length: Number(FEW) }, (_, n) => payee(BigInt(n))).includes(address)

  test.each(['trace_block', 'debug_traceBlockByNumber'])(
    'are found by blocks and %s, each proved; those of the beginning are missed, and that is said',
    async (method) => {
      const only: Intercept = (call) =>
        /trace/.test(call.method) && call.method !== method ? refusing(NO_SUCH_METHOD) : undefined
      const node = await nodeThat(few, only)
      const { rows, checked } = await build(node)
      const isBegun = ([, balance]: readonly [Address, bigint]) => balance === 10_000n * COIN
      expect(holdersOf(few).filter(isBegun).length).toBe(9)
      expect(rows).toEqual(holdersOf(few).filter((each) => !isBegun(each)))
      expect(checked.complete).toMatch(/^not checked: the state has other accounts/)
      expect(checked.proofs).toMatch(/^all \d+ proved from the state root/)
      await expect(build(node, { supplyUA: supplyOf(few) })).rejects.toThrow('accounts are missing')
      const whole = await build(node, { addresses: genesis(), isWalked: true, supplyUA: supplyOf(few) })
      expect(whole.rows).toEqual(holdersOf(few))
      expect(whole.checked).toMatchObject({
        complete: expect.stringMatching(/^all accounts of the state/),
        supply: 'equal',
      })
      expect(whole.contracts?.map(([address]) => address)).toEqual(few.contracts)
    },
    120_000,
  )

  test('are refused without traces, and read from a file of addresses', async () => {
    const untraced = await nodeThat(few, ({ method }) =>
      /trace/.test(method) ? refusing(NO_SUCH_METHOD) : undefined,
    )
    await expect(build(untraced)).rejects.toThrow(/could not be traced.*--addresses/s)
    const { rows, checked } = await build(untraced, { addresses: new Set(few.dump.keys()) })
    expect(rows).toEqual(holdersOf(few))
    expect(checked.complete).toMatch(/^all accounts/)
    expect(untraced.calls.get('trace_block')).toBeGreaterThan(0)
  })

  test('are found out where one is told with another balance, or proved by another state', async () => {
    const address = payee(11n)
    const lies: [(answer: Record<string, unknown>) => object, RegExp][] = [
      [
        (answer) => ({ ...answer, balance: numberToHex(99n * COIN) }),
        new RegExp(`${address}: the node says`),
      ],
      [(answer) => ({ ...answer, accountProof: [] }), /do not lead to the state root/],
    ]
    for (const [lie, words] of lies) {
      const liar = await nodeThat(few, ({ method, params }) =>
        method === 'eth_getProof' && params[0].toLowerCase() === address
          ? { result: (answer) => lie(answer as Record<string, unknown>) }
          : undefined,
      )
      await expect(build(liar, { addresses: new Set(few.dump.keys()) })).rejects.toThrow(words)
    }
    const other = await nodeThat(few, ({ method }) =>
      method === 'eth_getBlockByNumber'
        ? { result: (of) => ({ ...(of as object), stateRoot: `0x${'7'.repeat(64)}` }) }
        : undefined,
    )
    const order = { addresses: new Set(few.dump.keys()) }
    await expect(build(connectEvmNode(few.anvil.url), { ...order, secondNode: other })).rejects.toThrow(
      'same block',
    )
  })

  test('are compared with the second node where there are no proofs', async () => {
    const order = { addresses: new Set(few.dump.keys()) }
    const first = await nodeThat(few, away)
    const made = await build(first, { ...order, secondNode: await nodeThat(few, away) })
    expect(made.rows).toEqual(holdersOf(few))
    expect(made.contracts?.map(([address]) => address)).toEqual(few.contracts)
    expect(made.checked).toMatchObject({
      proofs: 'not checked: the node gives no proofs',
      complete: expect.stringMatching(/^not checked/),
      secondNode: expect.stringMatching(/the same balance of every account/),
    })
    const address = payee(11n)
    const liar = await nodeThat(few, away, ({ method, params }) =>
      method === 'eth_getBalance' && params[0].toLowerCase() === address
        ? { result: () => '0x1' }
        : undefined,
    )
    await expect(build(first, { ...order, secondNode: liar })).rejects.toThrow(`disagree about ${address}`)
  })

  test('go on where the node went away, in the blocks and in the proofs', async () => {
    const stateFile = join(folder, 'blocks.state')
    const fails = { block: true, proof: true }
    const node = await nodeThat(few, ({ method, params }) => {
      const isLate = method === 'trace_block' && BigInt(params[0]) > 3n
      if (fails.block && (isLate || method === 'debug_traceBlockByNumber')) return refusing('away')
      if (fails.proof && method === 'eth_getProof' && params[0].toLowerCase() === payee(40n))
        return refusing('away')
      return undefined
    })
    await expect(build(node, { stateFile })).rejects.toThrow(/could not be traced/)
    fails.block = false
    await expect(build(node, { stateFile })).rejects.toThrow('away')
    const proofs = node.calls.get('eth_getProof') ?? 0
    fails.proof = false
    const traced = node.calls.get('trace_block')
    const made = await build(node, { stateFile })
    expect(node.calls.get('trace_block')).toBe(traced)
    expect(proofs).toBeGreaterThan(20)
    expect(made.rows).toEqual((await build(connectEvmNode(few.anvil.url))).rows)
  })
})

test('npm run snapshot -- --native writes list and manifest, and refuses what does not go together', async () => {
  const out = join(folder, 'coins.csv')
  const addresses = join(folder, 'addresses.txt')
  writeFileSync(addresses, `# all\n${[...few.dump.keys()].join('\n')}\n`)
  const command = (...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const line = ['--import', './src/bin/require-node-24.js', 'tools/snapshot/main.ts', ...args]
      execFile(process.execPath, line, (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      })
    })
  const made = await command('--rpc', few.anvil.url, '--native', '--addresses', addresses, '--out', out)
  expect([made.status, made.stderr]).toEqual([0, expect.any(String)])
  expect(made.stdout).toMatch(/3 of the holders are contracts, the largest 0x/)
  expect(made.stdout).toMatch(/Complete: all accounts of the state/)
  const [header, first] = readFileSync(out, 'utf8').split('\n')
  expect([header, first]).toEqual(['address,amountWei,decimals', `${holdersOf(few)[0]?.join(',')},18`])
  const manifest = JSON.parse(readFileSync(`${out}.manifest.json`, 'utf8'))
  expect(manifest).toMatchObject({ token: 'native', decimals: 18 })
  expect(manifest.contracts.map(({ address }: { address: string }) => address)).toEqual(few.contracts)
  expect(existsSync(`${out}.state`)).toBe(false)
  const token = `0x${'1'.repeat(40)}`
  for (const args of [['--native', '--token', token], ['--token', token, '--supply', '5'], []]) {
    expect(await command('--rpc', few.anvil.url, '--out', out, ...args)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/--native/),
    })
  }
})
