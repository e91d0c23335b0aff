import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { type PayingPortal, startPayingPortal } from '../harness/paying-portal.ts'
import { callConfirmed, registerPasskey } from '../harness/register-passkey.ts'
import type { SoftAuthenticator } from '../harness/soft-authenticator.ts'

let portal: PayingPortal
let ann: SoftAuthenticator
beforeAll(async () => {
  portal = await startPayingPortal()
  await portal.configure('standalone')
  ann = await registerPasskey(portal.call, 'Ann')
})
afterAll(() => portal.close())

async function uploaded() {
  const content = await buildXlsx({ rows: [[freshSolanaAddress(), { number: '30000' }]] })
  const file = { name: 'june.xlsx', content }
  return (await portal.upload(endpoints.standaloneSender.upload, file)).json().distributionId
}

test('a distribution starts with it', async () => {
  const input = { params: { distributionId: await uploaded() } }
  const asked = await portal.call(endpoints.standaloneSender.start, input)
  expect(asked.json()).toMatchObject({ code: 'second_secret_required' })
  const done = await callConfirmed(portal.call, ann, endpoints.standaloneSender.start, input)
  expect(done.json()).toEqual({ message: expect.stringContaining('1 payment') })
})
