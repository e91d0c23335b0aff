import { expect, test } from 'vitest'
import type { Transfer } from '#domain/transfer.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import { sampleAttempt } from '../../../test/harness/sample-rows.ts'
import { SignedPayments } from './signed-payments.ts'

const transfer = { id: 7, runId: 1, evmAddress: '0xa1' } as unknown as Transfer
const inNextRun = { ...transfer, id: 8, runId: 2 }

/** Signs the transfer, as an attempt of run 1. */
function signedOnce() {
  const signed = new SignedPayments()
  const attempt = { ...sampleAttempt(1, 1), runId: 1 }
  signed.add([{ attempt, transfers: [transfer], creates: ['new account'] }], [transfer])
  return { signed, attempt }
}

test('a debt that was signed for is not signed for again, in that run or the next', () => {
  const { signed } = signedOnce()
  signed.endRun(1)
  expect(signed.objectionTo(transfer)).toMatch(/^It was signed in this run, in transaction /)
  expect(signed.objectionTo(inNextRun)).toMatch(/^It was signed in run 1, in transaction /)
})

test('it is free once its attempt was proved to have paid nobody', () => {
  const { signed, attempt } = signedOnce()
  signed.remove(attempt.id)
  expect(signed.objectionTo(inNextRun)).toBeNull()
})

test('one that was paid is remembered until its run ends', () => {
  const { signed, attempt } = signedOnce()
  signed.notePaid(attempt.id)
  expect(signed.objectionTo(transfer)).not.toBeNull()
  signed.endRun(1)
  expect(signed.objectionTo(inNextRun)).toBeNull()
})

test('an attempt that the records do not have as open is told once, and left to the wait for all that was signed', () => {
  const { signed, attempt } = signedOnce()
  expect(signed.removeUnlisted(attempt, [attempt])).toBe(false)
  expect(signed.removeUnlisted({ ...attempt, genesisHash: 'other' }, [])).toBe(false)
  expect(signed.removeUnlisted(attempt, [])).toBe(true)
  expect(signed.removeUnlisted(attempt, [])).toBe(false)
  expect(signed.objectionTo(inNextRun)).toBeNull()
})

test('a paid attempt is not missed where the records have it as ended', () => {
  const { signed, attempt } = signedOnce()
  signed.notePaid(attempt.id)
  expect(signed.removeUnlisted(attempt, [])).toBe(false)
})

test('an attempt is judged by what was signed, whatever its row says', () => {
  const { signed, attempt } = signedOnce()
  const { signature, lastValidBlockHeight, contextSlot } = attempt
  const altered = { ...attempt, signature: 'other', lastValidBlockHeight: 1, contextSlot: 1 }
  const judged = signed.asSigned(altered as unknown as JournaledAttempt)
  expect(judged).toMatchObject({ signature, lastValidBlockHeight, contextSlot })
  const another = { ...altered, id: 'of another process' } as unknown as JournaledAttempt
  expect(signed.asSigned(another)).toBe(another)
})

test('the rent of an account is booked until its attempt is proved to have paid nobody, or its run ends', () => {
  const { signed, attempt } = signedOnce()
  expect(signed.isCreated('another account')).toBe(false)
  expect(signed.isCreated('new account')).toBe(true)
  signed.notePaid(attempt.id)
  expect(signed.isCreated('new account')).toBe(true)
  signed.endRun(1)
  expect(signed.isCreated('new account')).toBe(false)

  const expired = signedOnce()
  expired.signed.remove(expired.attempt.id)
  expect(expired.signed.isCreated('new account')).toBe(false)
})

test('what an earlier process signed, and what was paid before, is not signed for again in the run that took it up', () => {
  const signed = new SignedPayments()
  const attempt = { ...sampleAttempt(1, 1), runId: 1 } as JournaledAttempt
  const row = { evmAddress: null, distributionId: 'DIST', rowNumber: 2 }
  const paid = [{ ...row, paidTx: 'tx' }]
  const ofRow = { ...transfer, ...row } as Transfer
  signed.takeUp({ id: 2 }, { open: [{ attempt, debts: [transfer] }], paid })
  expect(signed.objectionTo(inNextRun)).toMatch(/^It was signed in run 1, in transaction /)
  expect(signed.objectionTo(ofRow)).toMatch(
    /^The records had it as paid by transaction tx when this run was taken up/,
  )

  signed.endRun(1)
  signed.notePaid(attempt.id)
  // Taken up once more after an interruption: what was altered meanwhile is not believed.
  signed.takeUp({ id: 2 }, { open: [], paid: [] })
  expect(signed.objectionTo(inNextRun)).not.toBeNull()
  expect(signed.objectionTo(ofRow)).not.toBeNull()

  signed.endRun(2)
  expect(signed.objectionTo(inNextRun)).toBeNull()
  expect(signed.objectionTo(ofRow)).toBeNull()
})

test('what an earlier process signed is free once it was proved to have paid nobody', () => {
  const signed = new SignedPayments()
  const attempt = { ...sampleAttempt(1, 1), runId: 1 } as JournaledAttempt
  signed.takeUp({ id: 1 }, { open: [{ attempt, debts: [transfer] }], paid: [] })
  signed.takeUp({ id: 1 }, { open: [{ attempt, debts: [] }], paid: [] })
  expect(signed.objectionTo(transfer)).not.toBeNull()
  signed.remove(attempt.id)
  expect(signed.objectionTo(transfer)).toBeNull()
})
