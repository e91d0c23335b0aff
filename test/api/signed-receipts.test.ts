import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createReceiptSigner } from '#config/seals.ts'
import { type ReceiptKey, type ReceiptSigner, receiptKeyText, signReceipt } from '#domain/portal-receipt.ts'
import { checkReceipt } from '#proofs/check-receipt.ts'
import { readReceiptKeys } from '#proofs/receipt-keys.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { createReceiptKeyStore } from '#store/receipt-keys.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
let holder: Holder
beforeAll(async () => {
  const settings = { tokenName: 'Wave  Coin', tokenSymbol: 'WAVE', publicUrl: 'https://claim.example.org' }
  ferry = await startPortal({ settings: { ...settings, publishBundle: true } })
  holder = makeHolder()
  await loadHolders(ferry.app, [holder, makeHolder()])
})
afterAll(() => ferry.close())

const { portal, submitClaim, correctClaim } = endpoints.public

test('each claim and each correction is confirmed under the announced key', async () => {
  const { receiptKey, root, fileHash } = (await ferry.ask(portal)).json()
  const first = await signClaim(holder)
  const submitted = (await ferry.ask(submitClaim, { body: first })).json()
  const again = await signClaim(holder, { nonce: Number(first.nonce) + 1 })
  const params = { eth: holder.account.address }
  const corrected = (await ferry.ask(correctClaim, { params, body: again })).json()
  for (const [{ id, receipt }, { sol }] of [
    [submitted, first],
    [corrected, again],
  ] as const) {
    const check = { receipt: JSON.stringify({ id, portalReceipt: receipt }), publicKey: receiptKey }
    const { outcome, facts } = checkReceipt(check)
    expect(outcome).toBe('proved')
    expect(receipt.text.split('\n').slice(0, 4)).toEqual([
      'Ferry claim receipt',
      'portal: https://claim.example.org',
      'mint: not set yet',
      'token: Wave Coin (WAVE)',
    ])
    expect(Object.fromEntries(facts)).toEqual({
      Portal: 'https://claim.example.org',
      Mint: 'not set yet',
      Token: 'Wave Coin (WAVE)',
      Reference: id,
      'EVM address': holder.account.address.toLowerCase(),
      'Solana address': sol,
      Amount: '1.5',
      List: fileHash,
      Root: root,
      Received: expect.stringMatching(/^20\d\d-.*Z$/),
    })
    expect(checkReceipt({ ...check, publicKey: '' }).outcome).toBe('not_proved')
    expect(checkReceipt({ ...check, publicKey: '1'.repeat(64) }).outcome).toBe('not_proved')
  }
})

const FACTS = { eth: '0xaa', sol: 'So', amountUA: '7', fileHash: 'f', root: 'r', receivedAtMs: 0 }
const OF = { portal: 'P', mint: 'M', token: 'T (T)', claim: 'ABC' }
const signers = [1, 2, 3, 4].map((fill) => createReceiptSigner(new Uint8Array(32).fill(fill)))
const [first, second, third, stranger] = signers as [
  ReceiptSigner,
  ReceiptSigner,
  ReceiptSigner,
  ReceiptSigner,
]
const receiptBy = async (signer: ReceiptSigner, receivedAtMs = 0) => {
  const portalReceipt = await signReceipt(signer, { ...OF, ...FACTS, receivedAtMs })
  return JSON.stringify({ portalReceipt })
}

test('a receipt that was changed is refuted, and one without the portal proves nothing', async () => {
  const portalReceipt = await signReceipt(first, { ...OF, ...FACTS })
  const outcomeOf = (changed: object) =>
    checkReceipt({
      receipt: JSON.stringify({ portalReceipt: { ...portalReceipt, ...changed } }),
      publicKey: first.publicKey,
    }).outcome
  expect(outcomeOf({})).toBe('proved')
  expect(outcomeOf({ text: portalReceipt.text.replace('amount: 7', 'amount: 8') })).toBe('refuted')
  expect(outcomeOf({ text: portalReceipt.text.replace('portal: P', 'portal: Q') })).toBe('refuted')
  const other = portalReceipt.signature.startsWith('0') ? '1' : '0'
  expect(outcomeOf({ signature: other + portalReceipt.signature.slice(1) })).toBe('refuted')
  expect(outcomeOf(await signReceipt(stranger, { ...OF, ...FACTS }))).toBe('not_proved')
  expect(outcomeOf({ text: 'nonsense' })).toBe('not_proved')
  expect(checkReceipt({ receipt: '{"id":"ABC"}', publicKey: first.publicKey }).outcome).toBe('not_proved')
})

