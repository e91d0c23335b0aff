import { beforeEach, describe, expect, test } from 'vitest'
import type { ChainPayment } from '#domain/payment.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import type { HistoryEntry, SolanaRpc } from '#solana/solana-rpc.ts'
import { addressNamed } from '../../../test/harness/sample-rows.ts'
import { PaymentWatch } from './payment-watch.ts'
import { TransactionReader } from './transaction-reader.ts'
import { unknownPaymentsAmong, unrecordedOutflow } from './unknown-payments.ts'
import type { AccountChange } from './wallet-history.ts'

describe('payment watch', () => {
  const GENESIS = 'the hash of the right cluster'
  const ANCHOR_SLOT = 100

  /** A full page of a node's answer. */
  const PAGE = 1_000

  let nowMs = 0
  let genesis = GENESIS
  let history: HistoryEntry[] = []
  let asked: string[] = []
  /** Lists the entries that were read one by one: they show down to which slot the history was read. */
  let read: string[] = []
  /** The memos in the bytes of those that have another than a Ferry's. */
  let memos = new Map<string, string>()
  beforeEach(() => {
    memos = new Map()
    nowMs = 0
    genesis = GENESIS
    history = []
    asked = []
    read = []
  })

  const entry = (signature: string, slot: number, memo: string | null = 'ferry:x'): HistoryEntry => ({
    signature,
    slot,
    memo,
    failed: false,
  })

  /** An entry older than every slot that is examined. */
  const FUNDING = entry('funding', 1)

  const node = {
    name: 'node',
    async genesisHash() {
      asked.push('genesisHash')
      return genesis
    },
    async finalizedPosition() {
      return { slot: 500, blockHeight: 400 }
    },
    async historyOf(_address: string, { before }: { before?: string }) {
      asked.push('historyOf')
      const start = before ? history.findIndex(({ signature }) => signature === before) + 1 : 0
      return history.slice(start, start + PAGE)
    },
    async transaction(signature: string) {
      read.push(signature)
      const movements = [
        { tokenAccount: 'source', owner: 'wallet', baseUnits: -5n },
        { tokenAccount: 'other', owner: 'somebody', baseUnits: 5n },
      ]
      return {
        slot: 1,
        error: null,
        signers: ['wallet'],
        memo: memos.get(signature) ?? 'ferry:x',
        movements,
        absentBefore: [],
      }
    },
  } satisfies Partial<Record<keyof SolanaRpc, unknown>> as unknown as SolanaRpc

  function watch(): PaymentWatch {
    const clock = { now: () => 0, monotonicMs: () => nowMs, sleep: async () => {} }
    const isOwn = (signature: string) => signature.startsWith('own')
    const account = {
      genesisHash: GENESIS,
      walletAddress: addressNamed('wallet'),
      mintAddress: addressNamed('mint'),
      tokenProgram: addressNamed('program'),
      sourceOwner: addressNamed('wallet'),
      sourceTokenAccount: addressNamed('source'),
    }
    return new PaymentWatch({
      clock,
      reader: new FailoverRpc({ senders: [node], second: null, genesisHash: GENESIS, clock }),
      store: {
        journal: {
          signedBy: async (_run: number, of: readonly string[]) => new Set(of.filter(isOwn)),
          findAccounted: async (of: readonly string[]) => new Set(of.filter(isOwn)),
        },
        knownTransactions: {
          among: async (_genesis: string, of: readonly string[]) => new Set(of.filter(isOwn)),
          paidBy: async () => [],
        },
      } as never,
      account,
      transactions: new TransactionReader(account, () => nowMs),
      runId: 1,
      sinceSlot: ANCHOR_SLOT,
    })
  }

  async function lookAt(atMs: number, of: PaymentWatch) {
    nowMs = atMs
    asked = []
    return of.look()
  }

  test('a history with a transaction of the run counts without a check of the genesis hash', async () => {
    const watched = watch()
    history = [entry('own1', 120), FUNDING]
    expect(await lookAt(14_999, watched)).toBeNull()
    expect(asked).toEqual([])
    expect(await lookAt(15_000, watched)).toBeNull()
    expect(asked).toEqual(['historyOf'])
    // Two checks later it reads back to that transaction, and no further.
    history = [entry('own2', 150), ...history]
    expect(await lookAt(30_000, watched)).toBeNull()
    history = [entry('own3', 180), entry('late', 119), ...history]
    expect(await lookAt(45_000, watched)).toBeNull()
    expect(read).toEqual([])
  })

  test('missing payments are returned once the genesis hash is checked', async () => {
    const watched = watch()
    history = [entry('own1', 130), entry('lost', 120), FUNDING]
    genesis = 'another'
    await expect(lookAt(15_000, watched)).rejects.toThrow('another cluster')
    genesis = GENESIS
    expect(await lookAt(30_000, watched)).toMatchObject({ payments: 1, baseUnits: 5n })
    expect(asked).toEqual(['historyOf', 'genesisHash', 'historyOf', 'genesisHash'])
  })

  test('a payment that the index shows late is found by the next check', async () => {
    const watched = watch()
    history = [entry('own1', 130), FUNDING]
    await lookAt(15_000, watched)
    history = [entry('own1', 130), entry('lost', 120), FUNDING]
    expect(await lookAt(30_000, watched)).toMatchObject({ payments: 1 })
  })

  test('a history without one decides nothing: it is read again soon, in a verified read', async () => {
    const watched = watch()
    history = [FUNDING]
    expect(await lookAt(15_000, watched)).toBeNull()
    expect(asked).toEqual(['historyOf'])
    expect(await lookAt(17_999, watched)).toBeNull()
    expect(asked).toEqual([])
    genesis = 'another'
    await expect(lookAt(18_000, watched)).rejects.toThrow('another cluster')
    genesis = GENESIS
    // Nothing counted as seen meanwhile.
    history = [entry('lost', 101), FUNDING]
    expect(await lookAt(33_000, watched)).toMatchObject({ payments: 1 })
  })

  test('a history in several answers is not verified by a transaction in one of them', async () => {
    const watched = watch()
    const incoming = Array.from({ length: PAGE }, (_, index) => entry(`dust${index}`, 200, 'dust'))
    history = [entry('own1', 210), ...incoming, FUNDING]
    await lookAt(15_000, watched)
    await lookAt(18_000, watched)
    expect(asked).toContain('genesisHash')
  })

  const spam = (name: string, slot: number) => {
    memos.set(name, 'spam')
    return entry(name, slot, null)
  }

  test('a transaction without a memo is not read where the index shows the memo of an older one of ours', async () => {
    const watched = watch()
    history = [spam('newer', 130), entry('own1', 120), spam('older', 110), FUNDING]
    expect(await lookAt(15_000, watched)).toBeNull()
    expect(read).toEqual(['older'])
  })

  test('where the index lacks the memo of one of ours, every transaction without a memo is read', async () => {
    const watched = watch()
    history = [spam('newer', 130), entry('own2', 125, null), entry('own1', 120), FUNDING]
    expect(await lookAt(15_000, watched)).toBeNull()
    expect(read).toEqual(['newer'])
  })

  test('a transaction that two looks show is read once', async () => {
    const watched = watch()
    history = [entry('own1', 120, null), spam('one', 110), FUNDING]
    expect(await lookAt(15_000, watched)).toBeNull()
    history = [entry('own2', 140, null), spam('two', 130), ...history]
    expect(await lookAt(30_000, watched)).toBeNull()
    expect(read).toEqual(['one', 'two'])
  })
})

