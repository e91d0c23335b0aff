import { describe, expect, test } from 'vitest'
import type { HistoryEntry, SolanaRpc } from '#solana/solana-rpc.ts'
import type { OwnAttempt } from '#store/payouts/journal.ts'
import { sampleTokenAccount } from '../../../test/harness/sample-accounts.ts'
import { addressNamed } from '../../../test/harness/sample-rows.ts'
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

describe('of a flood that shows no memos', () => {
  const BANK_SLOT = 10_000
  const WALLET = addressNamed('wallet')
  const entry = (signature: string, slot: number): HistoryEntry => ({
    signature,
    slot,
    memo: null,
    failed: false,
  })
  const strangers = Array.from({ length: 300 }, (_, index) => entry(`stranger ${index}`, 7_000 - index))

  /** The account holds what it began with, unless `spent`. No transaction that is read moved anything. */
  function flooded({
    wallets,
    spent = 0n,
    account = strangers,
  }: {
    wallets: HistoryEntry[]
    spent?: bigint
    account?: HistoryEntry[]
  }) {
    const read: string[] = []
    const node: Partial<SolanaRpc> = {
      name: 'a.example',
      finalizedAccount: async () => ({
        contextSlot: BANK_SLOT,
        account: sampleTokenAccount({ amount: 100n - spent }),
      }),
      historyOf: async (address, { before }) => {
        if (before) return []
        return address === WALLET ? wallets : [...account, entry('before', 100)]
      },
      transaction: async (signature) => {
        read.push(signature)
        return { slot: 0, error: null, signers: [], memo: null, movements: [], absentBefore: [] }
      },
    }
    const since = { slot: 200, baseUnits: 100n }
    const look = (own: string[] = []) =>
      new SourceReader({
        journal: {
          findBySignatures: async (signatures) =>
            new Map(
              signatures
                .filter((signature) => own.includes(signature))
                .map((signature) => [signature, { baseUnits: 0n } as OwnAttempt]),
            ),
        },
        mint: addressNamed('mint'),
        sourceTokenAccount: ACCOUNT,
      }).read(node as SolanaRpc, since, { depth: 'flood left out', signer: WALLET })
    return { read, look }
  }

  const FUNDED = entry('funded', 50)

  test('what the wallet did not sign is not read, and what it signed is', async () => {
    const signed = entry('stranger 7', 6_993)
    const { read, look } = flooded({ wallets: [signed, FUNDED] })
    const { entries } = await look()
    expect(read).toEqual(['stranger 7'])
    expect(entries).toHaveLength(300)
  })

  const distrusted: Record<string, Parameters<typeof flooded>[0] & { own?: string[]; reads: number }> = {
    'the wallet shows nothing older than they are': { wallets: [entry('later', 7_001)], reads: 300 },
    'the wallet shows nothing older than the oldest hundred of them': {
      wallets: [entry('pruned', 6_800)],
      reads: 100,
    },
    'the wallet shows nothing at all': { wallets: [], reads: 300 },
    'the wallet lacks a transaction of ours': { wallets: [FUNDED], own: ['stranger 9'], reads: 299 },
    'the balance is not explained without them': { wallets: [FUNDED], spent: 1n, reads: 300 },
    'they may be late in the history of the wallet': {
      wallets: [FUNDED],
      account: Array.from({ length: 300 }, (_, index) => entry(`stranger ${index}`, 9_000 - index)),
      reads: 300,
    },
  }
  test.each(Object.entries(distrusted))('all are read where %s', async (_, { own, reads, ...bed }) => {
    const { read, look } = flooded(bed)
    await look(own)
    expect(read).toHaveLength(reads)
  })
})
