import { expect } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { NewClaim } from '#store/schema.ts'
import { addClaims } from './add-claims.ts'
import { callEndpoint } from './call-endpoint.ts'
import type { PayingPortal } from './paying-portal.ts'
import { startPortal, type TestPortal } from './start-portal.ts'

/** A Ferry on records of its own that pays from the same wallet: what the other one paid, it does not know. */
export interface SecondFerry {
  ferry: TestPortal
  call(endpoint: Route, input?: AnyInput): Promise<{ status: number; body: unknown }>
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
  return { ferry, call, close: () => ferry.close() }
}
