import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { NO_WEI } from '#domain/amounts.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { createDemoMint } from '#lab/localnet/create-demo-mint.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { alterStore } from '../harness/alter-store.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { importAllocations } from '../harness/open-upload.ts'
import { type PayingPortal, senderConfig, startPayingPortal } from '../harness/paying-portal.ts'
import { startPortal } from '../harness/start-portal.ts'

/** Errors that no other test covers, each provoked as a person would. */

/** A program of the cluster that Ferry does not know by name. */
const PROGRAM = 'Secp256r1SigVerify1111111111111111111111111'

const portal = forAllTests(startPayingPortal)
async function call(...request: Parameters<PayingPortal['call']>) {
  const response = await portal.call(...request)
  return { status: response.statusCode, code: response.json().code, error: response.json().error }
}

test('a start before a sender is configured: sender_not_configured', async () => {
  const { start, estimate } = endpoints.bulkSender
  for (const endpoint of [start, estimate]) {
    expect(await call(endpoint)).toMatchObject({ status: 409, code: 'sender_not_configured' })
  }
})

describe.each([endpoints.bulkSender.config, endpoints.standaloneSender.config])('$path', (endpoint) => {
  const config = (rpcUrl: string) => call(endpoint, { body: senderConfig(portal, { rpcUrl }) })

  test.each(['', 'node.example', 'ftp://node.example', 'file:///etc/passwd', 'http://'])(
    'an RPC URL that is no http address: invalid_rpc_url (%o)',
    async (rpcUrl) => {
      expect(await config(rpcUrl)).toMatchObject({ status: 400, code: 'invalid_rpc_url' })
    },
  )

  test('a node that does not answer: rpc_unreachable', async () => {
    expect(await config('http://127.0.0.1:1')).toMatchObject({ status: 503, code: 'rpc_unreachable' })
  })
})

test('a claim to a program: sol_is_program', async () => {
  await portal.configure('bulk')
  const holder = makeHolder()
  await loadHolders(portal.ferry.app, [holder])
  const claim = await signClaim(holder, { sol: PROGRAM })
  expect(
    await call(endpoints.public.submitClaim, { body: { ...claim, confirmProgramOwned: true } }),
  ).toMatchObject({
    status: 400,
    code: 'sol_is_program',
  })
})

test('a distribution once another token is configured: distribution_of_other_token', async () => {
  await portal.configure('standalone')
  const uploaded = await portal.uploadPayments([[freshSolanaAddress(), '1']])
  const { distributionId } = uploaded.json()
  const other = await createDemoMint({
    rpcUrl: portal.localnet.url,
    payer: portal.wallet,
    decimals: 6,
    supplyBaseUnits: 10n ** 12n,
    to: portal.wallet.address,
  })
  await portal.configure('standalone', { tokenMintAddress: other.mint })
  const { start, estimate } = endpoints.standaloneSender
  for (const endpoint of [start, estimate]) {
    expect(await call(endpoint, { params: { distributionId } })).toMatchObject({
      status: 409,
      code: 'distribution_of_other_token',
    })
  }
  await portal.configure('standalone')
  expect(await call(endpoints.standaloneSender.estimate, { params: { distributionId } })).toMatchObject({
    status: 200,
  })
})

test('a holder list that is not there any more: allocations_file_unreadable', async () => {
  const path = join(portal.ferry.folder, 'holders.csv')
  await writeFile(path, `address,amountUA\n0x${'1'.repeat(40)},1\n0x${'2'.repeat(40)},1\n`)
  const ferry = await startPortal({ environment: { ALLOCATIONS_FILE: path } })
  const reload = async () => ferry.call(endpoints.admin.reloadAllocations)
  expect((await reload()).statusCode).toBe(200)
  await rm(path)
  const response = await reload()
  expect([response.statusCode, response.json().code]).toEqual([409, 'allocations_file_unreadable'])
  await ferry.close()
})

test('more rows than a sheet holds: too_many_rows', async () => {
  const { db, close } = await openDatabase(portal.ferry.databaseFile)
  const count = async (claims: number) => {
    await db.deleteFrom('claim_tally').execute()
    const tally = { series: 'submitted', hour: 0, stripe: 0, claims, amountWei: NO_WEI } as const
    await db.insertInto('claim_tally').values(tally).execute()
    await db.updateTable('snapshot').set({ payableCount: claims }).where('state', '=', 'published').execute()
  }
  await count(1_048_576)
  for (const endpoint of [endpoints.admin.exportSubmitted, endpoints.admin.exportRemaining]) {
    expect(await call(endpoint)).toEqual({
      status: 409,
      code: 'too_many_rows',
      error: 'An Excel sheet can not hold 1,048,576 rows.',
    })
  }
  await count(1_048_575)
  expect((await portal.call(endpoints.admin.exportSubmitted)).statusCode).toBe(200)
  await close()
})

test('an internal error: internal, without details', async () => {
  const ferry = await startPortal()
  await ferry.app.store.close()
  const response = await ferry.ask(endpoints.public.claim, {
    params: { eth: '0x0000000000000000000000000000000000000001' },
  })
  expect([response.statusCode, response.json().code]).toEqual([500, 'internal'])
  expect(response.body).not.toMatch(/database|sql/i)
  await ferry.close()
})

test('an upload that another server gave up while it stalled: upload_given_up', async () => {
  const { app, databaseFile } = portal.ferry
  const { eth } = await signClaim(makeHolder())
  async function* stalled() {
    yield Buffer.from('address,amountUA\n')
    alterStore(databaseFile, 'update snapshot set heartbeat_at_ms = heartbeat_at_ms - 3600000')
    await app.store.snapshots.discardUnfinished()
    yield Buffer.from(`${eth},1\n`)
  }
  const before = await app.store.snapshots.current()
  await expect(importAllocations(app, { fileName: 'late.csv', bytes: stalled() })).rejects.toMatchObject({
    code: 'upload_given_up',
  })
  expect((await app.store.snapshots.current())?.id).toBe(before?.id)
})
