import { afterEach, expect, test } from 'vitest'
import type { PortalEvent } from '#domain/portal-event.ts'
import type { Run } from '#domain/run.ts'
import { describeEachStore } from '../../test/harness/each-store.ts'
import {
  GENESIS,
  sampleAttempt,
  sampleRun,
  sampleSender,
  sampleTransfer,
  WALLET,
} from '../../test/harness/sample-rows.ts'
import {
  actionOf,
  beginListed,
  insertClaims,
  signNext as signNextOf,
  WALLET_KEY,
} from '../../test/harness/store-bed.ts'
import { openStore, type Store } from './store.ts'

describeEachStore('a store that is looked at', (context) => {
  const opened: Store[] = []
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })

  const openObserved = async (observe: (event: PortalEvent) => void) => {
    const store = await openStore(context.location, { observe })
    opened.push(store)
    return store
  }
  const look = async () => {
    const events: PortalEvent[] = []
    return { store: await openObserved((event) => events.push(event)), events }
  }

  const signNext = (store: Store, run: Run) => signNextOf(store, run, 1, { journaledAtMs: 1234 })

  test('tells of each ending of a transaction, after it is written', async () => {
    const { store, events } = await look()
    const { run, claims } = await beginListed(store, 4)
    const ids = async () => {
      const { id, signature } = await signNext(store, run)
      return { runId: run.id, attemptId: id, transaction: signature }
    }
    const attemptOf = async (id: string) => {
      const all = await store.journal.unresolved(GENESIS)
      const found = all.find((attempt) => attempt.id === id)
      if (!found) throw new Error('it is settled')
      return found
    }
    events.length = 0
    const paid = await ids()
    await store.journal.mark([paid.attemptId], 'broadcast', null)
    await store.journal.mark([paid.attemptId], 'broadcast', null)
    await store.journal.mark([paid.attemptId], 'confirmed', null)
    await store.journal.settlePaid([{ attempt: await attemptOf(paid.attemptId), slot: 7 }], 1)
    expect(events).toEqual([
      { event: 'batch_signed', runId: run.id, fence: 1, transactions: 1, payments: 1 },
      {
        event: 'transaction_signed',
        ...paid,
        payments: [{ transferId: expect.any(Number), claimId: claims[0]?.id }],
      },
      { event: 'transaction_sent', attemptId: paid.attemptId, note: null },
      { event: 'transaction_confirmed', attemptId: paid.attemptId },
      { event: 'transaction_paid', ...paid, slot: 7 },
    ])
    expect((await store.runs.find(run.id))?.lastBatchAtMs).toBe(1234)

    const failed = await ids()
    events.length = 0
    const failure = { reason: 'frozen', isSendersFault: false }
    await store.journal.settleFailed(await attemptOf(failed.attemptId), failure, { slot: 8, nowMs: 1 })
    const expired = await ids()
    await store.journal.settleExpired(await attemptOf(expired.attemptId), 'no node knows it', 1)
    const held = await ids()
    await store.journal.hold(held.attemptId, 'nobody knows', 1)
    await store.journal.settleHeld(
      await attemptOf(held.attemptId),
      { kind: 'paid', slot: 9, signature: 'another' },
      actionOf('settle_hold_paid', held.attemptId),
    )
    expect(events.filter(({ event }) => !event.endsWith('_signed'))).toEqual([
      { event: 'transaction_failed', ...failed, slot: 8, reason: 'frozen' },
      { event: 'transaction_expired', ...expired, reason: 'no node knows it' },
      { event: 'transaction_held', attemptId: held.attemptId, reason: 'nobody knows' },
      { event: 'hold_settled', ...held, as: 'paid', transaction: 'another' },
    ])
  })

  test('what was not written is not told of', async () => {
    const { store, events } = await look()
    const { run } = await beginListed(store, 1)
    const attempt = await signNext(store, run)
    const lost = { name: WALLET, fence: attempt.fence - 1 }
    await store.journal.settlePaid([{ attempt, slot: 7 }], 1)
    events.length = 0
    await expect(store.journal.settlePaid([{ attempt, slot: 7 }], 1)).rejects.toThrow('settled already')
    await expect(
      store.journal.write(lost, run.id, [{ attempt: sampleAttempt(run.id, attempt.fence), transfers: [] }]),
    ).rejects.toThrow('taken over')
    expect(await store.runs.create(sampleRun())).toBeUndefined()
    expect(await store.runs.finish(run.id, 'failed', 'x', 1, lost)).toBe(false)
    await store.runs.setWaiting(run.id, 'not ours to say', 1, lost)
    expect((await store.runs.find(run.id))?.message).toBeNull()
    expect(await store.claimDecisions.reject('nobody', 'x', actionOf('reject'))).toBe('unknown_claim')
    expect(events).toEqual([])
  })

  test('tells of the payments that are held or fail unsigned, and of none that was not', async () => {
    const { store, events } = await look()
    const { run, claims } = await beginListed(store, 2)
    const [held, failed] = await store.journal.nextTransfers(run.id, 2)
    if (!held || !failed) throw new Error('nothing is queued')
    events.length = 0
    await store.journal.holdUnverified(
      held,
      `${held.recipient} is on the deny list, and so is ${held.evmAddress}`,
    )
    for (const each of [held, failed, held, failed]) {
      await store.journal.failUnsent(each, 'no such account', 1)
    }
    expect(events).toEqual([
      {
        event: 'payment_held',
        transferId: held.id,
        claimId: claims[0]?.id,
        reason: 'its address is on the deny list, and so is its address',
      },
      { event: 'payment_failed', transferId: failed.id, claimId: claims[1]?.id, reason: 'no such account' },
    ])
  })

  test('tells what a run waits for when that changes, not when it counts down, and once that it was stopped', async () => {
    const { store, events } = await look()
    const { run } = await beginListed(store, 0)
    events.length = 0
    for (const words of [
      '12 blocks to go.',
      '11 blocks to go.',
      'Waiting for a node.',
      'Waiting for a node.',
    ])
      await store.runs.setWaiting(run.id, words, 1)
    await store.runs.setWaiting(run.id, null, null)
    await store.runs.askToStop(run.id, Date.now())
    await store.runs.askToStop(run.id, Date.now())
    await store.runs.finish(run.id, 'stopped', null, 1)
    expect(events).toEqual([
      { event: 'run_waiting', runId: run.id, reason: '12 blocks to go.' },
      { event: 'run_waiting', runId: run.id, reason: 'Waiting for a node.' },
      { event: 'run_going_on', runId: run.id },
      { event: 'run_stop_asked', runId: run.id },
      { event: 'run_stopped', runId: run.id, reason: null },
    ])
    const [stopped, ...before] = await store.operatorActions.list(5)
    expect(stopped).toMatchObject({ action: 'stop_run', subject: `run ${run.id}` })
    expect(before.map(({ action }) => action)).not.toContain('stop_run')
  })

  test('tells of what operators decide', async () => {
    const { store, events } = await look()
    const [sent, rejected] = await insertClaims(store, {}, {})
    if (!sent || !rejected) throw new Error('Two were made')
    await store.senders.save(sampleSender({ tokenProgram: 'program' }))
    events.length = 0
    const payment = {
      ...sampleTransfer(sent, { state: 'paid', recordedBy: 'mark_sent_forced' }),
      paidTx: 'tx',
    }
    await store.claimDecisions.markSent(sent.id, payment, actionOf('mark_sent_forced'))
    await store.claimDecisions.reject(rejected.id, 'x', actionOf('reject'))
    await store.claimDecisions.reset(actionOf('reset_claims'))
    const none = {
      claimsOpenAtMs: null,
      claimsCloseAtMs: null,
      isPaused: false,
      pauseMessage: null,
      banner: null,
    }
    await store.claimControls.change(none, { isPaused: true }, actionOf('change_claim_controls'))
    const given = { genesisHash: GENESIS, signature: 'one', note: 'why', atMs: 1 }
    await store.acknowledgements.record(given, actionOf('acknowledge'))
    await store.acknowledgements.continueWithout(
      WALLET_KEY,
      [{ ...given, signature: 'two' }],
      actionOf('continue_without'),
    )
    await store.takeOvers.record({ ...WALLET_KEY, mintDecimals: 9 }, [], { claims: true, rows: true }, 1)
    expect(events).toEqual([
      { event: 'claim_marked_sent', claimId: sent.id, transaction: 'tx', forced: true },
      { event: 'claim_rejected', claimId: rejected.id },
      { event: 'claims_reset', deleted: 2 },
      { event: 'claim_controls_changed', changed: ['isPaused'], isPaused: true },
      { event: 'transaction_acknowledged', transaction: 'one' },
      { event: 'continued_without', wallet: WALLET, transactions: 1 },
      { event: 'payments_taken_over', wallet: WALLET, payments: 0, claims: 0 },
    ])
  })

  test('tells of sessions, without their tokens', async () => {
    const { store, events } = await look()
    const session = { tokenHash: 'hash', createdAtMs: 1, expiresAtMs: 2, browser: null }
    await store.adminSessions.add(session, actionOf('sign_in'))
    await store.adminSessions.revoke('hash', actionOf('end_session'))
    await store.adminSessions.revokeAll(actionOf('end_all_sessions'))
    expect(events).toEqual([
      { event: 'signed_in' },
      { event: 'signed_out' },
      { event: 'signed_out_everywhere' },
    ])
  })

  test('names nodes by their origins', async () => {
    const { store, events } = await look()
    const fallbackRpcUrls = ['https://other.example:8899/key-2']
    const rpcUrl = 'https://user:pass@node.example/v2/key-1?api-key=b'
    await store.senders.save(sampleSender({ rpcUrl, fallbackRpcUrls, tokenProgram: 'program' }))
    expect(events).toMatchObject([{ nodes: ['https://node.example', 'https://other.example:8899'] }])
    expect(JSON.stringify(events)).not.toMatch(/key|pass/)
  })

  test('an observer that throws changes nothing', async () => {
    const faults: unknown[] = []
    const store = await openObserved((event) => {
      faults.push(event)
      throw new Error('a full disk')
    })
    const { run } = await beginListed(store, 1)
    const attempt = await signNext(store, run)
    await store.journal.settlePaid([{ attempt, slot: 7 }], 1)
    expect(await store.runs.finish(run.id, 'completed', null, 1)).toBe(true)
    expect(await store.runs.transferCounts(run.id)).toMatchObject({ paid: 1 })
    expect(faults.length).toBeGreaterThan(4)
  })

  test('counts what the metrics show', async () => {
    const { store } = await look()
    const { run } = await beginListed(store, 3)
    await signNext(store, run)
    const held = await signNext(store, run)
    await store.journal.hold(held.id, 'nobody knows', 1)
    const paid = await signNext(store, run)
    await store.journal.settlePaid([{ attempt: paid, slot: 1 }], 1)
    const counts = { journaled: 1, broadcast: 0, confirmed: 0, hold: 1, paid: 1, failed: 0 }
    expect(await store.figures.attempts()).toEqual(counts)
    expect(await store.figures.heldPayments()).toBe(1)
    const isPooled = context.location.startsWith('postgres')
    expect(store.figures.pool()).toEqual(
      isPooled ? { inUse: expect.any(Number), idle: expect.any(Number), waiting: 0 } : null,
    )
  })
})
