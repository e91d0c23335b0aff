import { expect } from 'vitest'
import type { NewClaim } from '#store/schema.ts'
import { addClaims } from './add-claims.ts'
import type { PayingPortal } from './paying-portal.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/** A Ferry on records of its own that pays from the same wallet: what the other one paid, it does not know. */
export interface SecondFerry {
  ferry: TestPortal
  call(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: unknown }>
  close(): Promise<void>
}

/** Starts one on the wallet and the token of a paying portal, with these claims once more. */
export async function startSecondFerry(
  { walletKeyJson, mint }: PayingPortal,
  rpcUrl: string,
  claims: readonly NewClaim[],
): Promise<SecondFerry> {
  const ferry = await startPortal()
  const headers = await ferry.adminHeaders()
  const call: SecondFerry['call'] = async (method, url, payload) => {
    const response = await ferry.server.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json() }
  }
  const configured = await call('POST', '/api/bulk-sender/config', {
    rpcUrl,
    privateKey: walletKeyJson,
    tokenMintAddress: mint,
    batchSize: 50,
    delayBetweenBatches: 1000,
    testKey: true,
  })
  expect(configured).toMatchObject({ status: 200 })
  await addClaims(ferry.portal, claims)
  return { ferry, call, close: () => ferry.close() }
}
