import { expect, test } from 'vitest'
import { RpcUnavailableError, type SignatureStatus } from '#solana/solana-rpc.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { SecondLook } from './second-look.ts'

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
