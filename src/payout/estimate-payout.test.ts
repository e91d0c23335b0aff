import type { Address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { beforeAll, describe, expect, test } from 'vitest'
import { assertBaseUnits, parseAmountUA } from '#domain/amounts.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { randomAddress, sampleAccount } from '../../test/harness/sample-accounts.ts'
import { batchMs, type EstimateTerms, estimatePayout, type PayoutEstimate } from './estimate-payout.ts'
import type { OwedPayment } from './owed-payments.ts'
import { createRecipientCache } from './send/look-up-recipients.ts'

describe('the time from one batch to the next', () => {
  const pace = { betweenBatchesMs: 3_000, delayMs: 2_000 }

  test('is the delay, without an earlier run', () => {
    expect(batchMs({ delayMs: 1_000, pace: undefined })).toBe(1_000)
  })

  test('is the time that an earlier run took besides its own delay, and the present delay', () => {
    expect(batchMs({ delayMs: 500, pace })).toBe(500 + 1_000)
  })

  test('is never less than the delay, even after a run that went faster than its own', () => {
    expect(batchMs({ delayMs: 500, pace: { ...pace, betweenBatchesMs: 1_000 } })).toBe(500)
  })
})

const CHECKED = 500
const RENT = 2_039_280n
const BASE_FEE = 5_000n

const wallets = Array.from({ length: 3 * CHECKED }, randomAddress)

const cluster: Partial<SolanaRpc> = {
  genesisHash: async () => 'genesis',
  accounts: async (addresses) =>
    addresses.map((address) => (wallets.includes(address) ? sampleAccount() : null)),
  rent: async () => ({ contextSlot: 1, lamports: RENT }),
  recentPriorityFees: async () => [],
  simulate: async () => ({ error: '"Unsupported"', failedInstruction: null, logs: [], computeUnits: 0 }),
}

async function* payments(count: number, denied = 0): AsyncGenerator<OwedPayment[]> {
  const page: OwedPayment[] = []
  for (let index = 0; index < count; index++) {
    page.push({
      recipient: wallets[index % wallets.length] as Address,
      baseUnits: assertBaseUnits(2n),
      dustUA: parseAmountUA('0'),
      claimId: null,
      rowNumber: index,
      objection: index < denied ? { reason: 'denied', words: 'on the deny list' } : null,
    })
  }
  yield page
}

/** One begins each second; the last one is final after 15. */
const batchesIn = ({ durationMs }: PayoutEstimate) => (durationMs - 15_000) / 1_000 + 1

interface EstimateOptions extends Partial<Pick<EstimateTerms, 'slotMs' | 'batchSize' | 'canary'>> {
  /** So many of the first are on the deny list. */
  denied?: number
}

const estimate = (count: number, { slotMs = 400, denied = 0, ...terms }: EstimateOptions = {}) =>
  estimatePayout(payments(count, denied), {
    rpc: cluster as SolanaRpc,
    mint: {
      address: randomAddress(),
      decimals: 9,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      tokenAccountBytes: 165,
      extensions: [],
    },
    walletAddress: randomAddress(),
    sourceTokenAccount: randomAddress(),
    batchSize: 50,
    delayMs: 1_000,
    canary: null,
    priceCap: 0,
    pace: undefined,
    slotMs,
    genesisHash: 'genesis',
    recipients: createRecipientCache({ monotonicMs: () => 0, now: () => 0 }),
    paidSince: async () => new Map(),
    maxLookUps: CHECKED,
    ...terms,
  })

describe('beyond the payments whose recipients are looked up', () => {
  let [checked, all]: PayoutEstimate[] = []
  beforeAll(async () => {
    ;[checked, all] = await Promise.all([estimate(CHECKED), estimate(3 * CHECKED)])
  })

  test('no more are looked up, and all are counted', () => {
    expect(checked).toMatchObject({ recipientsChecked: CHECKED, transferCount: CHECKED })
    expect(all).toMatchObject({ recipientsChecked: CHECKED, transferCount: 3 * CHECKED })
    expect(all?.neededBaseUnits).toBe(6n * BigInt(CHECKED))
    expect([checked?.notLookedUp, all?.notLookedUp]).toEqual([0, 2 * CHECKED])
  })

  test('the rest is extrapolated: transactions, accounts, fees, rent and time grow in proportion', () => {
    if (!checked || !all) throw new Error('nothing was estimated')
    expect(checked.newTokenAccounts).toBe(CHECKED)
    expect(checked.feeLamports).toBe(BigInt(checked.transactions) * BASE_FEE)
    expect(all.transactions).toBe(3 * checked.transactions)
    expect(all.newTokenAccounts).toBe(3 * CHECKED)
    expect(all.feeLamports).toBe(3n * checked.feeLamports)
    expect(all.rentLamports).toBe(3n * checked.rentLamports)
    expect(batchesIn(all)).toBe(3 * batchesIn(checked))
  })
})

test('the estimate of nothing owed is zero', async () => {
  expect(await estimate(0)).toMatchObject({
    transactions: 0,
    feeLamports: 0n,
    rentLamports: 0n,
    keptLamports: 0n,
    leastLamports: 0n,
    durationMs: 0,
  })
})

test('the end of a run takes as long as the slots of the cluster until it is final', async () => {
  const [at400, at200] = await Promise.all([estimate(10), estimate(10, { slotMs: 200 })])
  expect(at400.durationMs - at200.durationMs).toBe(32 * 200)
})

describe('a run of 30, ten in a batch, each of which fits two transactions,', () => {
  const transactions = async (options: EstimateOptions) =>
    (await estimate(30, { batchSize: 10, ...options })).transactions

  test('has as many transactions as its batches', async () => {
    // Nine new accounts fit one of the older format; the tenth of a batch waits for the next.
    expect(await transactions({})).toBe(4)
  })

  test('has the canary of its own besides', async () => {
    expect(await transactions({ canary: 1 })).toBe(5)
    expect(await transactions({ canary: 12 })).toBe(4)
    expect(await transactions({ canary: 1_000 })).toBe(4)
  })

  test('has a batch that is less full where one is left out of it', async () => {
    expect(await transactions({ denied: 8 })).toBe(4)
    expect(await transactions({ denied: 3 })).toBe(4)
  })
})
