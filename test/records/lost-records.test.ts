import { afterEach, describe, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { type AlteringNode, startAlteringNode } from '../harness/node-proxies.ts'
import { type PayingPortal, senderConfig, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/**
 * A Ferry with its own records that pays from the same wallet: its records lack the payments of the other
 * one.
 */
interface SecondFerry {
  ferry: TestPortal
  call(endpoint: Route, input?: AnyInput): Promise<{ status: number; body: unknown }>
}

/** Starts one on the wallet and the token of a paying portal, with copies of these claims. */
async function startSecondFerry(
  wallet: PayingPortal,
  rpcUrl: string,
  claims: readonly NewClaim[],
): Promise<SecondFerry> {
  const ferry = await startPortal()
  const call: SecondFerry['call'] = async (endpoint, input) => {
    const response = await ferry.call(endpoint, input)
    return { status: response.statusCode, body: response.json() }
  }
  const configured = await call(endpoints.bulkSender.config, {
    body: senderConfig(wallet, { rpcUrl, testKey: true }),
  })
  expect(configured).toMatchObject({ status: 200 })
  await addClaims(ferry.app, claims)
  return { ferry, call }
}

/** Claims that a portal has paid, and a node of the same chain whose answers can be altered. */
interface PaidClaims {
  paying: PayingPortal
  node: AlteringNode
  claims: readonly NewClaim[]
  /** Starts a second Ferry on the altering node. It is closed with the rest. */
  startSecond(): Promise<SecondFerry>
  /** Expects that every claim was paid once. */
  expectPaidOnce(): Promise<void>
  close(): Promise<void>
}

/** Has a portal pay so many claims of 1.5 tokens. */
async function payClaims(count: number): Promise<PaidClaims> {
  await using parts = new AsyncDisposableStack()
  const paying = await startPayingPortal()
  parts.defer(() => paying.close())
  const node = await startAlteringNode(paying.localnet.url)
  parts.defer(() => node.close())
  const claims = Array.from({ length: count }, () => sampleClaim({ solAddress: freshSolanaAddress() }))
  await paying.configure('bulk')
  await addClaims(paying.ferry.app, claims)
  expect(await paying.call(endpoints.bulkSender.start)).toMatchObject({ statusCode: 200 })
  const lastRun = async () => (await paying.call(endpoints.bulkSender.runs)).json().runs[0]
  await expect.poll(lastRun, { timeout: 60_000 }).toMatchObject({ status: 'completed' })
  const opened = parts.move()
  return {
    paying,
    node,
    claims,
    async startSecond() {
      const second = await startSecondFerry(paying, node.url, claims)
      opened.defer(() => second.ferry.close())
      return second
    },
    async expectPaidOnce() {
      for (const { solAddress } of claims) expect(await paying.balanceOf(solAddress)).toBe(1_500_000_000n)
    },
    close: () => opened.disposeAsync(),
  }
}

describe('fewer than known', () => {
  let paid: PaidClaims
  afterEach(() => paid.close())

  test('an operator can not continue without missing payments that the history no longer shows', {
    timeout: 120_000,
  }, async () => {
    paid = await payClaims(2)
    const second = await paid.startSecond()
    const { call } = second
    expect(await call(endpoints.bulkSender.start)).toMatchObject({
      status: 409,
      body: { code: 'records_behind_chain' },
    })
    // As with a late index, or another node behind the same URL.
    paid.node.alter((method, _count, result) => (method === 'getSignaturesForAddress' ? [] : result))
    const goneOn = await call(endpoints.bulkSender.continueWithout, { body: { confirm: '0 payments' } })
    if (goneOn.status === 200) {
      await call(endpoints.bulkSender.start)
      const runs = second.ferry.app.store.runs
      await expect.poll(async () => (await runs.latest())?.finishedAtMs).toEqual(expect.any(Number))
    }
    await paid.expectPaidOnce()
    expect(goneOn.status).not.toBe(200)
  })
})

describe('history without memos', () => {
  let paid: PaidClaims
  afterEach(() => paid.close())

  /** Changes answers to those of a node whose index keeps no memos. */
  function withoutMemos(method: string, _count: number, result: unknown): unknown {
    if (method !== 'getSignaturesForAddress') return result
    return (result as object[]).map((entry) => ({ ...entry, memo: null }))
  }

  test('records are lost, and the history keeps no memos: payments are recognized by their bytes, nobody is paid twice', {
    timeout: 120_000,
  }, async () => {
    paid = await payClaims(3)
    paid.node.alter(withoutMemos)
    const second = await paid.startSecond()
    const { call } = second
    expect(await call(endpoints.bulkSender.start)).toMatchObject({ status: 200 })
    await expect
      .poll(async () => (await call(endpoints.bulkSender.runs)).body)
      .toMatchObject({ runs: [{ status: 'failed', message: expect.stringMatching(/^The chain shows/) }] })
    await paid.expectPaidOnce()
    expect(await call(endpoints.bulkSender.takeOver)).toMatchObject({
      status: 200,
      body: { payments: 3, claims: 3 },
    })
    await paid.expectPaidOnce()
  })
})
