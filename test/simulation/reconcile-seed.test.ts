import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '#lab/random/seeded-random.ts'
import { noFaults } from '#lab/simulation/fault-injector.ts'
import { type Fixtures, prepareFixtures } from '#lab/simulation/fixtures.ts'
import { FINALIZED_AFTER_SLOTS, type ModelChain } from '#lab/simulation/model-chain.ts'
import { madeUpTransaction } from '#lab/simulation/model-transaction.ts'
import { ProgressWatch } from '#lab/simulation/progress-watch.ts'
import { reconcileSeed } from '#lab/simulation/reconcile-seed.ts'
import { drawScenario } from '#lab/simulation/scenario.ts'
import { createCluster } from '#lab/simulation/simulated-clusters.ts'
import { SimulatedDisk } from '#lab/simulation/simulated-disk.ts'
import { owedTo, SimulatedRecords } from '#lab/simulation/simulated-records.ts'
import { createStore } from '#store/store.ts'

let folder: string
let disk: SimulatedDisk
let fixtures: Fixtures
let records: SimulatedRecords
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-reconcile-'))
  disk = SimulatedDisk.from(await SimulatedDisk.prepareTemplate(folder))
  fixtures = await prepareFixtures()
  records = new SimulatedRecords(fixtures, { ...drawScenario(seededRandom(1), 1), claims: 3 }, () => 0)
})
afterEach(async () => {
  await disk.discard()
  rmSync(folder, { recursive: true, force: true })
})

describe('a seed is reconciled', () => {
  const newChain = () => {
    const rates = () => ({ skippedSlot: 0, fork: 0, relanding: 0, landsV1: true })
    return createCluster(seededRandom(1), fixtures, { rates, onEvent: () => {} }).chain
  }

  /** The wallet, or a stranger, pays a claim's recipient what is owed. */
  function pay(chain: ModelChain, payer: 'wallet' | 'stranger', claim = 0): void {
    const { walletAddress, sourceTokenAccount, stranger, mint, recipients } = fixtures
    const recipient = recipients[claim]
    if (!recipient) throw new Error('There is no recipient')
    const [signer, source] =
      payer === 'wallet' ? [walletAddress, sourceTokenAccount] : [stranger.wallet, stranger.tokenAccount]
    const { tokenAccount, wallet: owner } = recipient
    const transfer = {
      source,
      tokenAccount,
      authority: signer,
      amount: owedTo(claim),
      decimals: mint.decimals,
      instruction: 0,
    }
    chain.submit(
      madeUpTransaction({
        signature: chain.newSignature(),
        blockhash: chain.blockhashOf(chain.tip),
        signers: [signer],
        accounts: [source],
        creates: [{ tokenAccount, owner }],
        transfers: [transfer],
      }),
      0,
    )
    for (let slot = 0; slot < FINALIZED_AFTER_SLOTS + 2; slot++) chain.advance()
  }

  async function reconcile(chain: ModelChain, areRecordsBehind: boolean) {
    const store = createStore(await disk.open())
    await store.claims.insertMany(records.claims)
    return reconcileSeed({
      seed: 1,
      claims: records.claims,
      records: await store.claims.list({ limit: 10 }),
      attempts: [],
      areRecordsBehind,
      watched: {
        misdirected: 0,
        signedThoughDenied: 0,
        afterStop: 0,
        outOfTurn: 0,
        stuck: 0,
        silent: 0,
        slow: 0,
        batches: 0,
        batchesAmidFaults: 0,
      },
      chain,
      sourceTokenAccount: fixtures.sourceTokenAccount,
      holders: fixtures.recipients,
      altered: null,
      isDenied: () => false,
      owedTo,
      faults: noFaults(),
      errors: [],
    })
  }

  test('as lost and stuck where the records are not marked as behind', async () => {
    const chain = newChain()
    pay(chain, 'wallet')
    expect(await reconcile(chain, false)).toMatchObject({ lost: 1, stuck: 2, behind: 0, paidTwice: 0 })
  })

  test('as behind where they are marked so, and as paid twice in either case', async () => {
    const chain = newChain()
    pay(chain, 'wallet')
    pay(chain, 'wallet')
    expect(await reconcile(chain, true)).toMatchObject({ lost: 0, stuck: 0, behind: 3, paidTwice: 1 })
  })

  test('claim by claim where several name one wallet', async () => {
    const [first, , ...others] = fixtures.recipients
    if (first) fixtures.recipients = [first, first, ...others]
    const chain = newChain()
    pay(chain, 'wallet', 0)
    pay(chain, 'wallet', 1)
    pay(chain, 'wallet', 1)
    expect(await reconcile(chain, false)).toMatchObject({ lost: 2, stuck: 1, paidTwice: 1, wrongAmount: 0 })
  })

  test('without what strangers pay', async () => {
    const chain = newChain()
    pay(chain, 'stranger')
    expect(await reconcile(chain, false)).toMatchObject({ lost: 0, stuck: 3, paidTwice: 0 })
  })
})

test('records are restored as they were when they were copied', async () => {
  const before = createStore(await disk.open())
  await before.claims.insertMany(records.claims.slice(0, 1))
  disk.keepCopy()
  await before.claims.insertMany(records.claims.slice(1))
  expect(disk.putBack()).toBe(true)
  const after = createStore(await disk.open())
  expect(await after.claims.list({ limit: 10 })).toHaveLength(1)
  expect(await before.claims.list({ limit: 10 })).toHaveLength(3)
})

test('a run without progress or a message for ten minutes waits silently', async () => {
  const database = await disk.open()
  const store = createStore(database)
  const created = await store.runs.create(records.newRun(records.sender(0)))
  if (!created) throw new Error('There is a run already')
  const run = { ...created, message: null as string | null }
  const [spoken, silent] = [new ProgressWatch(), new ProgressWatch()]
  for (let minute = 0; minute <= 10; minute++) {
    await spoken.look(
      database,
      { ...run, message: 'Waiting for the node' },
      minute * 60_000,
      Number.POSITIVE_INFINITY,
    )
    await silent.look(database, run, minute * 60_000, Number.POSITIVE_INFINITY)
    expect(silent.silent).toBe(minute === 10 ? 1 : 0)
  }
  expect(spoken.silent).toBe(0)
  const moving = new ProgressWatch()
  for (let minute = 0; minute <= 30; minute++)
    await moving.look(database, { ...run, batchCount: minute }, minute * 60_000, Number.POSITIVE_INFINITY)
  expect(moving.silent).toBe(0)
})
