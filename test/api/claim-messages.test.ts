import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import type { Claim } from '#domain/claim.ts'
import type { SiweTerms } from '#domain/claim-message.ts'
import { sealedClaim } from '#domain/sealed-record.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { answerOf } from '../harness/call-endpoint.ts'
import { folderForTests } from '../harness/for-tests.ts'
import {
  type ClaimPayload,
  findClaim,
  type Holder,
  loadHolders,
  makeHolder,
  SIWE_SETTINGS,
  signClaim,
  siweTermsInForce,
  withHighS,
} from '../harness/holders.ts'
import { ALL_QUEUED, beginRun, sampleSender } from '../harness/sample-rows.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

const SITE = SIWE_SETTINGS.publicUrl
const TERMS = 'You agree to everything.\n'

const termsFile = join(folderForTests(), 'terms.txt')
beforeAll(() => writeFileSync(termsFile, TERMS))

let ferry: TestPortal
let holder: Holder
beforeEach(() => {
  holder = makeHolder()
})
afterEach(() => ferry.close())

async function start(settings: Record<string, unknown>): Promise<void> {
  ferry = await startPortal({ settings })
  await loadHolders(ferry.app, [holder])
}

const submit = async (body: ClaimPayload) => answerOf(await ferry.ask(endpoints.public.submitClaim, { body }))

const claimOf = (holder: Holder) => findClaim(ferry.app, holder)

/** Signs the message of the portal, with these other terms. */
async function signSiwe(change: Partial<SiweTerms> = {}, sent: Parameters<typeof signClaim>[1] = {}) {
  return signClaim(holder, sent, {}, { ...(await siweTermsInForce(ferry.app)), ...change })
}

