import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { prepareFundedWallet } from '#lab/environment/environment.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { buildXlsx } from '../../harness/build-xlsx.ts'
import { tokenAccountOf, tokensIn } from '../../harness/chain-state.ts'
import { expectSettled } from '../../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'

type Rules = NonNullable<FaultPlanInput['rules']>

const ROWS = 30

/** The time for which answers are exchanged: several transactions expire meanwhile. */
const MIXED_UP_MS = 40_000

/**
 * Half the transactions are lost, and no recent status is known: all are decided at once, when they have expired, and an
 * answer about another one would give another result.
 */
const LOSSY: Rules = [
  { kind: 'swallow', probability: 0.75 },
  { kind: 'statusNull', probability: 1, search: false },
]

let bed: ServerBed
afterEach(() => bed.close())

/** Starts a distribution from a second wallet on the same server: its requests come in between. */
async function startDistribution() {
  const { mint, walletKeyJson } = await prepareFundedWallet(bed.honestUrl)
  await bed.do(endpoints.standaloneSender.config, {
    body: {
      rpcUrl: bed.localnet.url,
      privateKey: walletKeyJson,
      tokenMintAddress: mint,
      batchSize: 5,
      delayBetweenBatches: 1000,
    },
  })
  const recipients = Array.from({ length: ROWS }, freshSolanaAddress)
  const rows = recipients.map((recipient, index) => [recipient, `${index + 1}`])
  const { distributionId } = await bed.upload(endpoints.standaloneSender.upload, {
    name: 'payments.xlsx',
    content: await buildXlsx({ rows }),
  })
  const press = () => bed.call(endpoints.standaloneSender.start, { params: { distributionId } })
  const balances = async () =>
    Promise.all(
      recipients.map(async (recipient) => tokensIn(bed.localnet, await tokenAccountOf(recipient, mint))),
    )
  return { press, balances, due: recipients.map((_, index) => BigInt(index + 1) * 10n ** 9n) }
}

async function payBothUnder(rules: Rules): Promise<number> {
  bed = await prepareServerBed({ claimants: 50 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  const distribution = await startDistribution()
  bed.localnet.faults.use({ seed: 3, rules: [...LOSSY, ...rules] })
  await bed.call(endpoints.bulkSender.start)
  await distribution.press()
  await new Promise((resolve) => setTimeout(resolve, MIXED_UP_MS))
  const exchanged = bed.localnet.faults.status().counts.exchangeAnswers ?? 0
  bed.localnet.faults.use({ seed: 3 })

  await bed.untilPaid()
  await expectSettled(bed)
  await expect
    .poll(
      async () => {
        await distribution.press()
        return distribution.balances()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toEqual(distribution.due)
  return exchanged
}

test('answers about statuses are exchanged between requests, with the ids of those they belong to', {
  timeout: 300_000,
}, async () => {
  const methods = ['getSignatureStatuses']
  const exchanged = await payBothUnder([{ kind: 'exchangeAnswers', probability: 1, holdMs: 700, methods }])
  expect(exchanged).toBeGreaterThan(0)
})

test('an answer with an unknown id is no answer', { timeout: 240_000 }, async () => {
  bed = await prepareServerBed({ claimants: 20 })
  await bed.claimAll()
  bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'wrongId', probability: 1 }] })
  expect(await bed.configure()).toMatchObject({ status: 503, body: { code: 'rpc_unreachable' } })
  bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'wrongId', probability: 0.2 }] })
  await expect.poll(async () => (await bed.configure()).status, { timeout: 60_000 }).toBe(200)
  await bed.untilPaid(150_000)
  await expectSettled(bed)
})
