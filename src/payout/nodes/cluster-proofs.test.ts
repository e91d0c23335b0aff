import { expect, test } from 'vitest'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { ClusterProofs } from './cluster-proofs.ts'

const node = { name: 'node' } as SolanaRpc
const from = (askedAtMs: number, answeredAtMs: number) => ({ askedAtMs, answeredAtMs })

/** Notes proofs that were asked for and answered then. */
function proofsAt(...times: [number, number][]): ClusterProofs {
  const proofs = new ClusterProofs()
  for (const [asked, answered] of times) proofs.note(node, from(asked, answered))
  return proofs
}

test.each([
  ['between two proofs', proofsAt([0, 1_000], [2_000, 3_000]), from(1_000, 2_000), true],
  [
    'that was asked for before the first was answered',
    proofsAt([0, 1_000], [2_000, 3_000]),
    from(999, 2_000),
    false,
  ],
  ['that came after the last was asked for', proofsAt([0, 1_000], [2_000, 3_000]), from(1_000, 2_001), false],
  ['of a node that has shown nothing', proofsAt(), from(0, 0), false],
  ['amid several', proofsAt([0, 0], [5_000, 6_000], [11_000, 12_000]), from(100, 10_900), true],
  ['before a gap that is too long', proofsAt([0, 0], [5_001, 6_000]), from(100, 200), false],
])('an answer %s', (_, proofs, answer, isCovered) => {
  expect(proofs.cover(node, answer)).toBe(isCovered)
})

test('nothing is proved by what a node showed before it named another cluster', () => {
  const proofs = proofsAt([0, 0])
  proofs.forget(node)
  expect(proofs.isRecent(node, 0)).toBe(false)
  proofs.note(node, from(2_000, 2_000))
  expect(proofs.cover(node, from(500, 1_000))).toBe(false)
})

test('a proof is recent for five seconds, and each node has its own', () => {
  const proofs = proofsAt([0, 1_000])
  expect([6_000, 6_001].map((nowMs) => proofs.isRecent(node, nowMs))).toEqual([true, false])
  expect(proofs.isRecent({ ...node }, 1_000)).toBe(false)
})
