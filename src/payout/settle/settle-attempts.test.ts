import { expect, test } from 'vitest'
import { Broadcaster } from '#payout/send/broadcaster.ts'
import { SignedPayments } from '#payout/send/signed-payments.ts'
import type { BroadcastOutcome } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { sampleAttempt } from '../../../test/harness/sample-rows.ts'
import { AttemptSettler } from './settle-attempts.ts'
import { DEFAULT_SETTLING_TERMS } from './settling-terms.ts'

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
