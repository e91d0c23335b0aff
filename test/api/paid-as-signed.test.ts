import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { importDistribution } from '#app/distributions/import-distribution.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { parseAmountUA } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import type { Run } from '#domain/run.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import {
  ALL_QUEUED,
  addClaims,
  branded,
  sampleClaim,
  samplePayment,
  sampleRun,
  sampleSender,
  sampleTransfer,
} from '../harness/sample-rows.ts'
import { startPortal } from '../harness/start-portal.ts'

/** An attacker's connection, who can write to the database and no more. */
const ferry = forEachTest(startPortal)
const intruder = forEachTest(() => openDatabase(ferry.databaseFile))
/** Submits the signed claims of so many holders. Returns them oldest first. */
async function takeClaims(count: number): Promise<Claim[]> {
  const holders = Array.from({ length: count }, (_, n) => makeHolder(BigInt(n + 1) * 10n ** 17n + 1n))
  await loadHolders(ferry.app, holders)
  for (const holder of holders) {
    const payload = await signClaim(holder)
    const response = await ferry.ask(endpoints.public.submitClaim, { body: payload })
    expect(response.statusCode, response.body).toBe(200)
  }
  return ferry.app.store.claims.pageOfQueued(0, count)
}

/** Submits a claim by a contract wallet: its seal alone authorizes it. */
async function takeContractClaim(): Promise<Claim> {
  const claim = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(ferry.app, [claim])
  const [row] = await ferry.app.store.claims.withIds([claim.id])
  if (!row) throw new Error('the claim was not taken')
  return row
}

async function uploadRows(count: number): Promise<string> {
  await ferry.app.store.senders.save(sampleSender({ kind: 'standalone', mintAddress: freshSolanaAddress() }))
  const rows = Array.from({ length: count }, (_, n) => [freshSolanaAddress(), { number: String(n + 1) }])
  const bytes = [await buildXlsx({ rows })]
  const { distributionId } = await importDistribution(ferry.app, {
    fileName: 'payments.xlsx',
    bytes: (async function* () {
      yield* bytes
    })(),
  })
  return distributionId
}

/** Lists what is owed for a run, as Start does. */
async function plan(distributionId: string | null = null): Promise<Run> {
  const { store } = ferry.app
  const sender = await store.senders.find(distributionId === null ? 'bulk' : 'standalone')
  const run = await store.runs.create(
    sampleRun({ distributionId, mintAddress: sender?.mintAddress ?? 'mint' }),
    ALL_QUEUED,
  )
  if (!run) throw new Error('a run is under way')
  return run
}

const check = (run: Run, transfers: readonly Transfer[]) =>
  createPaymentAuthorization(ferry.app).check(transfers, {
    mintAddress: run.mintAddress,
    mintDecimals: run.mintDecimals,
    genesisHash: run.genesisHash,
  })

async function objections(run: Run): Promise<string[]> {
  const transfers = await ferry.app.store.journal.nextTransfers(run.id, 1000)
  expect(transfers.length).toBeGreaterThan(0)
  const found = await check(run, transfers)
  return transfers.map(({ id }) => found.get(id) ?? '')
}

type Change = Partial<Omit<Claim, 'siweTerms'>>

async function set(claim: Claim, change: Change): Promise<void> {
  await intruder.db.updateTable('claim').set(change).where('id', '=', claim.id).execute()
}

test('unaltered claims are paid: two hundred of keys, and one of a contract, in one run', async () => {
  await takeClaims(200)
  await takeContractClaim()
  expect(new Set(await objections(await plan()))).toEqual(new Set(['']))
})

test('a claim in another spelling of its address is paid', async () => {
  const holder = makeHolder()
  await loadHolders(ferry.app, [holder])
  const payload = await signClaim(holder, { eth: holder.account.address.toLowerCase() })
  await ferry.ask(endpoints.public.submitClaim, { body: payload })
  expect(await objections(await plan())).toEqual([''])
})

