import type { Address, KeyPairSigner } from '@solana/kit'
import { getTransferCheckedInstruction } from '@solana-program/token'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { makeSolanaKey } from '#lab/environment/solana-key.ts'
import { fundWallet, sendInstructions } from '#lab/localnet/send-instructions.ts'
import { SigningClearance } from '#payout/clearance.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { SolanaRpc } from '#solana/solana-rpc.ts'
import { tokenBalance } from '#solana/token-account.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { alterStore } from '../harness/alter-store.ts'
import { readyToSign } from '../harness/claim-fixture.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { payFromWallet } from '../harness/pay-from-wallet.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { PAST_BARRIER, prepareSendingEnvironment } from '../harness/sending-environment.ts'
import { finalized } from '../harness/test-wallet.ts'

describe('rows deleted', () => {
  const OWED = 1_500_000_000n

  /** Paid first. */
  let victims: NewClaim[]
  const paying = forEachTest(startPayingPortal)
  beforeEach(async () => {
    await paying.configure('bulk')
    victims = await addFresh(2)
    expect(await pay()).toMatchObject({ status: 'completed' })
  })
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
})

describe('pruned after emptied', () => {
  let treasury: KeyPairSigner
  const environment = forEachTest(prepareSendingEnvironment)
  beforeEach(async () => {
    treasury = (await makeSolanaKey()).signer
    await fundWallet({
      rpcUrl: environment.localnet.url,
      to: treasury.address,
      amountLamports: 1_000_000_000n,
    })
  })
  const sourceBalance = async () =>
    tokenBalance((await environment.rpc.finalizedAccount(environment.wallet.sourceTokenAccount)).account)

  /** Sends everything that the wallet has to the treasury, and back again. Returns the slot in which it was back. */
  async function emptyAndRefill(): Promise<number> {
    const { wallet, localnet, rpc } = environment
    const { mint, sourceTokenAccount: destination } = wallet
    const amount = await sourceBalance()
    await payFromWallet(environment, 'to the treasury', [{ to: treasury.address, baseUnits: amount }])
    const back = getTransferCheckedInstruction(
      {
        source: await associatedTokenAccount(mint, treasury.address),
        mint: mint.address,
        destination,
        authority: treasury,
        amount,
        decimals: mint.decimals,
      },
      { programAddress: mint.tokenProgram },
    )
    const signature = await sendInstructions(localnet.url, treasury, [back])
    await finalized(localnet.url, signature)
    return (await rpc.transaction(signature, mint.address))?.slot ?? 0
  }

  /** Returns the node without its history before a slot. */
  function prunedBefore(slot: number): SolanaRpc {
    const { rpc } = environment
    return {
      ...rpc,
      firstAvailableBlock: async () => slot,
      historyOf: async (address, options) =>
        (await rpc.historyOf(address, options)).filter((entry) => entry.slot >= slot),
      transaction: async (signature, mint) => {
        const record = await rpc.transaction(signature, mint)
        return record && record.slot >= slot ? record : null
      },
    }
  }

  async function askBy(node: SolanaRpc) {
    const { genesisHash } = environment.wallet
    const asked: string[] = []
    const counted: SolanaRpc = {
      ...node,
      transaction: (signature, mint) => {
        asked.push(signature)
        return node.transaction(signature, mint)
      },
    }
    const reader = new FailoverRpc({ senders: [counted], second: null, genesisHash, clock: systemClock })
    const [run] = await environment.store.runs.unfinished()
    const clearance = new SigningClearance({
      store: environment.store,
      wallet: { ...environment.wallet, reader },
      clock: systemClock,
      barrier: PAST_BARRIER,
      onRefused: () => {},
      preflight: (node) => readyToSign(node, environment.wallet),
    })
    return { clearance: await clearance.ask(run ?? (await environment.createRun())), asked }
  }

  const [REACHES_NOT, BEHIND] = ['does not reach back far enough', /^The chain shows 1 payment /]

  test('the records are gone, the wallet was emptied and refilled, and the node has only the refill: nothing is signed', async () => {
    await expect.poll(sourceBalance).toBeGreaterThan(0n)
    const [claim] = await environment.addClaims(1)
    await payFromWallet(environment, 'ferry:an-attempt-that-was-lost', [
      { to: claim?.solAddress as Address, baseUnits: 1_000_000n },
    ])
    const refilledAt = await emptyAndRefill()
    expect((await askBy(prunedBefore(refilledAt))).clearance).toMatchObject({
      kind: 'wait',
      reason: expect.stringContaining(REACHES_NOT),
    })
    expect((await askBy(environment.rpc)).clearance).toMatchObject({
      kind: 'stop',
      reason: expect.stringMatching(BEHIND),
    })
  })

  test('a node with the wallet’s whole history is accepted, and each transaction is read once', async () => {
    await expect.poll(sourceBalance).toBeGreaterThan(0n)
    await emptyAndRefill()
    const { clearance, asked } = await askBy(environment.rpc)
    expect(clearance).toMatchObject({ kind: 'clear' })
    expect(asked).toHaveLength(new Set(asked).size)
  })
})
