import { describe, expect, test } from 'vitest'
import type { SignatureStatus } from '#solana/solana-rpc.ts'
import {
  classifyStatus,
  type ExpiryEvidence,
  isSignedAfter,
  mayHaveExpired,
  type NodeView,
  proveExpired,
  type SourceView,
} from './attempt-machine.ts'

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
    ['unknown, and too young to have expired', null, null, 'pending'],
    ['unknown past its last height', null, past, 'overdue'],
    ['processed', status('processed'), alive, 'pending'],
    ['processed with an error that may be undone', status('processed', '"x"'), past, 'pending'],
    ['confirmed', status('confirmed'), alive, 'confirmed'],
    ['confirmed with an error that may be undone', status('confirmed', '"x"'), alive, 'confirmed'],
    ['finalized', status('finalized'), alive, 'paid'],
    ['finalized with an error', status('finalized', '"x"'), alive, 'failed'],
  ] as const)('%s → %s', (_name, seen, finalized, result) => {
    expect(classifyStatus(attempt, seen, finalized).kind).toBe(result)
  })
})

test('an attempt can not have expired before 150 slots have gone by', () => {
  expect(mayHaveExpired(attempt, 900 + 149)).toBe(false)
  expect(mayHaveExpired(attempt, 900 + 150)).toBe(true)
})

test('a transaction was signed after another expired when its blockhash is no older than the last valid block', () => {
  expect(isSignedAfter(1149, attempt)).toBe(false)
  expect(isSignedAfter(1150, attempt)).toBe(true)
})

const proved: SourceView = {
  balanceSlot: 1101,
  balance: { kind: 'explained' },
  reachesBack: true,
  reachesForward: true,
  found: false,
}
const view: NodeView = {
  genesisHashes: ['ours', 'ours'],
  finalized: past,
  history: { contextSlot: 1101, statuses: [null] },
  firstAvailableBlock: 900,
  source: proved,
}
const proof: ExpiryEvidence = { node: view, secondNode: view }

describe('an expiry', () => {
  test('is proved when both nodes have all three kinds of evidence', () => {
    expect(proveExpired(attempt, proof)).toEqual({ kind: 'expired' })
  })

  test('is contradicted by a node that is passed over and shows the transaction', () => {
    expect(proveExpired(attempt, { ...proof, shownBy: 'a.example' })).toMatchObject({
      kind: 'contradicted',
      reason: 'a.example shows it, and the node does not',
    })
  })

  test('needs no second node where none is configured', () => {
    expect(proveExpired(attempt, { ...proof, secondNode: null })).toEqual({ kind: 'expired' })
  })

  const lacking: [string, Partial<NodeView>, string][] = [
    ['another cluster answered', { genesisHashes: ['other', 'other'] }, 'position'],
    ['another cluster answered before', { genesisHashes: ['other', 'ours'] }, 'position'],
    ['another cluster answered after', { genesisHashes: ['ours', 'other'] }, 'position'],
    ['its last valid block is not finalized', { finalized: alive }, 'position'],
    ['the history was not searched', { history: { contextSlot: 1101, statuses: [] } }, 'position'],
    ['an older bank searched the history', { history: { contextSlot: 1100, statuses: [null] } }, 'position'],
    ['the balance is of an older bank', { source: { ...proved, balanceSlot: 1100 } }, 'position'],
    ['the blocks are gone', { firstAvailableBlock: 901 }, 'reach'],
    ['the history does not reach back', { source: { ...proved, reachesBack: false } }, 'reach'],
    [
      'what changed the balance is not shown',
      { source: { ...proved, balance: { kind: 'unknown' } } },
      'reach',
    ],
    ['the history may be late', { source: { ...proved, reachesForward: false } }, 'newer'],
  ]
  test.each(
    lacking.flatMap(([name, change, lacks]) => [
      [`the node: ${name}`, { ...proof, node: { ...view, ...change } }, lacks] as const,
      [`the second node: ${name}`, { ...proof, secondNode: { ...view, ...change } }, lacks] as const,
    ]),
  )('is not proved when %s', (_name, evidence, lacks) => {
    expect(proveExpired(attempt, evidence)).toMatchObject({ kind: 'undecided', lacks })
  })

  const contradictions: [string, Partial<SourceView>][] = [
    ['the history shows it', { found: true }],
    ['the wallet holds less than is explained', { balance: { kind: 'unexplained', excessBaseUnits: -5n } }],
    ['the wallet holds more than is explained', { balance: { kind: 'unexplained', excessBaseUnits: 5n } }],
  ]
  test.each(
    contradictions.flatMap(([name, change]) => {
      const contradicted = { ...view, source: { ...proved, ...change } }
      return [
        [`the node: ${name}`, { ...proof, node: contradicted }] as const,
        [`the second node: ${name}`, { ...proof, secondNode: contradicted }] as const,
      ]
    }),
  )('is contradicted when %s', (_name, evidence) => {
    expect(proveExpired(attempt, evidence).kind).toBe('contradicted')
  })

  test('a balance that a history does not explain because it does not reach back is no contradiction', () => {
    const source: SourceView = {
      ...proved,
      reachesBack: false,
      balance: { kind: 'unexplained', excessBaseUnits: -5n },
    }
    expect(proveExpired(attempt, { ...proof, node: { ...view, source } })).toMatchObject({
      kind: 'undecided',
      lacks: 'reach',
    })
  })

  test.each(['node', 'secondNode'] as const)('is refuted by a status of the %s', (who) => {
    const landed = { ...view, history: { contextSlot: 1101, statuses: [status('finalized')] } }
    expect(proveExpired(attempt, { ...proof, [who]: landed })).toEqual({
      kind: 'landed',
      status: status('finalized'),
    })
  })

  test('is not refuted by a status of another cluster', () => {
    const elsewhere = {
      ...view,
      genesisHashes: ['other'],
      history: { contextSlot: 1101, statuses: [status('finalized')] },
    }
    expect(proveExpired(attempt, { ...proof, node: elsewhere }).kind).toBe('undecided')
  })
})
