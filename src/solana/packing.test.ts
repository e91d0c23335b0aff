import { describe, expect, test } from 'vitest'
import { type Packable, packBatch, packTransfers, roomOf } from '#solana/packing.ts'
import type { TokenAccountNeed } from '#solana/recipients.ts'

let serial = 0
function transfers(count: number, need: TokenAccountNeed, packLimit: number | null = null): Packable[] {
  return Array.from({ length: count }, () => ({ tokenAccount: `account-${serial++}`, need, packLimit }))
}

const sizes = (groups: { transfers: Packable[] }[]) => groups.map((group) => group.transfers.length)

describe('recipients in one transaction', () => {
  test.each([
    ['existing', 18],
    ['missing', 9],
    ['prefunded', 7],
  ] as const)('%s token accounts: %i', (need, most) => {
    expect(sizes(packTransfers(transfers(40, need)))[0]).toBe(most)
  })

  test('what came first goes first', () => {
    const all = [...transfers(5, 'missing'), ...transfers(5, 'existing'), ...transfers(9, 'prefunded')]
    expect(packTransfers(all).flatMap((group) => group.transfers)).toEqual(all)
  })

  test('a wallet that is paid twice shares its keys and its new account', () => {
    const [once] = transfers(1, 'missing')
    if (!once) throw new Error('no transfer')
    expect(roomOf([once, once]).bytes - roomOf([once]).bytes).toBe(17)
    expect(roomOf([once, once]).trace - roomOf([once]).trace).toBe(1)
  })
})

describe('pack limit', () => {
  test('a suspect goes alone', () => {
    const [suspect] = transfers(1, 'missing', 1)
    if (!suspect) throw new Error('no transfer')
    expect(sizes(packTransfers([suspect, ...transfers(5, 'missing')]))).toEqual([1, 5])
  })

  test('halves stay halves', () => {
    expect(sizes(packTransfers(transfers(9, 'missing', 4)))).toEqual([4, 4, 1])
  })
})

describe('batches', () => {
  test.each([
    { batch: 10, more: true, expected: [9] },
    { batch: 10, more: false, expected: [9, 1] },
    { batch: 50, more: true, expected: [9, 9, 9, 9, 9] },
    { batch: 5, more: true, expected: [5] },
    { batch: 18, more: true, expected: [9, 9] },
  ])('of $batch, more queued: $more → $expected', ({ batch, more, expected }) => {
    expect(packBatch(transfers(batch, 'missing'), more).map((group) => group.length)).toEqual(expected)
  })
})
