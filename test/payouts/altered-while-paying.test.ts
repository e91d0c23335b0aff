import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Run } from '#domain/run.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { LeaseKeeper } from '#payout/lease-keeper.ts'
import type { PayoutParts } from '#payout/payout-loop.ts'
import { RestartBarriers } from '#payout/records/restart-barrier.ts'
import { runPayout } from '#payout/run-payout.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { alterStore, openPastServer, readRows } from '../harness/alter-store.ts'
import { readyToSign } from '../harness/claim-fixture.ts'
import { forAllTests, forEachTest } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, FREE_UNTIL_SIGNED, sampleAttempt, sampleClaim, signAnew } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { watchedRpc } from '../harness/test-node.ts'

describe('altered while paying', () => {
  /** Rows that somebody alters who can write to the database, while a run pays one claim after the other. */

  const OWED = 1_500_000_000n
  const CLAIMS = 4

  let paying: PayingPortal
  let claims: NewClaim[]
  beforeEach(async () => {
    paying = await startPayingPortal()
    await paying.configure('bulk', { batchSize: 1 })
    claims = Array.from({ length: CLAIMS }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
    await addClaims(paying.ferry.app, claims)
  })
  afterEach(() => paying.close())

  /** Starts a run, and alters rows again and again until it has ended. */
  async function payWhileAltered(...statements: string[]) {
    expect((await paying.call(endpoints.bulkSender.start)).statusCode).toBe(200)
    let run: { finishedAt: number | null; paid: number; held: number } | undefined
    const look = async () => {
      alterStore(paying.ferry.databaseFile, ...statements)
      run = (await paying.call(endpoints.bulkSender.runs)).json().runs[0]
      return run
    }
    await expect
      .poll(look, { timeout: 60_000, interval: 40 })
      .toMatchObject({ finishedAt: expect.any(Number) })
  }

  const onChain = () => Promise.all(claims.map(({ solAddress }) => paying.balanceOf(solAddress)))

  const held = () =>
    readRows<{ failure: string }>(
      paying.ferry.databaseFile,
      "select failure from transfer where state = 'hold' order by id",
    )

  const REQUEUED = [
    "update transfer set state = 'queued', paid_tx = null, settled_at_ms = null, recorded_by = null where state in ('in_flight', 'paid')",
    "update claim set status = 'queued', sol_tx = null, settled_at_ms = null where status = 'sent'",
  ]

  test('a payment whose attempt was deleted is not signed again in that run', {
    timeout: 90_000,
  }, async () => {
    await payWhileAltered('delete from attempt_transfer', 'delete from attempt', ...REQUEUED)
    for (const balance of await onChain()) expect(balance).toBeLessThanOrEqual(OWED)
    expect(await held()).toContainEqual({ failure: expect.stringMatching(/^It was signed in this run/) })
  })

  test('a payment whose attempt is said to have expired is not signed again in that run', {
    timeout: 90_000,
  }, async () => {
    await payWhileAltered(
      "update attempt set state = 'expired' where state in ('journaled', 'broadcast', 'confirmed', 'paid')",
      'update attempt_transfer set in_flight = 0',
      ...REQUEUED,
    )
    for (const balance of await onChain()) expect(balance).toBeLessThanOrEqual(OWED)
    expect(await held()).toContainEqual({ failure: expect.stringMatching(/^It was signed in this run/) })
  })

  test('an attempt whose validity was shortened is judged by what was signed', {
    timeout: 90_000,
  }, async () => {
    await payWhileAltered(
      'update attempt set last_valid_block_height = 1, context_slot = 1',
      // Shown as newer than all others, so that the history seems to reach forward.
      "update attempt set last_valid_block_height = 1000000000 where state = 'paid'",
    )
    expect(await onChain()).toEqual(claims.map(() => OWED))
  })

  test('two claims of one EVM address are both held, though the table has lost its unique index', {
    timeout: 90_000,
  }, async () => {
    const [first] = claims
    const again = { ...sampleClaim({ solAddress: freshSolanaAddress() }), evmAddress: first?.evmAddress }
    const alter = (sql: string) => alterStore(paying.ferry.databaseFile, sql)
    alter(`create table former_claim as select * from claim where id = '${first?.id}'`)
    alter(`delete from claim where id = '${first?.id}'`)
    await addClaims(paying.ferry.app, [again as NewClaim])
    dropUniqueAddress(paying.ferry.databaseFile)
    alter('insert into claim select * from former_claim')

    await payWhileAltered()
    expect(await paying.balanceOf(again.solAddress)).toBe(0n)
    expect(await onChain()).toEqual([0n, OWED, OWED, OWED])
    const words = { failure: expect.stringMatching(/^Another payment to its EVM address/) }
    expect(await held()).toEqual([words, words])
  })

  /** Starts a run whose wallet's records, in a database of this process, show nothing, and expects that it waits as after a restart. */
  async function expectToWaitAnew(before: (run: Run, parts: PayoutParts) => unknown) {
    const environment = await prepareSendingEnvironment()
    try {
      expect(environment.store.isNew).toBe(true)
      await environment.addClaims(1)
      const run = await environment.createRun()
      const parts = await environment.parts()
      const { wallet, store, clock } = parts
      await before(run, parts)
      const barriers = new RestartBarriers({ store, clock, minimumWaitMs: () => 0 })
      const clearance = new SigningClearance({
        store,
        wallet,
        clock,
        barrier: await barriers.of(run.genesisHash),
        onRefused: () => {},
        preflight: (node) => readyToSign(node, wallet),
      })
      const stop = new AbortController()
      const paying = runPayout(run, { ...parts, clearance }, stop.signal)
      const message = async () => (await store.runs.find(run.id))?.message
      await expect.poll(message, { timeout: 30_000 }).toMatch(/^Waiting until nothing that was signed before/)
      stop.abort()
      await paying
      expect((await store.runs.transferCounts(run.id)).queued).toBe(1)
    } finally {
      await environment.close()
    }
  }

  test(
    'where the records lack what this process has open, a run waits as after a restart, though the database is new',
    {
      timeout: 90_000,
    },
    () =>
      expectToWaitAnew(({ id, genesisHash, walletAddress }, { signed }) => {
        const open = { ...sampleAttempt(1, id), genesisHash, walletAddress, id: 'deleted-from-the-records' }
        signed.add([{ attempt: open, transfers: [], creates: [] }], [])
      }),
  )

  test(
    'where another process may have signed, a run waits as after a restart, though the database is new',
    {
      timeout: 90_000,
    },
    () =>
      expectToWaitAnew(async ({ walletAddress }, { store, clock }) => {
        const other = new LeaseKeeper(store.leases, clock, 'other')
        await other.release(walletAddress, (await other.tryAcquire(walletAddress)) ?? 0)
      }),
  )

  /** Takes the unique index from the claims' addresses. */
  function dropUniqueAddress(file: string): void {
    openPastServer(file, (database) => {
      database.unsafeMode()
      database.pragma('writable_schema = ON')
      const unique = '"evm_address" text not null'
      database.exec(
        `update sqlite_master set sql = replace(sql, '${unique} unique', '${unique}') where name = 'claim'`,
      )
      database.exec("delete from sqlite_master where name = 'sqlite_autoindex_claim_2'")
      database.pragma('writable_schema = RESET')
    })
  }
})

/** Somebody alters what another process signed, or an earlier run, once this process has compared the wallet with the chain. */
describe('what was paid before this process began, or before this run', () => {
  const environment = forEachTest(prepareSendingEnvironment)

  const OWED_AGAIN = [
    'delete from attempt_transfer',
    'delete from attempt',
    "update claim set status = 'queued', sol_tx = null, settled_at_ms = null",
  ]

  /** Pays a run as one process does; `onCheck` is called before each batch is signed, when the wallet has been cleared. */
  async function payAsProcess(run: Run, onCheck: () => 'go on' | 'stop') {
    const stop = new AbortController()
    const check = async () => {
      if (onCheck() === 'stop') stop.abort()
      return new Map()
    }
    return runPayout(run, { ...(await environment.parts()), authorization: { check } }, stop.signal)
  }

  const states = () =>
    readRows<{ state: string }>(environment.storePath, 'select state from transfer').map(({ state }) => state)

  /** Alters rows once. */
  function alteringOnce(requeue: string): () => 'go on' {
    let isAltered = false
    return () => {
      if (!isAltered) alterStore(environment.storePath, ...OWED_AGAIN, requeue)
      isAltered = true
      return 'go on'
    }
  }

  const failures = () =>
    readRows<{ failure: string }>(environment.storePath, "select failure from transfer where state = 'hold'")

  async function expectPaidOnce(claims: readonly NewClaim[]) {
    const { decimals } = environment.wallet.mint
    for (const { solAddress, amountWei } of claims)
      expect(await environment.balanceOf(solAddress)).toBe(amountWei / 10n ** BigInt(18 - decimals))
  }

  test('is not signed again by the process that goes on with the run', { timeout: 90_000 }, async () => {
    const claims = await environment.addClaims(8)
    const run = await environment.createRun(1)
    const isUnderWay = () => ['paid', 'queued'].every((state) => states().includes(state))
    expect(await payAsProcess(run, () => (isUnderWay() ? 'stop' : 'go on'))).toBe('interrupted')
    const requeue =
      "update transfer set state = 'queued', paid_tx = null, recorded_by = null where state != 'hold'"
    expect(await payAsProcess(run, alteringOnce(requeue))).toBe('finished')
    await expectPaidOnce(claims)
    expect(await failures()).not.toHaveLength(0)
  })

  test('is not signed again by the next run', { timeout: 90_000 }, async () => {
    const [first] = await environment.addClaims(1)
    expect(await payAsProcess(await environment.createRun(), () => 'go on')).toBe('finished')
    const [second] = await environment.addClaims(1)
    const run = await environment.createRun()
    const requeue = `update transfer set state = 'queued', run_id = ${run.id}, paid_tx = null, recorded_by = null where state = 'paid'`
    expect(await payAsProcess(run, alteringOnce(requeue))).toBe('finished')
    await expectPaidOnce([first, second].flatMap((claim) => claim ?? []))
    const failure = expect.stringMatching(
      /^The records had it as paid by transaction \w+ when this run was taken up/,
    )
    expect(await failures()).toEqual([{ failure }])
  })
})

/** Claims that are corrected while a run that has them on its list waits, or pays. */

/** More calls than a run of one batch makes before it is final. */
const CALLS = 24

describe('a correction in any moment of a run', () => {
  const environment = forAllTests(prepareSendingEnvironment)

  test('is refused, or has the payment go to the new address, once', { timeout: 240_000 }, async () => {
    const { store, rpc, wallet } = environment
    const outcomes = new Set<string>()
    for (let call = 1; call <= CALLS; call += 1) {
      const claims = await environment.addClaims(3)
      const [, corrected = claims[0]] = claims
      if (!corrected) throw new Error('there is no claim')
      const anew = signAnew(corrected, { solAddress: freshSolanaAddress() })
      let outcome = 'not asked'
      // Nothing but the journal's commit compares addresses here: the authorization allows what is recorded.
      const node = watchedRpc(rpc, async (made) => {
        if (made === call) outcome = await store.claimCorrections.correct(anew, call, FREE_UNTIL_SIGNED)
      })
      const run = await environment.createRun()
      expect(run.transferCount).toBe(3)
      expect(await runPayout(run, await environment.parts({ node }), new AbortController().signal)).toBe(
        'finished',
      )
      outcomes.add(outcome)
      const isDone = outcome === 'done'
      const owed = corrected.amountWei / 10n ** BigInt(18 - wallet.mint.decimals)
      const paid = await Promise.all([corrected, anew].map((each) => environment.balanceOf(each.solAddress)))
      expect(paid, `corrected at call ${call}: ${outcome}`).toEqual(isDone ? [0n, owed] : [owed, 0n])
      expect(await store.runs.transferCounts(run.id)).toMatchObject({
        paid: 3,
        hold: 0,
        failed: 0,
        queued: 0,
      })
    }
    // Not vacuous: some come before the first signature, and some after it.
    expect([...outcomes]).toEqual(expect.arrayContaining(['done', 'claim_under_way']))
  })
})

describe('on the list of a run that waits for its node', () => {
  const { correctClaim, submitClaim, claim } = endpoints.public
  const { start, status, runs } = endpoints.bulkSender
  const holders = [makeHolder(), makeHolder(), makeHolder()] as const
  const [holder] = holders
  const eth = holder.account.address

  const paying = forEachTest(startPayingPortal)
  beforeEach(async () => {
    await paying.configure('bulk')
    await loadHolders(paying.ferry.app, holders)
  })

  const newestRun = async () => (await paying.call(runs)).json().runs[0]

  test('a claim is corrected as its wallet signs, and paid as it then says, of the count and sum that were confirmed', {
    timeout: 90_000,
  }, async () => {
    const claims = await Promise.all(holders.map((each) => signClaim(each, { nonce: Date.now() - 5_000 })))
    for (const body of claims) await paying.call(submitClaim, { body })
    // Without a blockhash nothing can be signed.
    const methods = ['getLatestBlockhash']
    paying.localnet.faults.use({
      seed: 1,
      rules: [{ kind: 'serverError', status: 503, probability: 1, methods }],
    })
    const started = await paying.call(start, { body: { expect: { count: 3, amountUA: '4.5' } } })
    expect(started.json()).toEqual({ message: 'Bulk send started for 3 queued claims.' })
    await expect
      .poll(async () => (await paying.call(status)).json().state, { timeout: 30_000 })
      .toBe('waiting')

    const told = async () => (await paying.call(claim, { params: { eth } })).json()
    expect(await told()).toMatchObject({ status: 'queued', correctable: true, inRunAt: expect.any(Number) })
    const anew = await signClaim(holder)
    const corrected = await paying.call(correctClaim, { params: { eth }, body: anew })
    expect(corrected.statusCode, corrected.body).toBe(200)

    paying.localnet.faults.use({ seed: 1 })
    await expect
      .poll(newestRun, { timeout: 60_000 })
      .toMatchObject({ status: 'completed', transferCount: 3, paid: 3, held: 0, paidAmountUA: '4.5' })
    expect(await paying.balanceOf(anew.sol)).toBe(1_500_000_000n)
    expect(await paying.balanceOf(claims[0]?.sol ?? '')).toBe(0n)
    expect(await told()).toMatchObject({ status: 'sent', correctable: false })
    const late = await paying.call(correctClaim, { params: { eth }, body: await signClaim(holder) })
    expect([late.statusCode, late.json().code]).toEqual([409, 'claim_under_way'])
  })
})
