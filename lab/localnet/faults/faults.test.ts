import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { afterEach, describe, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from '#lab/localnet/start-localnet.ts'
import { memoInstruction, openTestWallet } from '../../../test/harness/test-wallet.ts'
import { concerns, faultPlanSchema } from './fault-plan.ts'
import { FAULT_PROFILES, type FaultProfile, planOf } from './fault-profiles.ts'
import { readFaults, switchFaults } from './faults.ts'

describe('faults', () => {
  const GENESIS_HASH = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
  const GARBAGE = { kind: 'garbage', probability: 1 } as const

  const opened: Localnet[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((localnet) => localnet.close()))
  })

  async function open(options: Parameters<typeof startLocalnet>[0] = {}): Promise<Localnet> {
    const localnet = await startLocalnet({ slotMs: null, ...options })
    opened.push(localnet)
    return localnet
  }

  async function post({ url }: Localnet, method: string, params: unknown[] = []): Promise<string> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return fetch(url, { method: 'POST', body }).then(
      async (response) => `${response.status} ${await response.text()}`,
      () => 'no answer',
    )
  }

  /** Makes the same requests and ticks under chaos, without slow faults. Returns all answers, and the counts. */
  async function suffer(seed: number): Promise<unknown[]> {
    const localnet = await open({ genesisHash: GENESIS_HASH, nowMs: () => 1_700_000_000_000 })
    const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(9))
    const { sign } = await openTestWallet(localnet, 1_000_000_000n, signer)
    for (let blocks = 0; blocks < 20; blocks += 1) localnet.tick()
    const { rules, cluster } = FAULT_PROFILES.chaos
    const slow = new Set<string>(['delay', 'timeout', 'hang', 'exchangeAnswers'])
    const quick = rules.filter(({ kind }) => !slow.has(kind))
    localnet.faults.use({ seed, rules: quick, cluster })

    const log: unknown[] = []
    for (let step = 0; step < 80; step += 1) {
      const { blockhash } = localnet.cluster.chain.at('confirmed')
      const lifetime = { blockhash, lastValidBlockHeight: 0n } as const
      const { wire, signature } = await sign([memoInstruction(`${step}`)], lifetime)
      const blind = { encoding: 'base64', skipPreflight: true }
      log.push(await post(localnet, 'sendTransaction', [wire, blind]))
      log.push(await post(localnet, 'getLatestBlockhash'))
      log.push(await post(localnet, 'getSignatureStatuses', [[signature]]))
      log.push(await post(localnet, 'getBalance', [signer.address]))
      localnet.tick()
    }
    return [...log, localnet.faults.status().counts]
  }

  test('the same seed over the same requests and ticks gives the same faults, another seed others', async () => {
    const [one, same, other] = await Promise.all([suffer(7), suffer(7), suffer(8)])
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
    expect(Object.keys(one.at(-1) ?? {}).length).toBeGreaterThan(10)
  })

  test('the faults of a request do not depend on requests for other methods', async () => {
    const rules = [{ ...GARBAGE, probability: 0.5 }]
    const fates = async (disturbing: boolean) => {
      const localnet = await open({ faults: { seed: 3, rules } })
      const seen: boolean[] = []
      for (let requests = 0; requests < 30; requests += 1) {
        if (disturbing) await post(localnet, 'getBlockHeight')
        seen.push((await post(localnet, 'getSlot')).includes('<html>'))
      }
      return seen
    }
    expect(await fates(true)).toEqual(await fates(false))
  })

  describe('the end of a plan', () => {
    test('comes at its slot', async () => {
      const localnet = await open({ faults: { seed: 1, rules: [GARBAGE], untilSlot: 5 } })
      while (localnet.cluster.chain.tip.slot < 4) localnet.tick()
      expect(await post(localnet, 'getSlot')).toContain('<html>')
      expect(localnet.faults.status()).toMatchObject({ active: true, slot: 4 })
      localnet.tick()
      expect(await post(localnet, 'getSlot')).toContain('result')
      expect(localnet.faults.status()).toMatchObject({ active: false, slot: 5, counts: { garbage: 1 } })
    })

    test('comes when its time is over', async () => {
      let nowMs = 1000
      const localnet = await open({ nowMs: () => nowMs, faults: { seed: 1, rules: [GARBAGE], forMs: 500 } })
      nowMs = 1499
      expect(await post(localnet, 'getSlot')).toContain('<html>')
      nowMs = 1500
      expect(await post(localnet, 'getSlot')).toContain('result')
    })
  })

  describe('GET and POST /faults', () => {
    test('switch the plan and report the counts, whatever faults other requests have', async () => {
      const localnet = await open()
      const written = { seed: 4, rules: [{ kind: 'drop' as const, probability: 1 }] }
      expect(await switchFaults(localnet.url, written)).toMatchObject({
        plan: { seed: 4, rules: [{ kind: 'drop', when: 'before' }] },
        active: true,
        counts: {},
      })
      expect(await post(localnet, 'getSlot')).toBe('no answer')
      const status = await switchFaults(localnet.url, { profile: 'none', seed: 1 })
      expect(status).toMatchObject({ plan: { rules: [], cluster: {} }, counts: { drop: 1 } })
      expect(await post(localnet, 'getSlot')).toContain('result')
      expect(await readFaults(localnet.url)).toEqual(status)
    })
  })
})

