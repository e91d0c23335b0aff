import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { addClaims } from '../harness/add-claims.ts'
import { alterRows } from '../harness/alter-store.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { sampleClaim } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'
import { workbookTexts } from '../harness/workbook-texts.ts'

const THIEF = freshSolanaAddress()
const WORDS = 'changed outside of Ferry'

let ferry: TestPortal
beforeEach(async () => {
  ferry = await startPortal()
})
afterEach(() => ferry.close())

const get = async (endpoint: Route) =>
  callEndpoint(ferry.server, endpoint, {}, { headers: await ferry.adminHeaders() })

test('a claim whose address was exchanged in the database is exported without it: operators pay manually from exports', async () => {
  const [changed, kept] = [sampleClaim(), sampleClaim({ solAddress: freshSolanaAddress() })]
  await addClaims(ferry.app, [changed, kept])
  alterRows(ferry.databaseFile, 'update claim set sol_address = ? where id = ?', THIEF, changed.id)

  const csv = (await get(endpoints.admin.exportQueued)).body
  expect(csv).not.toContain(THIEF)
  expect(csv).toContain(`${changed.evmAddress},${WORDS},${WORDS},`)
  expect(csv).toContain(`${kept.evmAddress},${kept.solAddress},${kept.amountUA},`)

  const rows = await workbookTexts((await get(endpoints.admin.exportSubmitted)).rawPayload, 6)
  expect(rows.find(([address]) => address === changed.evmAddress)?.slice(1, 3)).toEqual([WORDS, WORDS])
  expect(rows.find(([address]) => address === kept.evmAddress)?.[1]).toBe(kept.solAddress)
})
