import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterStore } from '../harness/alter-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim } from '../harness/sample-rows.ts'

const OWED = 1_500_000_000n

let paying: PayingPortal
/** Paid first. */
let victims: NewClaim[]
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
  victims = await addFresh(2)
  expect(await pay()).toMatchObject({ status: 'completed' })
})
afterEach(() => paying.close())

async function addFresh(count: number): Promise<NewClaim[]> {
  const claims = Array.from({ length: count }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await addClaims(paying.ferry.app, claims)
  return claims
}

const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]

/** Presses Start, and returns how the run ended, or why none began. */
async function pay() {
  const started = await paying.call(endpoints.bulkSender.start)
  if (started.statusCode !== 200) return started.json()
  await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ finishedAt: expect.any(Number) })
  return lastRun()
}

/** Pays somebody else, so that the wallet's newest balance is from after the victims were paid, and its run covers that. */
async function payOthers(): Promise<void> {
  await addFresh(1)
  expect(await pay()).toMatchObject({ status: 'completed' })
}

const alter = (...statements: string[]) =>
  alterStore(paying.ferry.databaseFile, 'pragma foreign_keys = off', ...statements)

const VICTIMS = '(select id from victim)'
const OF_VICTIMS = `(select transfer_id from attempt_transfer where attempt_id in ${VICTIMS})`

/** The first run's attempts. */
const NAME_VICTIMS = `create temp table victim as select id, signature from attempt
  where run_id = (select min(run_id) from attempt)`
const QUEUE_CLAIMS = `update claim set status = 'queued', sol_tx = null, settled_at_ms = null
  where id in (select claim_id from transfer where id in ${OF_VICTIMS})`
const QUEUE_TRANSFERS = `update transfer set state = 'queued', paid_tx = null, recorded_by = null
  where id in ${OF_VICTIMS}`
const UNLINK = `delete from attempt_transfer where attempt_id in ${VICTIMS}`

const ATTACKS = {
  'rows are deleted': [
    QUEUE_CLAIMS,
    `delete from transfer where id in ${OF_VICTIMS}`,
    UNLINK,
    `delete from attempt where id in ${VICTIMS}`,
  ],
  'a paid transaction is set to expired': [
    QUEUE_CLAIMS,
    QUEUE_TRANSFERS,
    `update attempt set state = 'expired' where id in ${VICTIMS}`,
  ],
  'a paid transaction is set to on hold': [
    QUEUE_CLAIMS,
    QUEUE_TRANSFERS,
    `update attempt set state = 'hold' where id in ${VICTIMS}`,
  ],
  'a transaction is detached from its transfers': [QUEUE_CLAIMS, QUEUE_TRANSFERS, UNLINK],
  'the recipients of a transaction are changed': [
    QUEUE_CLAIMS,
    QUEUE_TRANSFERS,
    `insert into transfer (id, state, recipient, base_units, dust_ua, mint_address, mint_decimals, genesis_hash, paid_tx, recorded_by)
      select id + 1000, 'paid', 'somebody', base_units, '0', mint_address, mint_decimals, genesis_hash,
        (select signature from victim), 'run' from transfer where id in ${OF_VICTIMS}`,
    `update attempt_transfer set transfer_id = transfer_id + 1000 where attempt_id in ${VICTIMS}`,
  ],
  'a transaction is set to a marker': [
    QUEUE_CLAIMS,
    QUEUE_TRANSFERS,
    UNLINK,
    `update attempt set kind = 'marker', state = 'expired' where id in ${VICTIMS}`,
  ],
  'a deleted transaction is replaced by a made-up record from the chain': [
    QUEUE_CLAIMS,
    `update transfer set claim_id = null, evm_address = null, recipient = 'somebody', run_id = null,
      recorded_by = 'take_over', recorded_after_run = 0 where id in ${OF_VICTIMS}`,
    UNLINK,
    `delete from attempt where id in ${VICTIMS}`,
  ],
  'a deleted transaction is set to acknowledged': [
    QUEUE_CLAIMS,
    `delete from transfer where id in ${OF_VICTIMS}`,
    UNLINK,
    `delete from attempt where id in ${VICTIMS}`,
    `insert into acknowledged_transaction (genesis_hash, signature, note, at_ms)
      select (select genesis_hash from run limit 1), signature, '', 1 from victim`,
  ],
}

async function expectNobodyPaidTwice(): Promise<void> {
  for (const { solAddress } of victims) expect(await paying.balanceOf(solAddress)).toBe(OWED)
}

/**
 * Expects that the next Start pays nobody again and says why, and that the records agree with the chain after
 * a take-over.
 */
async function expectMended(): Promise<void> {
  expect(JSON.stringify(await pay())).toMatch(/The chain shows 2 payments/)
  await expectNobodyPaidTwice()
  await expect
    .poll(async () => (await paying.call(endpoints.bulkSender.takeOver)).json())
    .toMatchObject({ claims: 2 })
  await payOthers()
  await expectNobodyPaidTwice()
  expect((await paying.call(endpoints.bulkSender.reconcile)).json()).toMatchObject({ agrees: true })
}

const CASES = Object.entries(ATTACKS)

test.each(CASES)('%s, of the newest run: nobody is paid twice', { timeout: 120_000 }, async (_, attack) => {
  alter(NAME_VICTIMS, ...attack)
  await expectMended()
})

test.each(CASES)('%s, of an older run: nobody is paid twice', { timeout: 120_000 }, async (_, attack) => {
  await payOthers()
  alter(NAME_VICTIMS, ...attack)
  await expectMended()
})

test.each([
  ['is deleted', 'anchor_slot = null, anchor_base_units = null, anchor_seal = null'],
  ['is made up', 'anchor_slot = anchor_slot + 20'],
])(
  'rows are deleted, and the balance of the next run %s: nobody is paid twice',
  {
    timeout: 120_000,
  },
  async (_, change) => {
    await payOthers()
    alter(
      NAME_VICTIMS,
      ...ATTACKS['rows are deleted'],
      `update run set ${change} where id = (select max(id) from run)`,
    )
    await expectMended()
  },
)

test('what was taken over from the chain is deleted again: nobody is paid twice', {
  timeout: 120_000,
}, async () => {
  alter(NAME_VICTIMS, ...ATTACKS['rows are deleted'])
  await expectMended()
  alter(
    `create temp table recorded as select id, claim_id from transfer where recorded_by = 'take_over'`,
    `update claim set status = 'queued', sol_tx = null, settled_at_ms = null
      where id in (select claim_id from recorded)`,
    `delete from transfer where id in (select id from recorded)`,
  )
  await expectMended()
})
