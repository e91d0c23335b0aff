import { expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { WeiDigits } from './wei-digits.ts'
import { WordSum } from './word-sum.ts'

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,35})$/

test('reads what is a whole number of up to 36 digits, and nothing else', () => {
  const random = seededRandom(7)
  const digits = new WeiDigits()
  const sum = new WordSum()
  let total = 0n
  for (let round = 0; round < 20_000; round++) {
    const characters = random.chance(0.2) ? [...'0123456789 .-/:e'] : random.pick([[...'0123456789'], ['9']])
    const text = Array.from({ length: random.between(0, 40) }, () => random.pick(characters)).join('')
    const isRead = digits.read(Buffer.from(`7${text}7`), 1, 1 + text.length)
    expect(isRead, text).toBe(WHOLE_NUMBER.test(text))
    if (!isRead) continue
    expect(digits.exact).toBe(BigInt(text))
    expect(Math.abs(digits.approximate - Number(text))).toBeLessThanOrEqual(Number(text) / 2 ** 50)
    if (Number(text) <= Number.MAX_SAFE_INTEGER) expect(digits.approximate).toBe(Number(text))
    sum.add(digits.words)
    total += BigInt(text)
    if (random.chance(0.1)) expect(sum.total).toBe(total)
  }
  expect(sum.total).toBe(total)
})

test('adds up more amounts than a sum of words has room for', () => {
  const sum = new WordSum()
  const words = new Uint32Array(4).fill(0xffffffff)
  const count = 2 ** 21 + 3
  for (let i = 0; i < count; i++) sum.add(words)
  expect(sum.total).toBe(BigInt(count) * (2n ** 128n - 1n))
})
