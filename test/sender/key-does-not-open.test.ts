import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterStore } from '../harness/alter-store.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { sampleClaim, sampleRun } from '../harness/sample-rows.ts'

const WORDS = /sending key can not be opened.*SECRETS_KEY.*configure the sender again/
const REJECTED = { code: 'sender_unreadable', error: expect.stringMatching(WORDS) }

let paying: PayingPortal
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
  await addClaims(paying.ferry.app, [sampleClaim({ solAddress: freshSolanaAddress() })])
})
afterEach(() => paying.close())

/** The effects of a start with another SECRETS_KEY, and of a changed row. */
function damageKey(): void {
  alterStore(paying.ferry.databaseFile, 'update sender set sealed_key = randomblob(length(sealed_key))')
}

const status = async () => (await paying.call(endpoints.bulkSender.status)).json()

test('a sender whose key does not open says so wherever it is used or shown', async () => {
  damageKey()
  for (const endpoint of [
    endpoints.bulkSender.start,
    endpoints.bulkSender.estimate,
    endpoints.bulkSender.reconcile,
    endpoints.bulkSender.takeOver,
  ] as const) {
    const answer = await paying.call(endpoint)
    expect(answer.json(), endpoint.path).toMatchObject(REJECTED)
    expect(answer.statusCode).toBe(409)
  }
  expect((await status()).warnings).toEqual([expect.stringMatching(WORDS)])
  const ready = await paying.call(endpoints.public.ready)
  expect(ready.statusCode).toBe(503)
  expect(ready.json().details).toEqual([{ where: 'bulk sender', problem: expect.stringMatching(WORDS) }])

  await paying.configure('bulk')
  expect((await status()).warnings).toEqual([])
  expect((await paying.call(endpoints.public.ready)).statusCode).toBe(200)
})

test('a run that is resumed waits with these words, and goes on once the sender is configured again', {
  timeout: 60_000,
}, async () => {
  const { runs, senders } = paying.ferry.app.store
  const sender = await senders.find('bulk')
  if (!sender) throw new Error('no sender')
  damageKey()
  const { walletAddress, mintAddress, tokenProgram, genesisHash } = sender
  const terms = { walletAddress, mintAddress, tokenProgram, genesisHash, mintDecimals: 9 }
  await runs.create(sampleRun(terms))
  await expect
    .poll(status, { timeout: 30_000 })
    .toMatchObject({ state: 'waiting', message: expect.stringMatching(WORDS) })
  // The run's own event says why it waits, once: no line each time that it is tried again.
  expect(paying.ferry.logLines.filter((line) => line.includes('a run was interrupted'))).toEqual([])
  await paying.configure('bulk')
  await expect.poll(async () => (await runs.latest())?.state, { timeout: 40_000 }).toBe('completed')
})
