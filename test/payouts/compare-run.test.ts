import type { Address } from '@solana/kit'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeComparison } from '#app/payouts/runs.ts'
import type { AttemptState, TransferState } from '#domain/payout-states.ts'
import type { Run, RunComparison } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { OtherClusterError } from '#payout/nodes/with-genesis-check.ts'
import { payingAccount } from '#payout/paying-account.ts'
import { checkRecords } from '#payout/records/check-records.ts'
import { compareEnded, compareRun } from '#payout/records/compare-with-chain.ts'
import { reconcile } from '#payout/records/reconcile.ts'
import { findUnknownPayments } from '#payout/records/unknown-payments.ts'
import { runPayout } from '#payout/run-payout.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { forgePayment, payFromWallet } from '../harness/pay-from-wallet.ts'
import { sampleTransfer } from '../harness/sample-rows.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

describe('compare run', () => {
  const SUM_BASE_UNITS = 78_000_000n

  let run: Run
  const environment = forAllTests(prepareSendingEnvironment)
  beforeAll(async () => {
    await environment.addClaims(12)
    const created = await environment.createRun()
    await runPayout(created, await environment.parts(), new AbortController().signal)
    const ended = await environment.store.runs.find(created.id)
    if (!ended) throw new Error('the run is gone')
    run = ended
  })
  const compare = (change: Partial<SolanaRpc> = {}): Promise<RunComparison> => {
    const senders = [{ ...environment.rpc, ...change }] as const
    const reader = new FailoverRpc({
      senders,
      second: null,
      genesisHash: run.genesisHash,
      clock: systemClock,
    })
    return reader.readSurely(
      async (node) => (await compareRun(environment.store, node, run, 5_000)).comparison,
    )
  }

  /** As the next run does before it signs anything. */
  const check = async () =>
    checkRecords(
      environment.rpc,
      environment.store,
      { ...(await payingAccount(run)), mintDecimals: run.mintDecimals },
      0,
    )

  const asPaid = { checkedAtMs: 5_000, payments: 12, baseUnits: SUM_BASE_UNITS }
  const nothingElse = { unknownPayments: 0, missing: 0, undecided: 0, otherOutflows: [] }

  const settleAs = (signature: string, attempt: AttemptState, transfer: TransferState) =>
    alterStore(
      environment.storePath,
      `update attempt set state = '${attempt}' where signature = '${signature}'`,
      `update transfer set state = '${transfer}', paid_tx = ${transfer === 'paid' ? `'${signature}'` : 'null'}
        where id in (select transfer_id from attempt_transfer join attempt on attempt.id = attempt_id
          where signature = '${signature}')`,
    )

  const acknowledge = (signature: string) =>
    environment.store.acknowledgements.record(
      { genesisHash: environment.wallet.genesisHash, signature, note: 'explained', atMs: 1 },
      { atMs: 1, action: 'acknowledge', subject: signature, detail: 'explained' },
    )

  test('a run that paid agrees, and none of its own transactions is read again', async () => {
    const read: string[] = []
    const transaction: SolanaRpc['transaction'] = (signature, mint) => {
      read.push(signature)
      return environment.rpc.transaction(signature, mint)
    }
    expect(await compare({ transaction })).toEqual({ agrees: true, ...asPaid, ...nothingElse })
    const own = (await environment.store.runs.payments(run.id)).map(({ signature }) => signature)
    expect(own.length).toBeGreaterThan(0)
    expect(read.filter((signature) => own.includes(signature))).toEqual([])
  })

  test('a payment that the chain does not show, or shows failed, is missing', async () => {
    const changed = (hide: 'left out' | 'failed'): SolanaRpc['historyOf'] => {
      let isFirst = true
      return async (address, options) => {
        const [newest, ...rest] = await environment.rpc.historyOf(address, options)
        if (!isFirst || !newest) return newest ? [newest, ...rest] : []
        isFirst = false
        return hide === 'failed' ? [{ ...newest, failed: true }, ...rest] : rest
      }
    }
    for (const hide of ['left out', 'failed'] as const) {
      const found = await compare({ historyOf: changed(hide) })
      expect(found).toMatchObject({ agrees: false, unknownPayments: 0 })
      expect(found.missing).toBeGreaterThan(0)
      expect(found.payments + found.missing).toBe(12)
    }
  })

  test('a transaction that the records settled as unpaid, and that the chain shows, is not counted by them', async () => {
    const [first] = await environment.store.runs.payments(run.id)
    if (!first) throw new Error('nothing was paid')
    const { signature, payments } = first
    settleAs(signature, 'expired', 'queued')
    expect(await compare()).toMatchObject({ agrees: false, unknownPayments: payments, missing: 0 })
    expect(await check()).toMatchObject({ kind: 'behind', payments })
    settleAs(signature, 'paid', 'paid')
    expect(await compare()).toMatchObject({ agrees: true })
    expect(await check()).toMatchObject({ kind: 'agree' })
  })

  test('a run with an undecided payment is not said to agree, and is compared once more when that is decided', async () => {
    const { store, rpc, wallet } = environment
    const [first] = await store.runs.payments(run.id)
    if (!first) throw new Error('nothing was paid')
    const { genesisHash } = wallet
    const sender = { genesisHash } as Sender
    const parts = { ...store, senders: { ...store.senders, find: async () => sender } }
    const compareAll = (node: SolanaRpc) => {
      const reader = new FailoverRpc({ senders: [node], second: null, genesisHash, clock: systemClock })
      return compareEnded(parts, () => reader, systemClock)
    }
    const described = async () => {
      const ended = await store.runs.find(run.id)
      return ended && describeComparison(store, { ...ended, fileName: null })
    }
    const historyOf: SolanaRpc['historyOf'] = async (address, options) =>
      (await rpc.historyOf(address, options)).filter(({ signature }) => signature !== first.signature)

    settleAs(first.signature, 'hold', 'hold')
    await compareAll({ ...rpc, historyOf })
    expect(await described()).toBeNull()
    expect(await store.runs.uncompared()).toEqual([])
    settleAs(first.signature, 'paid', 'paid')
    expect(await store.runs.uncompared()).toMatchObject([{ id: run.id }])
    await compareAll(rpc)
    expect(await described()).toMatchObject({ agrees: true, payments: 12 })
    expect(await store.runs.uncompared()).toEqual([])
  })

  test('a node of another cluster is not relied on', async () => {
    await expect(compare({ genesisHash: async () => 'another' })).rejects.toThrow('another cluster')
  })

  describe('the recorded comparison of a run that has ended', () => {
    const elsewhere = { genesisHash: async () => 'another' }

    /** Returns the comparison recorded from the answers of a node, and of a second one; null where none is. */
    async function written(
      change: Partial<SolanaRpc>,
      secondChange?: Partial<SolanaRpc>,
    ): Promise<RunComparison | null> {
      const { store, rpc, wallet } = environment
      const senders = [{ ...rpc, ...change }] as const
      const second = secondChange ? { ...rpc, ...secondChange } : null
      const { genesisHash } = wallet
      const reader = new FailoverRpc({ senders, second, genesisHash, clock: systemClock })
      let comparison: RunComparison | null = null
      const runs = {
        ...store.runs,
        uncompared: async () => [run],
        setComparison: async (_id: number, found: RunComparison) => {
          comparison = found
        },
      }
      const sender = { genesisHash } as Sender
      const parts = { ...store, runs, senders: { ...store.senders, find: async () => sender } }
      await compareEnded(parts, () => reader, systemClock).catch((error: unknown) => {
        if (!(error instanceof OtherClusterError)) throw error
      })
      return comparison
    }

    test('that it agrees, by a history with its own payments in it: no genesis hash is asked for', async () => {
      expect(await written(elsewhere)).toMatchObject({ agrees: true, payments: 12 })
    })

    test('that it differs, only once the node has named its cluster', async () => {
      const historyOf: SolanaRpc['historyOf'] = async (address, options) =>
        (await environment.rpc.historyOf(address, options)).slice(1)
      expect(await written({ historyOf, ...elsewhere })).toBeNull()
      expect(await written({ historyOf })).toMatchObject({ agrees: false })
    })

    test('by both nodes where there are two: what either shows counts', async () => {
      const { rpc } = environment
      const historyOf: SolanaRpc['historyOf'] = async (address, options) =>
        (await rpc.historyOf(address, options)).slice(1)
      expect(await written({ historyOf }, {})).toMatchObject({ agrees: true, payments: 12, missing: 0 })
      expect(await written({}, { historyOf })).toMatchObject({ agrees: true, payments: 12, missing: 0 })

      const stranger = { address: freshSolanaAddress(), baseUnits: 1_000n }
      const signature = await payFromWallet(environment, 'ferry:by-a-clone', [
        { to: stranger.address, baseUnits: stranger.baseUnits },
      ])
      const withoutIt: SolanaRpc['historyOf'] = async (address, options) =>
        (await rpc.historyOf(address, options)).filter((entry) => entry.signature !== signature)
      await expect.poll(() => written({})).toMatchObject({ unknownPayments: 1 })
      expect(await written({ historyOf: withoutIt })).toMatchObject({ agrees: true })
      expect(await written({ historyOf: withoutIt }, {})).toMatchObject({ agrees: false, unknownPayments: 1 })
      expect(await written({}, { historyOf: withoutIt })).toMatchObject({ agrees: false, unknownPayments: 1 })
      await acknowledge(signature)
    })

    test('by the first node alone where the second does not answer, or is of another cluster', async () => {
      const silent = async () => {
        throw new RpcUnavailableError('it did not answer')
      }
      expect(await written({}, { historyOf: silent })).toMatchObject({ agrees: true, payments: 12 })
      expect(await written({}, { ...elsewhere, historyOf: async () => [] })).toMatchObject({ agrees: true })
    })

    test('that it agrees though nothing was paid, only once the node has named its cluster', async () => {
      const { store } = environment
      const payments = store.runs.payments
      store.runs.payments = async () => []
      try {
        expect(await written({ historyOf: async () => [], ...elsewhere })).toBeNull()
        expect(await written({ historyOf: async () => [] })).toMatchObject({ agrees: true, payments: 0 })
      } finally {
        store.runs.payments = payments
      }
    })
  })

  test('a node that lacks a transaction of its own history is not relied on', async () => {
    const lost = await payFromWallet(environment, 'ferry:lost', [{ to: freshSolanaAddress(), baseUnits: 3n }])
    await expect(compare({ transaction: async () => null })).rejects.toThrow('lacks a transaction')
    await acknowledge(lost)
  })

  test('payments of ours beside the journal, and other outflows, are found until they are explained', async () => {
    const wallet = { ...(await payingAccount(run)), sinceSlot: -1 }
    const unknown = () => findUnknownPayments(environment.rpc, environment.store, wallet)
    expect(await unknown()).toEqual({ transactions: [], payments: 0, baseUnits: 0n, unshown: [] })

    await forgePayment(environment, 'ferry:forged')
    expect(await compare()).toMatchObject({ agrees: true, ...asPaid, ...nothingElse })
    expect(await unknown()).toMatchObject({ payments: 0 })

    const moved = await payFromWallet(environment, 'treasury', [{ to: freshSolanaAddress(), baseUnits: 9n }])
    expect(await compare()).toMatchObject({
      agrees: false,
      ...asPaid,
      ...nothingElse,
      otherOutflows: [moved],
    })
    expect(await unknown()).toMatchObject({ payments: 0 })
    await acknowledge(moved)

    const [ann, bob] = [freshSolanaAddress(), freshSolanaAddress()]
    const ours = await payFromWallet(environment, 'ferry:lost', [
      { to: ann, baseUnits: 4n },
      { to: bob, baseUnits: 6n },
      { to: ann, baseUnits: 1n },
    ])
    expect(await compare()).toMatchObject({ agrees: false, ...asPaid, ...nothingElse, unknownPayments: 2 })
    const found = await unknown()
    expect(found).toMatchObject({ payments: 2, baseUnits: 11n })
    expect(found.transactions).toMatchObject([
      { signature: ours, memo: expect.stringContaining('ferry:lost') },
    ])
    expect(found.transactions[0]?.payments).toHaveLength(2)
    expect(found.transactions[0]?.payments).toContainEqual({ recipient: ann, baseUnits: 5n })
    const { slot } = await environment.rpc.finalizedPosition()
    expect(
      await findUnknownPayments(environment.rpc, environment.store, { ...wallet, sinceSlot: slot + 1000 }),
    ).toMatchObject({ payments: 0 })
    await acknowledge(ours)
    expect(await compare()).toMatchObject({ agrees: true, ...asPaid, ...nothingElse })
  })

  test('a recorded payment is compared with the amount and the recipient of its transaction', async () => {
    const [first] = await environment.store.runs.payments(run.id)
    if (!first) throw new Error('nothing was paid')
    const { signature, payments } = first
    const carried = `(select transfer_id from attempt_transfer join attempt on attempt.id = attempt_id
    where signature = '${signature}')`
    alterStore(
      environment.storePath,
      'pragma foreign_keys = off',
      `update transfer set recorded_by = 'take_over', recipient = 'somebody' where id in ${carried}`,
      `delete from attempt where signature = '${signature}'`,
    )
    expect(await compare()).toMatchObject({ agrees: false, unknownPayments: payments })
    expect(await check()).toMatchObject({ kind: 'behind', payments })
  })
})

