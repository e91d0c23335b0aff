import { describe, expect, test } from 'vitest'
import {
  computeUnitLimit,
  MAX_COMPUTE_UNITS,
  priorityFeeLamports,
  priorityPrice,
  transactionFeeLamports,
} from './fees.ts'

const FLOOR = 1_000n
const cap = 1_000_000

describe('the price of a compute unit', () => {
  test.each([
    { offers: [], price: FLOOR, why: 'nobody offered anything' },
    { offers: [0n, 0n, 0n], price: FLOOR, why: 'three quarters offered less than the floor' },
    { offers: [5_000n], price: 5_000n, why: 'it is the only offer' },
    { offers: [4_000n, 1_000n, 3_000n, 2_000n], price: 4_000n, why: 'it is above three quarters of four' },
    {
      offers: [9_000n, 2_000n, 7_000n, 3_000n, 5_000n],
      price: 7_000n,
      why: 'the dearest of five is left out',
    },
    {
      offers: [10_000n, 9_000n, 200_000n, 8_000n, 7_000n],
      price: 10_000n,
      why: 'numbers are sorted as numbers',
    },
  ])('$price of $offers: $why', ({ offers, price }) => {
    expect(priorityPrice(offers, { cap })).toBe(price)
  })

  test.each([
    [0, 2_000n],
    [1, 4_000n],
    [2, 8_000n],
    [8, 512_000n],
    [9, 1_000_000n],
  ])('after %i expiries in a row it is %i', (timesExpired, price) => {
    expect(priorityPrice([2_000n], { cap, timesExpired })).toBe(price)
  })

  test('is doubled thirty times at most, however often transactions expired', () => {
    const highest = Number.MAX_SAFE_INTEGER
    expect(priorityPrice([], { cap: highest, timesExpired: 1_000 })).toBe(FLOOR << 30n)
  })

  test.each([0, 999, 1_000_000])('is never above the operator’s cap of %i', (operatorsCap) => {
    const offers = [10n ** 12n]
    expect(priorityPrice(offers, { cap: operatorsCap })).toBe(BigInt(operatorsCap))
    expect(priorityPrice(offers, { cap: operatorsCap, timesExpired: 1_000 })).toBe(BigInt(operatorsCap))
  })
})

test.each([
  [0, 500],
  [1, 502],
  [100_000, 120_500],
  [1_166_250, MAX_COMPUTE_UNITS],
  [1_400_000, MAX_COMPUTE_UNITS],
])('of %i units that a simulation used, %i are asked for', (simulated, limit) => {
  expect(computeUnitLimit(simulated)).toBe(limit)
})

test.each([
  { units: 200_000, price: 0n, lamports: 0n },
  { units: 1, price: 1n, lamports: 1n },
  { units: 1_000_000, price: 1n, lamports: 1n },
  { units: 1_000_001, price: 1n, lamports: 2n },
  { units: 200_000, price: 1_000n, lamports: 200n },
  { units: 1_400_000, price: 1_000_000n, lamports: 1_400_000n },
])(
  '$units units at $price micro-lamports cost $lamports lamports, rounded up',
  ({ units, price, lamports }) => {
    expect(priorityFeeLamports(units, price)).toBe(lamports)
    expect(transactionFeeLamports(units, price)).toBe(5_000n + lamports)
  },
)
