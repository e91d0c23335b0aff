import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { AppContext } from '#app/app-context.ts'
import type { SiweTerms } from '#domain/claim-message.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { callEndpoint, fetchEndpoint } from '../harness/call-endpoint.ts'
import { forAllTests } from '../harness/for-tests.ts'
import {
  type ClaimPayload,
  findClaim,
  type Holder,
  loadHolders,
  makeHolder,
  SIWE_SETTINGS,
  signClaim,
  siweTermsInForce,
} from '../harness/holders.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { prepareSafe, startEvmChains } from '../harness/safe-wallets.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

describe('claim message switched', () => {
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

  test('claims of either kind are paid, whatever the portal takes by then', async () => {
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
})

describe('claim messages of contracts', () => {
  const DAY = 24 * 60 * 60_000

  const makeOwner = () => privateKeyToAccount(generatePrivateKey())
  const [ann, bob] = [makeOwner(), makeOwner()]

  let url: string
  const chains = forAllTests(startEvmChains)
  const ferry = forAllTests(() =>
    startPortal({
      settings: SIWE_SETTINGS,
      environment: { EVM_RPC_URL_56: chains.bsc.url, EVM_RPC_URL_271: chains.node.url },
    }),
  )
  beforeAll(async () => {
    url = await ferry.listen()
  })

  async function submit(body: ClaimPayload) {
    const response = await fetchEndpoint(url, endpoints.public.submitClaim, { body })
    return { status: response.status, ...((await response.json()) as { code?: string; error?: string }) }
  }

  async function loadWallet(address: Address, sign: (message: string) => Promise<Hex>): Promise<Holder> {
    const account = { address, signMessage: ({ message }: { message: unknown }) => sign(String(message)) }
    const holder = { account, amountWei: 7_000_000_000_000_000_000n }
    await loadHolders(ferry.app, [holder])
    return holder
  }

  /** Signs the message of the portal, with these other terms. */
  async function signSiwe(
    holder: Holder,
    change: Partial<SiweTerms> = {},
    sent: Parameters<typeof signClaim>[1] = {},
  ) {
    return signClaim(holder, sent, {}, { ...(await siweTermsInForce(ferry.app)), ...change })
  }

  async function loadSafe(): Promise<Holder> {
    const safe = await prepareSafe(chains.onBsc, [ann, bob], 2)
    await safe.deploy()
    return loadWallet(safe.address, (message) => safe.sign(message, [ann, bob]))
  }

  test('a contract wallet claims with the message that names the site (ERC-1271)', async () => {
    const holder = await loadSafe()
    expect(await submit(await signSiwe(holder))).toMatchObject({ status: 200 })
    const claim = await findClaim(ferry.app, holder)
    expect(claim).toMatchObject({ signedBy: 'contract', siweTerms: await siweTermsInForce(ferry.app) })
    expect(claim && ferry.app.seals.differences(sealedClaim(claim), claim.seal)).toBeNull()
  })

  test('thirteen days after the message was issued, it still does', async () => {
    const nonce = Date.now() - 13 * DAY
    expect(await submit(await signSiwe(await loadSafe(), {}, { nonce }))).toMatchObject({ status: 200 })
  })

  test('one that is not deployed yet claims with it (ERC-6492)', async () => {
    const safe = await prepareSafe(chains.onEgon, [ann, bob], 2)
    const holder = await loadWallet(safe.address, (message) => safe.signUndeployed(message, [ann, bob]))
    expect(await submit(await signSiwe(holder, {}, { chainId: '0x10f' }))).toMatchObject({ status: 200 })
  })

  test('for another domain, another list or as five lines it is refused, and the official address named', async () => {
    const holder = await loadSafe()
    for (const claim of [
      await signSiwe(holder, { publicUrl: 'https://claim.example.com' }),
      await signSiwe(holder, { fileHash: 'ab'.repeat(32) }),
      await signClaim(holder),
    ]) {
      const answer = await submit(claim)
      expect(answer).toMatchObject({ status: 400, code: 'bad_signature' })
      expect(answer.error).toContain(`Open ${SIWE_SETTINGS.publicUrl} and sign again`)
    }
  })
})