describe('reconcile', () => {
  let environment: SendingEnvironment
  afterEach(() => environment.close())

  async function payTwelve(change?: Parameters<typeof environment.addClaims>[1]): Promise<void> {
    environment = await prepareSendingEnvironment()
    await environment.addClaims(12, change)
    await runPayout(await environment.createRun(), await environment.parts(), new AbortController().signal)
  }

  const senderKey = () => ({
    genesisHash: environment.wallet.genesisHash,
    mintAddress: environment.wallet.mint.address,
    walletAddress: environment.wallet.signer.address,
    tokenProgram: environment.wallet.mint.tokenProgram,
    sourceOwner: null,
    sourceTokenAccount: null,
  })

  const reconciled = () => reconcile(environment.store, environment.rpc, senderKey())

  test('after a payout, the chain alone agrees with the records', async () => {
    await payTwelve()
    const found = await reconciled()
    expect(found).toMatchObject({ transactions: 2, chainPayments: 12, recordedPayments: 12, differences: [] })
    expect(found.chainBaseUnits).toBe(found.recordedBaseUnits)
    expect(found.chainBaseUnits).toBeGreaterThan(0n)
    expect(found.otherOutflows).toEqual([])
  })

  test('payments to one wallet in one transaction are as many on the chain as in the records', async () => {
    const solAddress = freshSolanaAddress()
    await payTwelve(() => ({ solAddress }))
    expect(await reconciled()).toMatchObject({ chainPayments: 12, recordedPayments: 12, differences: [] })
  })

  test("a stranger's transaction changes nothing, memo or not: what it gave us is an inflow", async () => {
    await payTwelve()
    const before = await reconciled()
    const [claim] = await environment.store.claims.list({ limit: 1 })
    const forged = await forgePayment(environment, `ferry:${'A'.repeat(22)}`, claim?.solAddress as Address)
    const { inflows, ...after } = await reconciled()
    const { inflows: inflowsBefore, ...rest } = before
    expect(after).toEqual(rest)
    expect(inflows).toEqual([
      {
        signature: forged,
        baseUnits: 1n,
        counterparties: [{ address: expect.any(String), baseUnits: 78n }],
        note: null,
      },
      ...inflowsBefore,
    ])
  })

  test('a payment of ours that the records lack is a difference: to strangers, and to claimants again', async () => {
    await payTwelve()
    const [claim] = await environment.store.claims.list({ limit: 1 })
    const pay = (to: Address) =>
      payFromWallet(environment, 'ferry:an-attempt-that-is-nowhere', [{ to, baseUnits: 77n }])
    const foreign = await pay(freshSolanaAddress())
    const duplicate = await pay(claim?.solAddress as Address)
    const { differences, otherOutflows } = await reconciled()
    expect(otherOutflows).toEqual([])
    expect(differences).toHaveLength(2)
    expect(differences).toContainEqual(
      expect.objectContaining({ kind: 'foreign', signature: foreign, chainBaseUnits: 77n }),
    )
    expect(differences).toContainEqual(expect.objectContaining({ kind: 'duplicate', signature: duplicate }))
  })

  test('other outflows of the wallet are listed apart, less those that a claim was marked sent with', async () => {
    await payTwelve()
    const [treasury, claimant] = [freshSolanaAddress(), freshSolanaAddress()]
    const moved = await payFromWallet(environment, 'to the treasury', [{ to: treasury, baseUnits: 40n }])
    const mixed = await payFromWallet(environment, 'manual', [
      { to: claimant, baseUnits: 5n },
      { to: treasury, baseUnits: 7n },
    ])
    const [claim] = await environment.addClaims(1, () => ({ solAddress: claimant }))
    if (!claim) throw new Error('no claim')
    const { mintAddress, genesisHash } = senderKey()
    await environment.store.runs.addTransfers([
      sampleTransfer(claim, {
        state: 'paid',
        paidTx: mixed,
        baseUnits: 5n,
        mintAddress,
        genesisHash,
        recordedBy: 'mark_sent',
      }),
    ])
    const found = await reconciled()
    expect(found).toMatchObject({ chainPayments: 13, recordedPayments: 13, differences: [] })
    expect(found.chainBaseUnits).toBe(found.recordedBaseUnits)
    expect(found.otherOutflows).toEqual([
      { signature: mixed, baseUnits: 7n, counterparties: [{ address: treasury, baseUnits: 7n }], note: null },
      {
        signature: moved,
        baseUnits: 40n,
        counterparties: [{ address: treasury, baseUnits: 40n }],
        note: null,
      },
    ])
  })
})
