import type { Blockhash } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { BlockChain } from './block-chain.ts'
import { LaggingChain } from './lagging-chain.ts'

function newChain(genesisHash = 'genesis') {
  const options = { confirmedAfterSlots: 1, finalizedAfterSlots: 12, nowMs: () => 1_700_000_000_900 }
  return new BlockChain({ ...options, genesisHash: genesisHash as Blockhash })
}

function extendBy(chain: BlockChain, blocks: number) {
  for (let made = 0; made < blocks; made += 1) chain.extend()
  return chain
}

describe('slots and heights', () => {
  test.each([
    { blocks: 19, slot: 19 },
    { blocks: 20, slot: 21 },
    { blocks: 38, slot: 39 },
    { blocks: 39, slot: 41 },
  ])('$blocks blocks after genesis the slot is $slot', ({ blocks, slot }) => {
    expect(extendBy(newChain(), blocks).tip).toMatchObject({ height: blocks, slot })
  })

  test('the same genesis hash gives the same blockhashes, another one others', () => {
    const [one, same, other] = [newChain(), newChain(), newChain('elsewhere')].map(
      (chain) => extendBy(chain, 5).tip.blockhash,
    )
    expect(one).toBe(same)
    expect(one).not.toBe(other)
  })
})

describe('commitment', () => {
  test('the confirmed and finalized blocks lie so many slots below the tip', () => {
    const chain = extendBy(newChain(), 40)
    const tipSlot = chain.tip.slot
    expect([chain.at('processed').slot, chain.at('confirmed').slot]).toEqual([tipSlot, tipSlot - 1])
    expect(chain.at('finalized').slot).toBe(tipSlot - 12)
  })

  test('below a skipped slot, the newest block that exists counts', () => {
    const chain = extendBy(newChain(), 20)
    expect([chain.tip.slot, chain.at('confirmed').slot]).toEqual([21, 19])
  })

  test.each([
    { slot: 30, commitment: 'processed' },
    { slot: 29, commitment: 'confirmed' },
    { slot: 19, commitment: 'confirmed' },
    { slot: 18, commitment: 'finalized' },
  ])('with the tip at slot 30, a block at slot $slot is $commitment', ({ slot, commitment }) => {
    const chain = extendBy(newChain(), 29)
    expect(chain.tip.slot).toBe(30)
    expect(chain.commitmentOf(slot)).toBe(commitment)
  })
})

describe('another fork', () => {
  test('keeps slots, heights and what is below, and gives other blockhashes above', () => {
    const chain = extendBy(newChain(), 30)
    const before = chain.newest(31).map((block) => ({ ...block }))
    chain.forkAbove(28)
    const after = chain.newest(31)
    expect(after.map(({ slot, height }) => [slot, height])).toEqual(
      before.map(({ slot, height }) => [slot, height]),
    )
    const changed = after.filter((block, index) => block.blockhash !== before[index]?.blockhash)
    expect(changed.map(({ slot }) => slot)).toEqual([29, 30, 31])
    expect(after.at(-1)).toBe(chain.tip)
    expect(chain.isBlockhashValid(before.at(-1)?.blockhash ?? '', chain.tip)).toBe(false)
    expect(chain.isBlockhashValid(chain.tip.blockhash, chain.tip)).toBe(true)
  })

  test('never replaces a finalized block', () => {
    const chain = extendBy(newChain(), 30)
    const finalized = chain.at('finalized')
    expect(() => chain.forkAbove(finalized.slot - 1)).toThrow(RangeError)
    chain.forkAbove(finalized.slot)
    expect(chain.at('finalized')).toBe(finalized)
  })
})

test('a node that lags sees all commitments as they were, and no newer blockhash', () => {
  const chain = extendBy(newChain(), 30)
  const then = extendBy(newChain(), 25)
  const lagging = new LaggingChain(chain, 5)
  expect(lagging.tip).toEqual(then.tip)
  expect(lagging.at('finalized')).toEqual(then.at('finalized'))
  expect(lagging.newest(3)).toEqual(then.newest(3))
  expect(lagging.commitmentOf(25)).toBe(then.commitmentOf(25))
  expect(lagging.isBlockhashValid(chain.tip.blockhash, lagging.tip)).toBe(false)
})

describe('blockhashes', () => {
  test('are unknown to blocks below them', () => {
    const chain = extendBy(newChain(), 7)
    expect(chain.isBlockhashValid(chain.tip.blockhash, chain.at('confirmed'))).toBe(false)
  })

  test('stay distinct and old blocks are forgotten', () => {
    const chain = extendBy(newChain(), 2000)
    const kept = chain.newest(5000)
    expect(kept.length).toBe(512)
    expect(new Set(kept.map(({ blockhash }) => blockhash)).size).toBe(512)
    expect(kept.at(-1)).toBe(chain.tip)
  })
})
