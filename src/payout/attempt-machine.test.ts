import { describe, expect, test } from 'vitest'
import { type DeathEvidence, judgeDeath, judgeStatus, type NodeTestimony } from '#payout/attempt-machine.ts'
import type { SignatureStatus } from '#solana/cluster.ts'

const attempt = { genesisHash: 'ours', lastValidBlockHeight: 1000, contextSlot: 900 }
const alive = { blockHeight: 1000, slot: 1100 }
const past = { blockHeight: 1001, slot: 1101 }
const status = (commitment: SignatureStatus['commitment'], error: string | null = null): SignatureStatus => ({
  slot: 950,
  commitment,
  error,
})

describe('a status', () => {
  test.each([
    ['unknown while it can land', null, alive, 'pending'],
    ['unknown past its last height', null, past, 'expired'],
    ['processed', status('processed'), alive, 'pending'],
    ['processed with an error that may be undone', status('processed', '"x"'), past, 'pending'],
    ['confirmed', status('confirmed'), alive, 'confirmed'],
    ['confirmed with an error that may be undone', status('confirmed', '"x"'), alive, 'confirmed'],
    ['finalized', status('finalized'), alive, 'paid'],
    ['finalized with an error', status('finalized', '"x"'), alive, 'failed'],
  ] as const)('%s → %s', (_name, seen, finalized, verdict) => {
    expect(judgeStatus(attempt, seen, finalized).kind).toBe(verdict)
  })
})

const silent: NodeTestimony = {
  genesisHashes: ['ours', 'ours'],
  finalized: past,
  history: { contextSlot: 1101, statuses: [null] },
  firstAvailableBlock: 900,
}
const proof: DeathEvidence = { node: silent, secondNode: silent, source: { complete: true, found: false } }

describe('death', () => {
  test('is proved when every witness is silent and able to speak', () => {
    expect(judgeDeath(attempt, proof)).toEqual({ kind: 'dead' })
  })

  test('needs no second node where none is configured', () => {
    expect(judgeDeath(attempt, { ...proof, secondNode: null })).toEqual({ kind: 'dead' })
  })

  const withNode = (change: Partial<NodeTestimony>): DeathEvidence => ({
    ...proof,
    node: { ...silent, ...change },
  })
  const withSecond = (change: Partial<NodeTestimony>): DeathEvidence => ({
    ...proof,
    secondNode: { ...silent, ...change },
  })

  test.each([
    ['the node belongs to another cluster', withNode({ genesisHashes: ['other', 'other'] })],
    [
      'another cluster says that it landed there',
      withNode({ genesisHashes: ['other'], history: { contextSlot: 1101, statuses: [status('finalized')] } }),
    ],
    ['another cluster took its place meanwhile', withNode({ genesisHashes: ['ours', 'other'] })],
    ['the height is not past', withNode({ finalized: alive })],
    ['the search came from an older slot', withNode({ history: { contextSlot: 1100, statuses: [null] } })],
    ['the search was not answered', withNode({ history: { contextSlot: 1101, statuses: [] } })],
    ['the node was pruned', withNode({ firstAvailableBlock: 901 })],
    ['the second node is behind', withSecond({ finalized: alive })],
    [
      'the second node answered from an older slot',
      withSecond({ history: { contextSlot: 1, statuses: [null] } }),
    ],
    ['the second node was pruned', withSecond({ firstAvailableBlock: 901 })],
    ['the source history is cut short', { ...proof, source: { complete: false, found: false } }],
    ['the source history shows it', { ...proof, source: { complete: true, found: true } }],
  ])('is not proved when %s', (_name, evidence) => {
    expect(judgeDeath(attempt, evidence).kind).toBe('undecided')
  })

  test.each([
    ['the node', withNode({ history: { contextSlot: 1101, statuses: [status('finalized')] } })],
    [
      'the second node alone',
      withSecond({ history: { contextSlot: 1101, statuses: [status('finalized')] } }),
    ],
  ])('is disproved when %s knows the signature', (_name, evidence) => {
    expect(judgeDeath(attempt, evidence)).toEqual({ kind: 'landed', status: status('finalized') })
  })
})
