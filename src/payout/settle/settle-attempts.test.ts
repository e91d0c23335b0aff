import { expect, test } from 'vitest'
import { Broadcaster } from '#payout/send/broadcaster.ts'
import { SignedPayments } from '#payout/send/signed-payments.ts'
import { type BroadcastOutcome, RpcUnavailableError, type SignatureStatus } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { sampleAttempt } from '../../../test/harness/sample-rows.ts'
import { SecondLook } from './second-look.ts'
import { AttemptSettler } from './settle-attempts.ts'
import { DEFAULT_SETTLING_TERMS } from './status-pace.ts'

test('bytes that still wait for their turn at a node are not sent again, and are once they were answered', async () => {
  const attempt = {
    ...sampleAttempt(1, 1),
    kind: 'payment',
    state: 'broadcast',
  } as unknown as JournaledAttempt
  let nowMs = 0
  const answers: ((outcome: BroadcastOutcome) => void)[] = []
  const node = { signatureStatuses: async () => ({ contextSlot: 1, statuses: [null] }) }
  const settler = new AttemptSettler({
    reader: {
      second: null,
      read: (ask: (from: typeof node) => Promise<unknown>) => ask(node),
      broadcast: () => new Promise((resolve) => answers.push(resolve)),
    } as never,
    store: { journal: { unresolved: async () => [attempt], mark: async () => {} } } as never,
    clock: { now: () => nowMs, monotonicMs: () => nowMs, sleep: async () => {} },
    genesisHash: attempt.genesisHash,
    signed: new SignedPayments(),
    terms: DEFAULT_SETTLING_TERMS,
  })
  const sending = settler.broadcast([attempt])
  nowMs += 10_000
  await settler.pass()
  expect(answers).toHaveLength(1)

  answers[0]?.({ accepted: true })
  await sending
  nowMs += 10_000
  void settler.pass()
  await expect.poll(() => answers).toHaveLength(2)
})

test('what is on hold is not sent again, however long ago it was sent', async () => {
  const sent: string[] = []
  const broadcaster = new Broadcaster({
    reader: {
      broadcast: async ({ id }: JournaledAttempt) => {
        sent.push(id)
        return { accepted: true }
      },
    } as never,
    store: { journal: { mark: async () => {} } } as never,
    clock: { monotonicMs: () => 0 },
    terms: DEFAULT_SETTLING_TERMS,
  })
  const attempts = ['hold', 'broadcast'].map(
    (state) => ({ ...sampleAttempt(1, 1), id: state, state }) as unknown as JournaledAttempt,
  )
  await broadcaster.sendAgain(attempts)
  expect(sent).toEqual(['broadcast'])
})

test('what only a history search shows as landed is settled by the second look at it, not the first', async () => {
  const attempt = {
    ...sampleAttempt(1, 1),
    kind: 'payment',
    state: 'broadcast',
    contextSlot: 100,
    lastValidBlockHeight: 250,
  } as unknown as JournaledAttempt
  const landed = { slot: 120, commitment: 'finalized', error: null }
  const node = {
    name: 'a.example',
    genesisHash: async () => attempt.genesisHash,
    finalizedPosition: async () => ({ slot: 400, blockHeight: 390 }),
    firstAvailableBlock: async () => 0,
    finalizedAccount: async () => ({ contextSlot: 400, account: null }),
    historyOf: async () => [],
    signatureStatuses: async (_: unknown, { searchHistory }: { searchHistory: boolean }) => ({
      contextSlot: 400,
      statuses: [searchHistory ? landed : null],
    }),
  }
  const paid: unknown[] = []
  const settler = new AttemptSettler({
    reader: {
      second: null,
      preferred: node,
      passedOver: [],
      slots: { slotMs: 400 },
      read: (ask: (from: typeof node) => Promise<unknown>) => ask(node),
    } as never,
    store: {
      journal: {
        unresolved: async () => [attempt],
        mark: async () => {},
        findBySignatures: async () => new Map(),
        settlePaid: async (settled: unknown[]) => paid.push(...settled),
      },
      runs: { find: async () => ({ mintAddress: 'mint', anchorSlot: null, anchorBaseUnits: null }) },
    } as never,
    clock: { now: () => 0, monotonicMs: () => 0, sleep: async () => {} },
    genesisHash: attempt.genesisHash,
    signed: new SignedPayments(),
    terms: DEFAULT_SETTLING_TERMS,
  })
  expect(await settler.pass()).toMatchObject({ landed: 0, underWay: 1 })
  expect(paid).toEqual([])
  expect(await settler.pass()).toMatchObject({ landed: 1 })
  expect(paid).toHaveLength(1)
})

const GENESIS = 'the right cluster'
const PAID = { kind: 'paid', slot: 950 } as const
const statusAt = (commitment: SignatureStatus['commitment']): SignatureStatus => ({
  slot: 950,
  commitment,
  error: null,
})
const attempt = (id: string) => ({ id }) as JournaledAttempt

/** A second node with these recent statuses; its history has those alone, or does not exist. */
function secondNode(
  recent: Record<string, SignatureStatus>,
  history: Record<string, SignatureStatus> | null,
) {
  const asked: { signatures: readonly string[]; searchHistory: boolean }[] = []
  const second = {
    name: 'second',
    genesisHash: async () => GENESIS,
    async signatureStatuses(signatures: readonly string[], { searchHistory }: { searchHistory: boolean }) {
      asked.push({ signatures, searchHistory })
      if (searchHistory && !history)
        throw new RpcUnavailableError('it says "Transaction history is not available from this node"')
      const known = searchHistory ? { ...history, ...recent } : recent
      return { contextSlot: 1_000, statuses: signatures.map((signature) => known[signature] ?? null) }
    },
  }
  return { asked, look: new SecondLook({ second } as never, GENESIS) }
}

test.each([
  ['processed', false],
  ['confirmed', false],
  ['finalized', true],
] as const)('an ending that the second node shows as %s is confirmed: %s', (commitment, confirms) => {
  const { look } = secondNode({}, {})
  expect(look.confirms(attempt('a'), PAID, statusAt(commitment))).toBe(confirms)
  // However often it is seen.
  expect(look.confirms(attempt('a'), PAID, statusAt(commitment))).toBe(confirms)
})

test('a second node that knows nothing of it, or shows another ending, confirms none', () => {
  const { look } = secondNode({}, {})
  expect(look.confirms(attempt('a'), PAID, null)).toBe(false)
  const failed = { ...statusAt('finalized'), error: '"AccountInUse"' }
  expect(look.confirms(attempt('a'), PAID, failed)).toBe(false)
})

test('the recent cache is asked first, and the history for what it lacks alone', async () => {
  const { look, asked } = secondNode({ new: statusAt('finalized') }, { old: statusAt('finalized') })
  expect(await look.statuses(['new', 'old', 'none'])).toEqual([
    statusAt('finalized'),
    statusAt('finalized'),
    null,
  ])
  expect(asked).toEqual([
    { signatures: ['new', 'old', 'none'], searchHistory: false },
    { signatures: ['old', 'none'], searchHistory: true },
  ])
})

test('a second node without history is asked for none where its cache has all, and confirms what it has', async () => {
  const { look, asked } = secondNode({ new: statusAt('finalized') }, null)
  expect(await look.statuses(['new'])).toEqual([statusAt('finalized')])
  expect(asked).toHaveLength(1)
  expect(await look.statuses(['old', 'new'])).toEqual([null, statusAt('finalized')])
  await expect(look.statuses(['old'])).rejects.toThrow('history is not available')
})
