import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { NewClaim } from '#store/database/schema.ts'
import { addClaims } from './add-claims.ts'
import { type AlteringNode, startAlteringNode } from './altering-node.ts'
import { callEndpoint } from './call-endpoint.ts'
import { type PayingPortal, startPayingPortal } from './paying-portal.ts'
import { sampleClaim } from './sample-rows.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/**
 * A Ferry with its own records that pays from the same wallet: its records lack the payments of the other
 * one.
 */
export interface SecondFerry {
  ferry: TestPortal
  call(endpoint: Route, input?: AnyInput): Promise<{ status: number; body: unknown }>
}

/** Starts one on the wallet and the token of a paying portal, with copies of these claims. */
async function startSecondFerry(
  { walletKeyJson, mint }: PayingPortal,
  rpcUrl: string,
  claims: readonly NewClaim[],
): Promise<SecondFerry> {
  const ferry = await startPortal()
  const headers = await ferry.adminHeaders()
  const call: SecondFerry['call'] = async (endpoint, input) => {
    const response = await callEndpoint(ferry.server, endpoint, input, { headers })
    return { status: response.statusCode, body: response.json() }
  }
  const configured = await call(endpoints.bulkSender.config, {
    body: {
      rpcUrl,
      privateKey: walletKeyJson,
      tokenMintAddress: mint,
      batchSize: 50,
      delayBetweenBatches: 1000,
      testKey: true,
    },
  })
  expect(configured).toMatchObject({ status: 200 })
  await addClaims(ferry.app, claims)
  return { ferry, call }
}

/** Claims that a portal has paid, and a node of the same chain whose answers can be altered. */
export interface PaidClaims {
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
export async function payClaims(count: number): Promise<PaidClaims> {
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