test('a receipt of 0.2.0, which names neither portal nor token, can be checked as before', async () => {
  const text = `Ferry claim receipt\nclaim: ABC\neth: 0xaa\nsol: So\namount: 7\nlist: f\nroot: r\nreceived: 1970-01-01T00:00:00.000Z`
  const receipt = JSON.stringify({
    portalReceipt: { text, publicKey: first.publicKey, signature: await first.sign(text) },
  })
  const { outcome, facts } = checkReceipt({ receipt, publicKey: first.publicKey })
  expect([outcome, facts.length]).toEqual(['proved', 7])
})

describe('after the key was changed twice', () => {
  const AT = [1_000, 2_000] as const
  let keys: ReceiptKey[]
  beforeAll(async () => {
    const database = await openDatabase(':memory:')
    const store = createReceiptKeyStore(database)
    await store.rotate(first, second, AT[0] * 1_000)
    await store.rotate(second, third, AT[1] * 1_000)
    // Each start says which key it has.
    await store.begin(third.publicKey, 9_000_000)
    keys = await store.list()
    await database.close()
  })

  test('an honest old receipt is confirmed by an earlier key, and a new one by a later key than the one that was announced', async () => {
    expect(keys.map(({ key, from }) => [key, from])).toEqual([
      [first.publicKey, AT[0]],
      [second.publicKey, AT[0]],
      [third.publicKey, AT[1]],
    ])
    const old = { receipt: await receiptBy(first), publicKey: third.publicKey }
    expect(checkReceipt(old)).toMatchObject({
      outcome: 'not_proved',
      sentence: expect.stringMatching(/perhaps an earlier key/),
    })
    expect(checkReceipt({ ...old, keys })).toMatchObject({
      outcome: 'proved',
      sentence: expect.stringMatching(
        /^Confirmed by an earlier key of this portal, in use until 1970-01-01T00:16:40/,
      ),
    })
    const later = { receipt: await receiptBy(third, 5_000_000), publicKey: first.publicKey, keys }
    expect(checkReceipt(later)).toMatchObject({
      outcome: 'proved',
      sentence: expect.stringMatching(/^Confirmed by a later key of this portal/),
    })
  })

  test('a receipt that says a later time than the one at which its key was replaced is not proved', async () => {
    const late = { receipt: await receiptBy(first, AT[0] * 1_000 + 1), publicKey: third.publicKey, keys }
    expect(checkReceipt(late)).toMatchObject({
      outcome: 'not_proved',
      sentence: expect.stringMatching(/no longer in use/),
    })
  })

  test('nobody else can make their key one of the portal: it has to be signed by the key that is trusted', async () => {
    const names = { previous: stranger.publicKey, key: third.publicKey, from: AT[1] }
    const claimed = await stranger.sign(receiptKeyText(names))
    const forged = [
      { key: stranger.publicKey, from: 0, signedByPrevious: null, confirmsPrevious: null },
      { key: third.publicKey, from: AT[1], signedByPrevious: claimed, confirmsPrevious: claimed },
    ]
    for (const given of [forged, [...keys.slice(0, 2), ...forged], keys]) {
      const check = { receipt: await receiptBy(stranger), publicKey: third.publicKey, keys: given }
      expect(checkReceipt(check).outcome).toBe('not_proved')
    }
  })

  test('a link that was changed or is missing proves nothing', async () => {
    const check = { receipt: await receiptBy(first), publicKey: third.publicKey }
    const changed = keys.map((each, place) => (place === 1 ? { ...each, from: each.from + 1 } : each))
    const lost = keys.map((each, place) => (place === 1 ? { ...each, confirmsPrevious: null } : each))
    for (const given of [changed, lost, keys.slice(1), [...keys].reverse()])
      expect(checkReceipt({ ...check, keys: given }).outcome).toBe('not_proved')
  })

  test('they are read from what the portal answers and from the bundle, and from nothing else', async () => {
    const { portal: route, listBundle } = endpoints.public
    const answered = await ferry.ask(route)
    const announced = answered.json()
    expect(announced.receiptKeys).toEqual([
      { key: announced.receiptKey, from: expect.any(Number), signedByPrevious: null, confirmsPrevious: null },
    ])
    const bundle = await ferry.ask(listBundle)
    for (const { rawPayload } of [answered, bundle])
      expect(await readReceiptKeys(new Uint8Array(rawPayload))).toEqual(announced.receiptKeys)
    const nonsense = [{ ...announced.receiptKeys[0], from: 1e300 }]
    for (const file of ['', 'PK', '{}', JSON.stringify({ receiptKeys: nonsense })])
      await expect(readReceiptKeys(new Uint8Array(Buffer.from(file)))).rejects.toThrow('no receipt keys')
  })
})