describe('where claims are signed as EIP-4361 has it', () => {
  beforeEach(() =>
    start({
      ...SIWE_SETTINGS,
      links: { terms: 'https://example.org/terms', support: 'https://example.org/help' },
      termsFile,
    }),
  )

  test('the portal says what has to be named', async () => {
    const portal = (await ferry.ask(endpoints.public.portal)).json()
    expect(portal).toMatchObject({
      claimMessage: 'siwe',
      publicUrl: SITE,
      termsHash: createHash('sha256').update(TERMS).digest('hex'),
      links: {
        site: null,
        terms: 'https://example.org/terms',
        support: 'https://example.org/help',
        announcement: null,
      },
    })
  })

  test('a claim is accepted, and kept with all that its message names', async () => {
    const terms = await siweTermsInForce(ferry.app)
    const payload = await signSiwe()
    expect(await submit(payload)).toMatchObject({ status: 200, ok: true })
    const claim = await claimOf(holder)
    expect(claim).toMatchObject({ siweTerms: terms, signedBy: 'key', ethSigned: payload.eth })
    expect(claim && ferry.app.seals.differences(sealedClaim(claim), claim.seal)).toBeNull()
  })

  test('what was signed is shown to the administrator', async () => {
    const payload = await signSiwe()
    const { id } = await submit(payload)
    const detail = await ferry.call(endpoints.admin.claim, { params: { id } })
    const { fileHash, termsHash } = await siweTermsInForce(ferry.app)
    expect(parseSiweMessage(detail.json().message)).toMatchObject({
      domain: 'claim.example.org',
      address: holder.account.address,
      statement: `Claim 1.5 FRY as SPL tokens to ${payload.sol}`,
      nonce: String(payload.nonce),
      resources: [`urn:ferry:list:${fileHash}`, `urn:ferry:terms:${termsHash}`],
    })
  })

  test.each([
    ['in lower case', (address: string) => address.toLowerCase()],
    ['in upper case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
    ['with its checksum', (address: string) => getAddress(address)],
  ])('the address is signed with its checksum, also where it is sent %s', async (_, write) => {
    expect(await submit(await signSiwe({}, { eth: write(holder.account.address) }))).toMatchObject({
      ok: true,
    })
  })

  test('the chain may be written in hexadecimal', async () => {
    expect(await submit(await signSiwe({}, { chainId: '0x38' }))).toMatchObject({ ok: true })
  })

  test('the five lines are refused with words', async () => {
    const answer = await submit(await signClaim(holder))
    expect(answer).toMatchObject({ status: 400, code: 'wrong_message', context: { publicUrl: SITE } })
    expect(answer.error).toContain(`does not name its site, which this portal does not take`)
    expect(answer.error).toContain(`Open ${SITE} and sign again`)
    expect(await claimOf(holder)).toBeUndefined()
  })

  test('a signature for another domain is refused, and the official address is named', async () => {
    for (const publicUrl of [
      'https://claim.example.com',
      'https://claim-example.org',
      'https://claim.example.org:8443',
      'http://claim.example.org',
    ]) {
      const answer = await submit(await signSiwe({ publicUrl }))
      expect(answer).toMatchObject({ status: 400, code: 'bad_signature', context: { publicUrl: SITE } })
      expect(answer.error).toContain(`If another site than ${SITE} asked you to sign, do not trust it`)
    }
    expect(await claimOf(holder)).toBeUndefined()
  })

  test.each<[string, Partial<SiweTerms>]>([
    ["another list's hash", { fileHash: 'ab'.repeat(32) }],
    ['other terms', { termsHash: 'ab'.repeat(32) }],
    ['no terms', { termsHash: null }],
    ['another symbol', { tokenSymbol: 'FRX' }],
  ])('a message with %s is refused', async (_, change) => {
    expect(await submit(await signSiwe(change))).toMatchObject({ status: 400, code: 'bad_signature' })
    expect(await claimOf(holder)).toBeUndefined()
  })

  test.each<[string, object]>([
    ['recipient', { sol: freshSolanaAddress() }],
    ['amount', { amountUA: '1.6' }],
    ['nonce', { nonce: '1795384800123' }],
    ['chain', { chainId: 271 }],
  ])('a message with another %s is refused', async (_, signed) => {
    const payload = await signClaim(holder, {}, signed, await siweTermsInForce(ferry.app))
    expect(await submit(payload)).toMatchObject({ status: 400, code: 'bad_signature' })
  })

  test('a high s is refused as ever', async () => {
    expect(await submit(await withHighS(await signSiwe()))).toMatchObject({ code: 'high_s_signature' })
  })

  test("another's signature is refused", async () => {
    const other = makeHolder()
    const terms = await siweTermsInForce(ferry.app)
    const { signature } = await signClaim(other, {}, {}, terms)
    expect(await submit({ ...(await signSiwe()), signature })).toMatchObject({ code: 'bad_signature' })
  })

  test('a claim that was signed for the list before is refused, and says why', async () => {
    const payload = await signSiwe()
    await loadHolders(ferry.app, [holder, makeHolder()])
    const answer = await submit(payload)
    expect(answer).toMatchObject({ status: 400, code: 'list_replaced', context: { was: '1.5', is: '1.5' } })
    expect(answer.error).toContain('The holder list was replaced')
    expect(await submit(await signSiwe())).toMatchObject({ ok: true })
  })

  test('so is one for a list of several lists ago: no other site is suspected', async () => {
    const payload = await signSiwe()
    for (const amountWei of [holder.amountWei + 1n, holder.amountWei * 2n, holder.amountWei * 3n])
      await loadHolders(ferry.app, [{ ...holder, amountWei }])
    expect(await submit(payload)).toMatchObject({ code: 'list_replaced', context: { was: '1.5', is: '4.5' } })
  })

  test('so is one for the list before that gave another amount', async () => {
    const payload = await signSiwe()
    await loadHolders(ferry.app, [{ ...holder, amountWei: holder.amountWei + 1n }])
    expect(await submit(payload)).toMatchObject({ status: 400, code: 'list_replaced' })
    expect(await claimOf(holder)).toBeUndefined()
  })

  test('after ten minutes it is too late for a key', async () => {
    const nonce = Date.now() - 10 * 60_000 - 1_000
    expect(await submit(await signSiwe({}, { nonce }))).toMatchObject({ code: 'stale_nonce' })
  })
})

describe('where claims are signed as five lines', () => {
  test('one for an amount of an earlier list is refused, and told both amounts, however many lists ago', async () => {
    await start({})
    const payload = await signClaim(holder)
    for (const amountWei of [holder.amountWei * 2n, holder.amountWei * 4n, holder.amountWei * 6n]) {
      await loadHolders(ferry.app, [{ ...holder, amountWei }])
      const is = String(Number(amountWei) / 1e18)
      const answer = await submit(payload)
      expect(answer).toMatchObject({ status: 400, code: 'list_replaced', context: { was: '1.5', is } })
      expect(answer.error).toContain(`Your allocation was changed from 1.5 to ${is}.`)
    }
    // An amount that no list gave, and a signature of somebody else's, are what they were.
    expect(await submit(await signClaim(holder, {}, { amountUA: '7' }))).toMatchObject({
      code: 'bad_signature',
    })
    const { signature } = await signClaim(makeHolder())
    expect(await submit({ ...payload, signature })).toMatchObject({ code: 'bad_signature' })
    expect(await claimOf(holder)).toBeUndefined()
  })

  test('EIP-4361 is refused, with words where the address is known', async () => {
    await start({ publicUrl: SITE })
    const { fileHash } = (await ferry.ask(endpoints.public.portal)).json()
    const terms = { publicUrl: SITE, tokenSymbol: 'TOKEN', fileHash, termsHash: null }
    const answer = await submit(await signClaim(holder, {}, {}, terms))
    expect(answer).toMatchObject({ status: 400, code: 'wrong_message' })
    expect(answer.context).toEqual({})
    expect(answer.error).toContain('a kind that this portal does not take any more')
    expect(await submit(await signClaim(holder, {}, { amountUA: '9' }))).toMatchObject({
      code: 'bad_signature',
    })
    expect(await submit(await signClaim(holder))).toMatchObject({ ok: true })
    expect((await claimOf(holder))?.siweTerms).toBeNull()
  })

  test('EIP-4361 is refused where no address is known', async () => {
    await start({})
    const terms = { publicUrl: SITE, tokenSymbol: 'TOKEN', fileHash: 'a', termsHash: null }
    const answer = await submit(await signClaim(holder, {}, {}, terms))
    expect(answer).toMatchObject({ status: 400, code: 'bad_signature' })
    expect(answer.context).toEqual({})
    expect(answer.error).not.toContain('http')
  })
})

describe('before it is paid', () => {
  let intruder: Database
  let claim: Claim
  beforeEach(async () => {
    await start(SIWE_SETTINGS)
    intruder = await openDatabase(ferry.databaseFile)
    expect(await submit(await signSiwe())).toMatchObject({ ok: true })
    claim = (await claimOf(holder)) as Claim
  })
  afterEach(() => intruder.close())

  /** Returns why the claim must not be paid; undefined where it may. */
  async function objection(): Promise<string | undefined> {
    const { store } = ferry.app
    await store.senders.save(sampleSender({ kind: 'bulk', mintAddress: freshSolanaAddress() }))
    const run = await beginRun({ store }, { mintAddress: 'mint' }, ALL_QUEUED)
    const transfers = await store.journal.nextTransfers(run.id, 10)
    expect(transfers).toHaveLength(1)
    const found = await createPaymentAuthorization(ferry.app).check(transfers, run)
    return [...found.values()][0]
  }

  /** Writes to the database, and seals it with a stolen key where told. */
  async function alter(change: Partial<Claim>, { resealed = false } = {}): Promise<void> {
    const altered = { ...claim, ...change }
    const seal = resealed ? ferry.app.seals.make(sealedClaim(altered)) : claim.seal
    const { siweTerms, solAddress } = altered
    await intruder.db
      .updateTable('claim')
      .set({ solAddress, siweTerms: (siweTerms && JSON.stringify(siweTerms)) as never, seal })
      .where('id', '=', claim.id)
      .execute()
  }

  test('an unaltered claim is verified anew', async () => {
    expect(await objection()).toBeUndefined()
  })

  test.each<[string, (terms: SiweTerms) => SiweTerms | null]>([
    ['the site', (terms) => ({ ...terms, publicUrl: 'https://claim.example.com' })],
    ['the symbol', (terms) => ({ ...terms, tokenSymbol: 'FRX' })],
    ['the list', (terms) => ({ ...terms, fileHash: 'other' })],
    ['the terms', (terms) => ({ ...terms, termsHash: 'other' })],
    ['everything', () => null],
  ])('%s, altered in the database, is noticed by the seal and by the signature', async (_, change) => {
    const siweTerms = change(claim.siweTerms as SiweTerms)
    await alter({ siweTerms })
    expect(await objection()).toMatch(
      /changed after it was accepted: what its message names is not as it was/,
    )
    await alter({ siweTerms }, { resealed: true })
    const run = await ferry.app.store.runs.find(1)
    if (!run) throw new Error('there is no run')
    const transfers = await ferry.app.store.journal.nextTransfers(run.id, 10)
    const found = await createPaymentAuthorization(ferry.app).check(transfers, run)
    expect([...found.values()]).toEqual([
      expect.stringMatching(/signature of its claim is not one of the EVM/),
    ])
  })

  test('another recipient under a stolen seal is noticed by the signature', async () => {
    await alter({ solAddress: freshSolanaAddress() }, { resealed: true })
    expect(await objection()).toMatch(/signature of its claim is not one of the EVM address/)
  })

  test('terms that are none make the record unreadable, not unsigned', async () => {
    await intruder.db
      .updateTable('claim')
      .set({ siweTerms: '{"publicUrl":1}' as never })
      .execute()
    const detail = endpoints.admin.claim
    const answer = await ferry.call(detail, { params: { id: claim.id } })
    expect(answer.json()).toMatchObject({ code: 'record_unreadable', context: { column: 'siweTerms' } })
  })
})
