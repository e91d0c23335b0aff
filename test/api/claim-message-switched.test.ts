import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { SIWE_SETTINGS, siweTermsInForce } from '../harness/siwe-portal.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const PAID_BASE_UNITS = 1_500_000_000n

let folder: string
let dataDir: string
let paying: PayingPortal | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ferry-switched-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await paying?.close()
  paying = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Takes a claim as a portal with these settings does, and stops it. Returns the recipient. */
async function claimUnder(settings: Record<string, unknown>, holders: Holder[], holder: Holder) {
  const ferry: TestPortal = await startPortal({ settings, environment: { DATA_DIR: dataDir } })
  try {
    await loadHolders(ferry.app, holders)
    return await claim(ferry.app, ferry.server, holder)
  } finally {
    await ferry.close()
  }
}

async function claim(app: AppContext, server: TestPortal['server'], holder: Holder): Promise<string> {
  const terms = app.settings.claimMessage === 'siwe' ? await siweTermsInForce(app) : null
  const body = await signClaim(holder, {}, {}, terms)
  const response = await callEndpoint(server, endpoints.public.submitClaim, { body })
  expect(response.statusCode, response.body).toBe(200)
  return body.sol
}

test('claims of either kind are paid, whatever the portal takes by then', { timeout: 90_000 }, async () => {
  const holders = [makeHolder(), makeHolder(), makeHolder()]
  const [first, second, third] = holders as [Holder, Holder, Holder]
  const paid = [
    await claimUnder(SIWE_SETTINGS, holders, first),
    await claimUnder({ tokenSymbol: 'NEW' }, holders, second),
  ]
  const settings = { ...SIWE_SETTINGS, publicUrl: 'https://moved.example.org', tokenSymbol: 'OTHER' }
  const configFile = join(folder, 'portal.json')
  writeFileSync(configFile, JSON.stringify(settings))
  paying = await startPayingPortal({ environment: { DATA_DIR: dataDir, PORTAL_CONFIG: configFile } })
  const { ferry, call, configure, balanceOf } = paying
  paid.push(await claim(ferry.app, ferry.server, third))
  await configure('bulk')
  const started = await call(endpoints.bulkSender.start)
  expect(started.statusCode, started.body).toBe(200)
  await expect
    .poll(async () => (await call(endpoints.admin.stats)).json(), { timeout: 60_000 })
    .toMatchObject({ total: 3, sent: 3 })
  for (const recipient of paid) expect(await balanceOf(recipient)).toBe(PAID_BASE_UNITS)
})
