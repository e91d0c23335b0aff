import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterRows } from '../harness/alter-store.ts'
import { tokenAccountOf, tokensIn } from '../harness/chain-state.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { ALL_QUEUED, sampleClaim, sampleRun } from '../harness/sample-rows.ts'

let paying: PayingPortal
let claim: NewClaim
beforeEach(async () => {
  paying = await startPayingPortal()
  await paying.configure('bulk')
  claim = sampleClaim({ solAddress: freshSolanaAddress() })
  await addClaims(paying.ferry.app, [claim])
})
afterEach(() => paying.close())

const alter = (statement: string, ...values: string[]) =>
  alterRows(paying.ferry.databaseFile, statement, ...values)

const runs = () => paying.ferry.app.store.runs

const held = async () =>
  (await paying.ferry.app.store.holds.listUnsigned()).map(({ transfer }) => transfer.failure)

test('a run that is written into the database with other decimals pays nobody a thousand times', {
  timeout: 60_000,
}, async () => {
  const sender = await paying.ferry.app.store.senders.find('bulk')
  if (!sender) throw new Error('no sender')
  const { walletAddress, mintAddress, tokenProgram, genesisHash } = sender
  const terms = { walletAddress, mintAddress, tokenProgram, genesisHash }
  await runs().create(sampleRun({ ...terms, mintDecimals: 12 }), ALL_QUEUED)
  await expect
    .poll(async () => (await runs().latest())?.finishedAtMs, { timeout: 30_000 })
    .toEqual(expect.any(Number))
  expect(await paying.balanceOf(claim.solAddress)).toBe(0n)
  expect(await held()).toEqual([expect.stringContaining("its token is not the run's")])
})

test('a sender whose token was exchanged in the database pays nothing in it', {
  timeout: 60_000,
}, async () => {
  const { localnet, wallet } = paying
  const { mint: dearer } = await createDemoMint({
    rpcUrl: localnet.url,
    payer: wallet,
    decimals: 9,
    supplyBaseUnits: 10n ** 15n,
    to: wallet.address,
  })
  alter('update sender set mint_address = ?', dearer)
  expect((await paying.call(endpoints.bulkSender.start)).json()).toMatchObject({ code: 'sender_unreadable' })
  expect(await runs().latest()).toBeUndefined()
  const account = await tokenAccountOf(claim.solAddress as Address, dearer)
  expect(tokensIn(localnet, account)).toBe(0n)
})
