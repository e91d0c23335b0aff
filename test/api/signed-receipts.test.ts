import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { createReceiptSigner } from '#config/seals.ts'
import { signReceipt } from '#domain/portal-receipt.ts'
import { checkReceipt } from '#proofs/check-receipt.ts'
import { callEndpoint } from '../harness/call-endpoint.ts'
import { type Holder, loadHolders, makeHolder, signClaim } from '../harness/holders.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

let ferry: TestPortal
let holder: Holder
beforeAll(async () => {
  ferry = await startPortal()
  holder = makeHolder()
  await loadHolders(ferry.app, [holder, makeHolder()])
})
afterAll(() => ferry.close())

const { portal, submitClaim, correctClaim } = endpoints.public

test('each claim and each correction is confirmed under the announced key', async () => {
  const { receiptKey, root, fileHash } = (await callEndpoint(ferry.server, portal)).json()
  const first = await signClaim(holder)
  const submitted = (await callEndpoint(ferry.server, submitClaim, { body: first })).json()
  const again = await signClaim(holder, { nonce: Number(first.nonce) + 1 })
  const params = { eth: holder.account.address }
  const corrected = (await callEndpoint(ferry.server, correctClaim, { params, body: again })).json()
  for (const [{ id, receipt }, { sol }] of [
    [submitted, first],
    [corrected, again],
  ] as const) {
    const check = { receipt: JSON.stringify({ id, portalReceipt: receipt }), publicKey: receiptKey }
    const { outcome, facts } = checkReceipt(check)
    expect(outcome).toBe('proved')
    expect(Object.fromEntries(facts)).toEqual({
      Reference: id,
      'EVM address': holder.account.address.toLowerCase(),
      'Solana address': sol,
      Amount: '1.5',
      List: fileHash,
      Root: root,
      Received: expect.stringMatching(/^20\d\d-.*Z$/),
    })
    expect(checkReceipt({ ...check, publicKey: '' }).outcome).toBe('not_proved')
    expect(checkReceipt({ ...check, publicKey: '1'.repeat(64) }).outcome).toBe('refuted')
  }
})

test('a receipt that was changed is refuted, and one without the portal proves nothing', async () => {
  const signer = createReceiptSigner(new Uint8Array(32).fill(1))
  const facts = { eth: '0xaa', sol: 'So', amountUA: '7', fileHash: 'f', root: 'r', receivedAtMs: 0 }
  const portalReceipt = await signReceipt(signer, { claim: 'ABC', ...facts })
  const outcomeOf = (changed: object) =>
    checkReceipt({
      receipt: JSON.stringify({ portalReceipt: { ...portalReceipt, ...changed } }),
      publicKey: signer.publicKey,
    }).outcome
  expect(outcomeOf({})).toBe('proved')
  expect(outcomeOf({ text: portalReceipt.text.replace('amount: 7', 'amount: 8') })).toBe('refuted')
  const other = portalReceipt.signature.startsWith('0') ? '1' : '0'
  expect(outcomeOf({ signature: other + portalReceipt.signature.slice(1) })).toBe('refuted')
  const forger = createReceiptSigner(new Uint8Array(32).fill(2))
  expect(outcomeOf(await signReceipt(forger, { claim: 'ABC', ...facts }))).toBe('refuted')
  expect(outcomeOf({ text: 'nonsense' })).toBe('not_proved')
  expect(checkReceipt({ receipt: '{"id":"ABC"}', publicKey: signer.publicKey }).outcome).toBe('not_proved')
})
