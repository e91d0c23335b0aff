import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import type { RunComparison } from '#domain/run-comparison.ts'
import type { Sender } from '#domain/sender.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { systemClock } from '#payout/clock.ts'
import { FailoverRpc } from '#payout/nodes/failover-rpc.ts'
import { OtherClusterError } from '#payout/nodes/with-genesis-check.ts'
import { payingAccount } from '#payout/paying-account.ts'
import { checkRecords } from '#payout/records/check-records.ts'
import { compareEnded, compareRun } from '#payout/records/compare-with-chain.ts'
import { findUnknownPayments } from '#payout/records/unknown-payments.ts'
import { runPayout } from '#payout/run-payout.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forgePayment, payFromWallet } from '../harness/pay-from-wallet.ts'
import { prepareSendingEnvironment, type SendingEnvironment } from '../harness/sending-environment.ts'

const SUM_BASE_UNITS = 78_000_000n

let environment: SendingEnvironment
let run: Run
beforeAll(async () => {
  environment = await prepareSendingEnvironment()
  await environment.addClaims(12)
  const created = await environment.createRun()
  await runPayout(created, await environment.parts(), new AbortController().signal)
  const ended = await environment.store.runs.find(created.id)
  if (!ended) throw new Error('the run is gone')
  run = ended
})
afterAll(() => environment.close())

const compare = (change: Partial<SolanaRpc> = {}): Promise<RunComparison> => {
  const senders = [{ ...environment.rpc, ...change }] as const
  const reader = new FailoverRpc({
    senders,
    second: null,
    genesisHash: run.genesisHash,
    clock: systemClock,
  })
  return reader.readSurely(async (node) => (await compareRun(environment.store, node, run, 5_000)).comparison)
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
const nothingElse = { unknownPayments: 0, missing: 0, otherOutflows: [] }

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
  const settleAs = (attempt: string, transfer: string, paidTx: string) =>
    alterStore(
      environment.storePath,
      `update attempt set state = '${attempt}' where signature = '${signature}'`,
      `update transfer set state = '${transfer}', paid_tx = ${paidTx} where id in (select transfer_id
        from attempt_transfer join attempt on attempt.id = attempt_id where signature = '${signature}')`,
    )
  settleAs('expired', 'queued', 'null')
  expect(await compare()).toMatchObject({ agrees: false, unknownPayments: payments, missing: 0 })
  expect(await check()).toMatchObject({ kind: 'behind', payments })
  settleAs('paid', 'paid', `'${signature}'`)
  expect(await compare()).toMatchObject({ agrees: true })
  expect(await check()).toMatchObject({ kind: 'agree' })
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
    await expect.poll(() => written({}), { timeout: 20_000 }).toMatchObject({ unknownPayments: 1 })
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
  expect(await compare()).toMatchObject({ agrees: false, ...asPaid, ...nothingElse, otherOutflows: [moved] })
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
  expect(found.transactions).toMatchObject([{ signature: ours, memo: expect.stringContaining('ferry:lost') }])
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