describe('a plan', () => {
  test('may be no more than a seed', () => {
    expect(faultPlanSchema.parse({ seed: 3 })).toEqual({ seed: 3, rules: [], cluster: {} })
  })

  test.each([
    { name: 'no seed', plan: {} },
    { name: 'an unknown kind', plan: { seed: 1, rules: [{ kind: 'explode', probability: 1 }] } },
    { name: 'a probability above 1', plan: { seed: 1, rules: [{ kind: 'drop', probability: 1.1 }] } },
    { name: 'a misspelt field', plan: { seed: 1, rules: [{ kind: 'drop', probability: 1, method: ['x'] }] } },
    { name: 'no methods at all', plan: { seed: 1, rules: [{ kind: 'drop', probability: 1, methods: [] }] } },
    {
      name: 'a span upside down',
      plan: { seed: 1, rules: [{ kind: 'lag', probability: 1, behindSlots: { min: 3, max: 2 } }] },
    },
    {
      name: 'a lag deeper than the state is kept',
      plan: { seed: 1, rules: [{ kind: 'lag', probability: 1, behindSlots: { min: 3, max: 65 } }] },
    },
    {
      name: 'an index later than the chain is long',
      plan: { seed: 1, rules: [{ kind: 'lateIndex', probability: 1, behindBlocks: { min: 1, max: 1001 } }] },
    },
    { name: 'a fork that says nothing', plan: { seed: 1, cluster: { fork: {} } } },
  ])('is refused with $name', ({ plan }) => {
    expect(faultPlanSchema.safeParse(plan).success).toBe(false)
  })
})

test.each([
  { rule: { kind: 'drop', probability: 1 }, method: 'getSlot', yes: true },
  { rule: { kind: 'drop', probability: 1, methods: ['getSlot'] }, method: 'getSlot', yes: true },
  { rule: { kind: 'drop', probability: 1, methods: ['getSlot'] }, method: 'getBalance', yes: false },
  { rule: { kind: 'swallow', probability: 1 }, method: 'sendTransaction', yes: true },
  { rule: { kind: 'swallow', probability: 1 }, method: 'simulateTransaction', yes: false },
  { rule: { kind: 'lyingMint', probability: 1, decimals: 6 }, method: 'getMultipleAccounts', yes: true },
  { rule: { kind: 'lyingMint', probability: 1, decimals: 6 }, method: 'getBalance', yes: false },
] as const)('$rule concerns $method: $yes', ({ rule, method, yes }) => {
  const [parsed] = faultPlanSchema.parse({ seed: 1, rules: [rule] }).rules
  expect(parsed && concerns(parsed, method)).toBe(yes)
})

describe('profiles', () => {
  const names = Object.keys(FAULT_PROFILES) as FaultProfile[]

  test.each(names)('%s is a plan', (profile) => {
    const plan = faultPlanSchema.parse(planOf({ profile, seed: 5, untilSlot: 9, forMs: 100 }))
    expect(plan).toMatchObject({ seed: 5, untilSlot: 9, forMs: 100 })
  })

  test('chaos has every kind of fault, but for those that a run on one node does not survive', () => {
    const { rules, cluster } = faultPlanSchema.parse(planOf({ profile: 'chaos', seed: 1 }))
    const kinds = faultPlanSchema.shape.rules
      .unwrap()
      .element.options.map((option) => option.shape.kind.value)
    expect(new Set([...rules.map(({ kind }) => kind), 'lyingMint', 'standStill'])).toEqual(new Set(kinds))
    expect(Object.keys(cluster).sort()).toEqual(['expireBlockhashes', 'fork', 'prune'])
  })

  test('none does nothing, and others have names', () => {
    expect(faultPlanSchema.parse(planOf({ profile: 'none', seed: 1 }))).toEqual({
      seed: 1,
      rules: [],
      cluster: {},
    })
    expect(() => planOf({ profile: 'storm', seed: 1 })).toThrow()
  })
})