describe('a claim that was altered is not paid', () => {
  let claims: [Claim, Claim]
  let contract: Claim
  beforeEach(async () => {
    claims = (await takeClaims(2)) as typeof claims
    contract = await takeContractClaim()
  })

  test.each<[string, Change, RegExp]>([
    ['Solana address', { solAddress: freshSolanaAddress() }, /after it was accepted: the Solana address is/],
    ['amount', { amountUA: parseAmountUA('1000') }, /the amount is not as it was/],
    ['chain', { chainId: 1 }, /the chain is/],
    ['nonce', { nonce: '2' }, /the nonce is/],
    ['spelling', { ethSigned: '0x1' }, /the spelling of the EVM address is/],
    ['signature', { signature: `0x${'11'.repeat(65)}` }, /the signature is/],
    ['seal', { seal: '' }, /has no seal/],
    ['forged seal', { seal: 'ab'.repeat(40) }, /not made with this SECRETS_KEY/],
  ])('%s', async (_, change, words) => {
    for (const claim of [claims[0], contract]) await set(claim, change)
    const [first, second, third] = await objections(await plan())
    expect(first).toMatch(words)
    expect(third).toMatch(words)
    expect(second).toBe('')
  })

  test('both amounts', async () => {
    await sql`update claim set amount_ua = '1000', amount_wei = '1000', amount_order = '041000'`.execute(
      intruder.db,
    )
    const words = /the amount of the coin and the amount are not as they were/
    expect(await objections(await plan())).toEqual([1, 2, 3].map(() => expect.stringMatching(words)))
  })

  test('its kind of signer, so that the signature would not be checked', async () => {
    await set(claims[0], { signedBy: 'contract', solAddress: freshSolanaAddress() })
    const [words] = await objections(await plan())
    expect(words).toMatch(/the Solana address and the kind of signer are/)
  })

  test('the signature of another claim', async () => {
    const [first, second] = claims
    await set(first, { signature: second.signature, nonce: second.nonce })
    expect((await objections(await plan()))[0]).toMatch(/the nonce and the signature are|the signature is/)
  })

  test('the seal of another claim', async () => {
    await set(claims[0], { seal: claims[1].seal })
    expect((await objections(await plan()))[0]).toMatch(/is another one's/)
  })

  test('a valid seal over an address that was not signed: the seal key was stolen, the signature can not be made', async () => {
    const altered = { ...claims[0], solAddress: freshSolanaAddress() }
    const seal = ferry.app.seals.make(sealedClaim(altered))
    await set(claims[0], { solAddress: altered.solAddress, seal })
    expect((await objections(await plan()))[0]).toMatch(
      /signature of its claim is not one of the EVM address/,
    )
  })

  test('one that was written into the database, signed by a key of its own', async () => {
    const holder = makeHolder()
    const { eth, sol, nonce, signature } = await signClaim(holder)
    const forged = sampleClaim({
      evmAddress: eth.toLowerCase(),
      ethSigned: eth,
      solAddress: sol,
      nonce: String(nonce),
      signature,
    })
    await ferry.app.store.claims.insertMany([forged])
    expect((await objections(await plan())).at(-1)).toMatch(/has no seal/)
  })

  test('one whose address was paid before', async () => {
    const { claimDecisions, claims: claimStore } = ferry.app.store
    const action = { atMs: 1, action: 'mark_sent', subject: 'x', detail: '' } as const
    const payment = { ...samplePayment(claims[0], 'first-payment'), genesisHash: UNKNOWN_CLUSTER }
    await claimDecisions.markSent(claims[0].id, payment, action)
    await claimDecisions.reset(action)
    await intruder.db.deleteFrom('reset_nonce').execute()
    await claimStore.insertMany([claims[0]])
    expect(await objections(await plan())).toEqual([
      expect.stringMatching(/was paid before, by transaction first-payment/),
    ])
  })
})

describe('a payment that was altered after it was planned is not made', () => {
  test.each<[string, Parameters<typeof sampleTransfer>[1], RegExp]>([
    ['recipient', { recipient: freshSolanaAddress() }, /Solana address is not the claim's/],
    ['EVM address', { evmAddress: '0x1' }, /EVM address is not the claim's/],
    ['amount', { baseUnits: 100000001n }, /amount is not the claim's/],
    ['dust', { dustUA: '0.5' }, /amount is not the claim's/],
    [
      'decimals, and the amount with them',
      { mintDecimals: 12, baseUnits: 100000000000n, dustUA: '0.000000000000000001' },
      /token is not the run's/,
    ],
    ['decimals that no token has', { mintDecimals: 99 }, /amount is not the claim's/],
    ['token', { mintAddress: 'other' }, /token is not the run's/],
    ['cluster', { genesisHash: 'other' }, /token is not the run's/],
    ['source', { claimId: null, distributionId: null }, /belongs neither to a claim nor to a row/],
    ['claim', { claimId: 'NONE' }, /claim is not in the records/],
  ])('%s', async (_, change, words) => {
    await takeClaims(2)
    const run = await plan()
    const [transfer, other] = await ferry.app.store.journal.nextTransfers(run.id, 2)
    if (!transfer || !other) throw new Error('nothing was planned')
    const found = await check(run, [branded<Transfer>({ ...transfer, ...change }), other])
    expect(found.get(transfer.id)).toMatch(words)
    expect(found.size).toBe(1)
  })

  test('when its claim is no longer queued', async () => {
    const [claim] = await takeClaims(1)
    const run = await plan()
    const transfers = await ferry.app.store.journal.nextTransfers(run.id, 1)
    if (claim) await set(claim, { status: 'rejected' })
    const found = await check(run, transfers)
    expect([...found.values()]).toEqual([expect.stringMatching(/is rejected, not queued/)])
  })
})

describe('a row of a distribution', () => {
  test('is paid as it was uploaded', async () => {
    const id = await uploadRows(1200)
    expect(new Set(await objections(await plan(id)))).toEqual(new Set(['']))
  })

  test.each<[string, object, RegExp]>([
    ['recipient', { recipient: freshSolanaAddress() }, /after the file was uploaded: the recipient is/],
    ['amount', { baseUnits: '7' }, /the amount is/],
    ['token', { mintAddress: 'other' }, /the token is/],
    ['seal', { seal: null }, /has no seal/],
    ['place in the file', { rowNumber: 77 }, /is another one's/],
  ])('that was altered is not: %s', async (_, change, words) => {
    const run = await plan(await uploadRows(2))
    await intruder.db.updateTable('transfer').set(change).where('rowNumber', '=', 1).execute()
    const found = await objections(run)
    expect(found.filter((text) => words.test(text))).toHaveLength(1)
    expect(found.filter((text) => text === '')).toHaveLength(1)
  })

  test('with the seal of another is not', async () => {
    const run = await plan(await uploadRows(2))
    const [, second] = await ferry.app.store.journal.nextTransfers(run.id, 2)
    await intruder.db
      .updateTable('transfer')
      .set({ seal: second?.seal ?? '' })
      .where('rowNumber', '=', 1)
      .execute()
    expect(await objections(run)).toEqual([expect.stringMatching(/is another one's/), ''])
  })

  test('that was added is not', async () => {
    const id = await uploadRows(1)
    const added = { ...sampleTransfer(sampleClaim()), claimId: null, evmAddress: null }
    await intruder.db
      .insertInto('transfer')
      .values({ ...added, distributionId: id, rowNumber: 2, recipient: freshSolanaAddress() })
      .execute()
    expect(await objections(await plan(id))).toEqual(['', expect.stringMatching(/has no seal/)])
  })
})
