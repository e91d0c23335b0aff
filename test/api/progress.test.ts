import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { rejectClaim } from '#app/claims/claim-decisions.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const WEI = 400_000_000_000_000_000_000n

let ferry: TestPortal
afterEach(() => ferry.close())

const progress = () => callEndpoint(ferry.server, endpoints.public.progress)

test('how far the migration is, is counted from the claims, and may be kept for some seconds', async () => {
  ferry = await startPortal({ settings: { publicProgress: true } })
  const [paid, rejected, other] = [WEI, WEI, WEI].map((amountWei) => makeHolder(amountWei))
  if (!paid || !rejected || !other) throw new Error('There are three holders')
  await loadHolders(ferry.app, [paid, rejected, other])
  for (const holder of [paid, rejected]) {
    await callEndpoint(ferry.server, endpoints.public.submitClaim, { body: await signClaim(holder) })
  }
  const claim = await ferry.app.store.claims.findByAddress(
    rejected.account.address.toLowerCase() as EvmAddress,
  )
  await rejectClaim(ferry.app, claim?.id ?? '', 'Not this one')

  const response = await progress()
  expect(response.headers['cache-control']).toBe('public, max-age=10')
  const told = {
    listed: { holders: 3, amountUA: '1200' },
    claimed: { holders: 1, amountUA: '400' },
    paid: { holders: 0, amountUA: '0' },
    left: { holders: 2, amountUA: '800' },
  }
  expect(response.json()).toMatchObject(told)
  expect((await callEndpoint(ferry.server, endpoints.public.portal)).json().progress).toMatchObject(told)
})

test('it is told nobody unless the configuration says so', async () => {
  ferry = await startPortal()
  const response = await progress()
  expect([response.statusCode, response.json().code]).toEqual([404, 'progress_not_published'])
  expect((await callEndpoint(ferry.server, endpoints.public.portal)).json().progress).toBeNull()
})