const ours: AccountChange = {
  signature: 'tx',
  slot: 5,
  memo: '[10] ferry:lost',
  isSigned: true,
  isOwners: false,
  sourceBaseUnits: -9n,
  gains: [
    { address: addressNamed('ann'), baseUnits: 4n },
    { address: addressNamed('bob'), baseUnits: 5n },
  ],
  losses: [],
}

const among = (change: AccountChange, recorded: ChainPayment[] = []) =>
  unknownPaymentsAmong([change], {
    knownTransactions: {
      among: async () => new Set<string>(),
      recordedAmong: async () => new Set<string>(),
      paidBy: async () => recorded,
      paidFrom: async () => [],
    },
  })

test('a payment is ours by its memo, our signature, and tokens that left our account', async () => {
  expect(await among(ours)).toMatchObject({ payments: 2, baseUnits: 9n })
  for (const change of [
    { memo: null },
    { memo: 'manual' },
    { isSigned: false },
    { sourceBaseUnits: 0n },
    { sourceBaseUnits: 9n },
  ]) {
    expect(await among({ ...ours, ...change }), JSON.stringify(Object.keys(change))).toMatchObject({
      transactions: [],
      payments: 0,
    })
  }
})

test('a transaction that a claim was marked sent with is unknown as far as it paid others, or more', async () => {
  const recorded = (recipient: string, baseUnits: bigint) => ({
    signature: 'tx',
    recipient: addressNamed(recipient),
    baseUnits,
  })
  expect(await among(ours, [recorded('ann', 4n)])).toMatchObject({
    transactions: [{ payments: [{ recipient: 'bob', baseUnits: 5n }] }],
    payments: 1,
    baseUnits: 5n,
  })
  expect(await among(ours, [recorded('ann', 3n), recorded('bob', 5n)])).toMatchObject({ baseUnits: 1n })
  expect(await among(ours, [recorded('ann', 4n), recorded('bob', 6n)])).toMatchObject({ payments: 0 })
})

test('an outflow is the unrecorded part, signed by us or not', () => {
  const taken = { ...ours, isSigned: false }
  expect(unrecordedOutflow(taken, [])).toEqual({
    signature: 'tx',
    baseUnits: 9n,
    counterparties: ours.gains,
  })
  expect(unrecordedOutflow({ ...ours, gains: [] }, [])).toMatchObject({ baseUnits: 9n, counterparties: [] })
  expect(unrecordedOutflow({ ...ours, sourceBaseUnits: 1n }, [])).toBeNull()
  const [ann, bob] = ours.gains.map(({ address, baseUnits }) => ({
    signature: 'tx',
    recipient: address,
    baseUnits,
  }))
  if (!ann || !bob) throw new Error('nobody was paid')
  expect(unrecordedOutflow(ours, [ann])).toMatchObject({ baseUnits: 5n, counterparties: [ours.gains[1]] })
  expect(unrecordedOutflow(ours, [ann, bob])).toBeNull()
})
