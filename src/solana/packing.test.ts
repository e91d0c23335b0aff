import { generateKeyPairSigner } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { describe, expect, test } from 'vitest'
import { assertBaseUnits } from '#domain/amounts.ts'
import { MEMO_BYTES, type Packable, packBatch, packTransfers, sizeOf } from './packing.ts'
import { signPayout } from './payout-transaction.ts'
import type { TokenAccountNeed } from './recipients.ts'
import { TRANSACTION_FORMATS } from './transaction-format.ts'

let serial = 0
function transfers(count: number, need: TokenAccountNeed, packLimit: number | null = null): Packable[] {
  return Array.from({ length: count }, () => ({ tokenAccount: `account-${serial++}`, need, packLimit }))
}

const sizes = (groups: { transfers: Packable[] }[]) => groups.map((group) => group.transfers.length)

describe('recipients in one transaction', () => {
  test.each([
    ['v0', 'existing', 18],
    ['v0', 'missing', 9],
    ['v0', 'prefunded', 7],
    ['v1', 'existing', 59],
    ['v1', 'missing', 10],
    ['v1', 'prefunded', 7],
  ] as const)('in %s with %s token accounts: %i', (format, need, most) => {
    expect(sizes(packTransfers(transfers(70, need), format))[0]).toBe(most)
  })

  test('transfers keep their order', () => {
    const all = [...transfers(5, 'missing'), ...transfers(5, 'existing'), ...transfers(9, 'prefunded')]
    for (const format of TRANSACTION_FORMATS) {
      expect(packTransfers(all, format).flatMap((group) => group.transfers)).toEqual(all)
    }
  })

  test('a wallet that is paid twice shares its accounts and its new token account', () => {
    const [once] = transfers(1, 'missing')
    if (!once) throw new Error('no transfer')
    const [one, two] = [sizeOf([once], 'v0'), sizeOf([once, once], 'v0')]
    expect(two.bytes - one.bytes).toBe(17)
    expect(two.accounts - one.accounts).toBe(0)
    expect(two.trace - one.trace).toBe(1)
  })
})

describe('the computed bytes are the real ones', () => {
  test.each(TRANSACTION_FORMATS)('of %s', async (format) => {
    for (const need of ['existing', 'missing', 'prefunded'] as const) {
      const { packable, payable } = await realTransfers(format === 'v1' ? 10 : 7, need)
      for (const count of [1, 2, payable.length]) {
        const wireBytes = await sign(format, payable.slice(0, count))
        expect(wireBytes.length, `${count} ${need}`).toBe(sizeOf(packable.slice(0, count), format).bytes)
      }
    }
  })

  test('of the fullest possible v1 transaction', async () => {
    const { packable, payable } = await realTransfers(59, 'existing')
    expect(sizeOf(packable, 'v1')).toEqual({ bytes: 3264, accounts: 64, trace: 60 })
    expect(await sign('v1', payable)).toHaveLength(3264)
  })

  test.each(TRANSACTION_FORMATS)('of %s to a wallet that is paid three times', async (format) => {
    const { packable, payable } = await realTransfers(1, 'missing')
    const thrice = <T>([one]: T[]) => (one ? [one, one, one] : [])
    expect(await sign(format, thrice(payable))).toHaveLength(sizeOf(thrice(packable), format).bytes)
  })
})

describe('pack limit', () => {
  test('a transfer with a limit of one goes alone', () => {
    const [isolated] = transfers(1, 'missing', 1)
    if (!isolated) throw new Error('no transfer')
    expect(sizes(packTransfers([isolated, ...transfers(5, 'missing')], 'v0'))).toEqual([1, 5])
  })

  test('halves stay halves', () => {
    expect(sizes(packTransfers(transfers(9, 'missing', 4), 'v1'))).toEqual([4, 4, 1])
  })
})

describe('batches', () => {
  test.each([
    { format: 'v0', batch: 10, moreQueued: true, expected: [9] },
    { format: 'v0', batch: 10, moreQueued: false, expected: [9, 1] },
    { format: 'v0', batch: 50, moreQueued: true, expected: [9, 9, 9, 9, 9] },
    { format: 'v0', batch: 5, moreQueued: true, expected: [5] },
    { format: 'v0', batch: 18, moreQueued: true, expected: [9, 9] },
    { format: 'v1', batch: 50, moreQueued: true, expected: [10, 10, 10, 10, 10] },
  ] as const)(
    'in $format of $batch, more queued: $moreQueued → $expected',
    ({ batch, expected, ...terms }) => {
      expect(packBatch(transfers(batch, 'missing'), terms).map((group) => group.length)).toEqual(expected)
    },
  )

  test("the operator's batch is the ceiling of a larger transaction", () => {
    const terms = { format: 'v1', moreQueued: true } as const
    expect(packBatch(transfers(50, 'existing'), terms).map((group) => group.length)).toEqual([50])
    expect(packBatch(transfers(100, 'existing'), terms).map((group) => group.length)).toEqual([59])
  })
})

async function realTransfers(count: number, need: TokenAccountNeed) {
  const payable = await Promise.all(
    Array.from({ length: count }, async () => ({
      wallet: (await generateKeyPairSigner()).address,
      tokenAccount: (await generateKeyPairSigner()).address,
      need,
      baseUnits: assertBaseUnits(1n),
    })),
  )
  const packable = payable.map(({ tokenAccount }) => ({ tokenAccount, need, packLimit: null }))
  return { packable, payable }
}

async function sign(
  format: (typeof TRANSACTION_FORMATS)[number],
  payable: Awaited<ReturnType<typeof realTransfers>>['payable'],
): Promise<Uint8Array> {
  const sender = await generateKeyPairSigner()
  const mint = await generateKeyPairSigner()
  const { wireBytes } = await signPayout({
    format,
    sender,
    mint: {
      address: mint.address,
      decimals: 9,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      tokenAccountBytes: 165,
      extensions: [],
    },
    sourceTokenAccount: (await generateKeyPairSigner()).address,
    transfers: payable,
    memo: 'm'.repeat(MEMO_BYTES),
    blockhash: mint.address,
    lastValidBlockHeight: 1,
    computeUnitLimit: 1_000,
    microLamportsPerComputeUnit: 1n,
  })
  return wireBytes
}
