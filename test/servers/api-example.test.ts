import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { portalResponse } from '#api-schema/portal.ts'
import { fetchEndpoint } from '../harness/fetch-endpoint.ts'
import { makeHolder, signClaim } from '../harness/holders.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

/** Long ago, so that claims are refused until the example opens the window. */
const CLOSED = { claimsOpenAt: 1_000_000_000, claimsCloseAt: 1_000_000_001 }

test('examples/api/migrate.ts runs a migration from the list to the ledger', async () => {
  const portal = await startPayingPortal({ settings: CLOSED })
  const url = await portal.ferry.listen()
  const holders = Array.from({ length: 5 }, () => makeHolder())
  const list = join(portal.folder, 'holders.csv')
  const ledger = join(portal.folder, 'ledger.csv')
  const rows = holders.map(({ account }) => `${account.address},1.5\n`)
  writeFileSync(list, `address,amountUA\n${rows.join('')}`)

  const done = promisify(execFile)(process.execPath, ['examples/api/migrate.ts'], {
    env: {
      PATH: process.env.PATH,
      FERRY_URL: url,
      ADMIN_PASSWORD,
      HOLDERS: list,
      LEDGER: ledger,
      CLAIMS: '3',
      RPC_URL: portal.rpcUrl,
      TOKEN_MINT: portal.mint,
      PRIVATE_KEY: portal.walletKeyJson,
    },
  })
  const isOpen = async () =>
    portalResponse.parse(await (await fetchEndpoint(url, endpoints.public.portal)).json()).claimsOpen
  await Promise.race([done, expect.poll(isOpen, { timeout: 60_000 }).toBe(true)])
  const claims = await Promise.all(holders.slice(0, 3).map((holder) => signClaim(holder)))
  for (const body of claims) {
    expect((await fetchEndpoint(url, endpoints.public.submitClaim, { body })).status).toBe(200)
  }

  const { stdout } = await done
  expect(stdout).toContain('3 paid, 0 failed, 0 on hold')
  expect(stdout).toContain('On the chain: 3 payments, 4.5 tokens')
  expect(await isOpen()).toBe(false)
  for (const { sol } of claims) {
    expect(readFileSync(ledger, 'utf8')).toContain(sol)
    expect(await portal.balanceOf(sol)).toBe(1_500_000_000n)
  }
  await portal.close()
})
