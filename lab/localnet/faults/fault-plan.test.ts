import { describe, expect, test } from 'vitest'
import { concerns, faultPlanSchema } from './fault-plan.ts'
import { FAULT_PROFILES, type FaultProfile, planOf } from './fault-profiles.ts'

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
