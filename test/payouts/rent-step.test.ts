import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { PayableClaims } from '#app/state/payable-claims.ts'
import { readPortalState } from '#app/state/portal-state.ts'
import { inSol } from '#domain/lamports.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { WalletBalances } from '#payout/wallet-balances.ts'
import { transactionFeeLamports } from '#solana/fees.ts'
import { addClaims } from '../harness/add-claims.ts'
import { readRows } from '../harness/alter-store.ts'
import { landedWithMemo } from '../harness/chain-state.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

const RECIPIENTS = 40
const ACCOUNT_BYTES = 165
/** The second step of SIMD-0437: 1,488,440 lamports for a token account, and 650,240 for a wallet. */
const NEXT_STEP = { lamportsPerByte: 5_080 }
/** The units that the state of the whole reckons a payment with. */
const UNITS_OF_ONE_PAYMENT = 60_000

let portal: PayingPortal
beforeAll(async () => {
  portal = await startPayingPortal()
}, 60_000)
afterAll(() => portal.close())

function rentNow() {
  const { runtime } = portal.localnet.cluster
  return { account: runtime.rentExemptLamports(ACCOUNT_BYTES), wallet: runtime.rentExemptLamports(0) }
}

function stepNow(): number {
  const { slot } = portal.localnet.cluster.chain.tip
  portal.localnet.faults.use({ seed: 1, cluster: { rent: { fromSlot: slot, ...NEXT_STEP } } })
  return slot
}

const paid = async () => (await portal.call(endpoints.bulkSender.runs)).json().runs[0]

test('rent that falls in mid-run is right to the lamport, in the ledger and in what the panel says is needed', {
  timeout: 120_000,
}, async () => {
  await addClaims(
    portal.ferry.app,
    Array.from({ length: RECIPIENTS }, () => sampleClaim({ solAddress: freshSolanaAddress() })),
  )
  await portal.configure('bulk', { batchSize: 5, delayBetweenBatches: 1_500 })
  const balances = new WalletBalances(portal.ferry.app, { maxAgeMs: 0, keptMs: 60_000 })
  const payable = new PayableClaims(portal.ferry.app)
  const needed = async () =>
    (await readPortalState({ ...portal.ferry.app, balances }, payable)).senders.bulk.need?.sol
  const mostNeeded = (queued: number, { account, wallet }: ReturnType<typeof rentNow>) =>
    inSol(BigInt(queued) * (account + fee) + wallet)
  const sender = await portal.ferry.app.store.senders.find('bulk')
  const fee = transactionFeeLamports(UNITS_OF_ONE_PAYMENT, BigInt(sender?.priorityFeeCap ?? 0))
  const before = rentNow()
  await expect.poll(needed, { timeout: 10_000 }).toBe(mostNeeded(RECIPIENTS, before))

  await portal.call(endpoints.bulkSender.start)
  await expect.poll(async () => (await paid())?.paid, { timeout: 60_000 }).toBeGreaterThanOrEqual(10)
  const stepSlot = stepNow()
  await expect.poll(() => rentNow().account).toBe(1_488_440n)
  await expect.poll(async () => (await paid())?.status, { timeout: 90_000, interval: 200 }).toBe('completed')

  const attempts = bookedRents()
  const rents = new Map<string, { slot: number; lamports: bigint }>(
    landedWithMemo(portal.localnet, portal.walletTokenAccount).map((landed) => [
      landed.signature,
      { slot: landed.block.slot, lamports: rentPaidBy(landed) },
    ]),
  )
  // What is signed just before the step and lands just after it is booked by the rent of before.
  const sure = attempts.filter(
    ({ signature, contextSlot }) => contextSlot > stepSlot || (rents.get(signature)?.slot ?? 0) < stepSlot,
  )
  expect(sure.length).toBeGreaterThanOrEqual(attempts.length - 1)
  for (const { signature, rentLamports } of sure) {
    expect(rentLamports).toBe(rents.get(signature)?.lamports)
  }
  expect(new Set(sure.map(({ rentLamports }) => rentLamports / 5n))).toEqual(
    new Set([before.account, rentNow().account]),
  )

  await addClaims(portal.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
  await expect.poll(needed, { timeout: 10_000 }).toBe(mostNeeded(1, rentNow()))
})

/** Reads the rents that the ledger has, as they were journaled. */
function bookedRents() {
  return readRows<{ signature: string; contextSlot: number; rent: string }>(
    portal.ferry.databaseFile,
    "select signature, context_slot as contextSlot, rent_lamports as rent from attempt where kind = 'payment'",
  ).map(({ rent, ...attempt }) => ({ ...attempt, rentLamports: BigInt(rent) }))
}

/** Sums what the new accounts of a transaction hold: none of them existed before. */
function rentPaidBy({
  preBalances,
  postBalances,
}: {
  preBalances: bigint[]
  postBalances: bigint[]
}): bigint {
  return postBalances.reduce((sum, after, index) => (preBalances[index] === 0n ? sum + after : sum), 0n)
}
