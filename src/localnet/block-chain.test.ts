import type { Blockhash } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { BlockChain } from './block-chain.ts'

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

  test('block times are whole seconds', () => {
    expect(newChain().tip.blockTimeSeconds).toBe(1_700_000_000)
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

  test('near genesis, genesis is finalized', () => {
    expect(extendBy(newChain(), 3).at('finalized').slot).toBe(0)
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

describe('blockhashes', () => {
  test('live for 150 blocks and no block longer', () => {
    const chain = extendBy(newChain(), 7)
    const { blockhash } = chain.tip
    extendBy(chain, 150)
    expect(chain.isBlockhashValid(blockhash, chain.tip)).toBe(true)
    chain.extend()
    expect(chain.isBlockhashValid(blockhash, chain.tip)).toBe(false)
  })

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
