import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { DIALECTS, startPortalDatabase } from '../harness/each-store.ts'
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
import { prepareSafe, startEvmChains } from '../harness/safe-wallets.ts'
import { startPortal } from '../harness/start-portal.ts'

const DAY = 24 * 60 * 60_000

describe.each([
  ...DIALECTS.map((dialect) => ({ dialect, message: 'lines' })),
  { dialect: 'SQLite' as const, message: 'siwe' },
])('after Reset, on $dialect with $message', ({ dialect, message }) => {
  const database = forAllTests(() => startPortalDatabase(dialect))
  const chains = forAllTests(startEvmChains)
  const ferry = forAllTests(() =>
    startPortal({
      environment: { EVM_RPC_URL_56: chains.bsc.url, ...database.environment },
      ...(message === 'siwe' && { settings: SIWE_SETTINGS }),
    }),
  )

  const call = async (endpoint: Route, input: AnyInput) => {
    const response = await ferry.call(endpoint, input)
    return response.statusCode === 200 ? 200 : response.json().code
  }
  const submit = (body: ClaimPayload) => call(endpoints.public.submitClaim, { body })
  const correct = (body: ClaimPayload) =>
    call(endpoints.public.correctClaim, { params: { eth: body.eth }, body })
  const reset = () => call(endpoints.admin.resetClaims, {})
  const sign = async (holder: Holder, nonce: number) =>
    signClaim(holder, { nonce }, {}, message === 'siwe' ? await siweTermsInForce(ferry.app) : null)
  const destination = async ({ account }: Holder) => (await findClaim(ferry.app, { account }))?.solAddress

  describe.each(['a key', 'a contract wallet'])('the claim of %s', (signer) => {
    let holder: Holder
    let now: number

    beforeEach(async () => {
      holder = signer === 'a key' ? makeHolder() : await contractWallet()
      await loadHolders(ferry.app, [holder])
      now = Date.now()
    })

    async function contractWallet(): Promise<Holder> {
      const owners = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
      const safe = await prepareSafe(chains.onBsc, owners, 2)
      await safe.deploy()
      const signMessage = ({ message: text }: { message: unknown }) => safe.sign(String(text), owners)
      return { ...makeHolder(), account: { address: safe.address, signMessage } }
    }

    test('that was corrected away is not good again, nor is the one that replaced it', async () => {
      const corrected = await sign(holder, now - 2_000)
      const inForce = await sign(holder, now - 1_000)
      expect(await submit(corrected)).toBe(200)
      expect(await correct(inForce)).toBe(200)
      expect(await reset()).toBe(200)
      for (const old of [corrected, inForce]) {
        expect(await submit(old)).toBe('nonce_not_newer')
        expect(await destination(holder)).toBeUndefined()
      }
      const fresh = await sign(holder, now)
      expect(await submit(fresh)).toBe(200)
      expect(await destination(holder)).toBe(fresh.sol)
    })

    test('is good where nothing newer of its address was on record, however long before the Reset it was signed', async () => {
      const signed = await sign(holder, signer === 'a key' ? now - 9 * 60_000 : now - 13 * DAY)
      const other = makeHolder()
      await loadHolders(ferry.app, [holder, other])
      // SIWE names the list in force.
      const named = message === 'siwe' ? await sign(holder, Number(signed.nonce)) : signed
      expect(await submit(await sign(other, now))).toBe(200)
      expect(await reset()).toBe(200)
      expect(await submit(named)).toBe(200)
    })

    test('from a clock that is ahead stays the newest, also after a second Reset', async () => {
      const [first, ahead] = [await sign(holder, now), await sign(holder, now + 50_000)]
      expect(await submit(ahead)).toBe(200)
      expect(await reset()).toBe(200)
      expect(await submit(first)).toBe('nonce_not_newer')
      expect(await reset()).toBe(200)
      expect(await submit(first)).toBe('nonce_not_newer')
      const newest = await sign(holder, now + 50_001)
      expect(await submit(newest)).toBe(200)
      expect(await reset()).toBe(200)
      expect(await submit(newest)).toBe('nonce_not_newer')
    })

    test('is refused in the commit as well, where the Reset came after it was looked for', async () => {
      const [older, newer] = [await sign(holder, now - 1_000), await sign(holder, now)]
      expect(await submit(newer)).toBe(200)
      const { claims } = ferry.app.store
      const claim = await claims.findByAddress(holder.account.address.toLowerCase() as never)
      if (!claim) throw new Error('there is no claim')
      expect(await reset()).toBe(200)
      expect((await claims.insertMany([{ ...claim, nonce: String(older.nonce) }])).size).toBe(0)
      expect((await claims.insertMany([claim])).size).toBe(0)
      expect((await claims.insertMany([{ ...claim, nonce: String(now + 1) }])).size).toBe(1)
    })
  })
})
