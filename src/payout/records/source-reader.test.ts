import { expect, test } from 'vitest'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { addressNamed } from '../../../test/harness/plain.ts'
import { SourceReader } from './source-reader.ts'

const ACCOUNT = addressNamed('source')
const BALANCE_SLOT = 400

/** A node whose history of the account ends with the transaction that created it. */
function wholeHistory() {
  const asked: number[] = []
  const node: Partial<SolanaRpc> = {
    name: 'a.example',
    finalizedAccount: async () => ({ contextSlot: BALANCE_SLOT, account: null }),
    historyOf: async (_, { before, minContextSlot }) => {
      asked.push(minContextSlot)
      return before ? [] : [{ signature: 'created', slot: 300, memo: null, failed: false }]
    },
    transaction: async () => ({
      slot: 300,
      error: null,
      signers: [],
      memo: null,
      movements: [],
      absentBefore: [ACCOUNT],
    }),
  }
  return { asked, node: node as SolanaRpc }
}

const reader = () =>
  new SourceReader({
    journal: { findBySignatures: async () => new Map() },
    mint: addressNamed('mint'),
    sourceTokenAccount: ACCOUNT,
  })

test('the history is read from a bank no older than the balance', async () => {
  const { asked, node } = wholeHistory()
  await reader().read(node, { slot: 200, baseUnits: 0n })
  expect(asked).not.toHaveLength(0)
  expect(new Set(asked)).toEqual(new Set([BALANCE_SLOT]))
})

test('a history that ends where the account was created covers a span that began without tokens', async () => {
  const { node } = wholeHistory()
  expect(await reader().read(node, { slot: 200, baseUnits: 0n })).toMatchObject({ reachesBack: true })
})

test('a history that ends does not cover a span that began with tokens: older entries are missing', async () => {
  const { node } = wholeHistory()
  expect(await reader().read(node, { slot: 200, baseUnits: 1n })).toMatchObject({ reachesBack: false })
})
