import { expect, test } from 'vitest'
import type { AnyInput, Route } from '#api-schema/endpoint.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { alterStore } from '../harness/alter-store.ts'
import { buildXlsx } from '../harness/build-xlsx.ts'
import { forAllTests } from '../harness/for-tests.ts'
import { listOf } from '../harness/money-routes.ts'
import { senderConfig, startPayingPortal } from '../harness/paying-portal.ts'
import { addClaims, sampleClaim } from '../harness/sample-rows.ts'
import {
  callConfirmed,
  PANEL_ORIGIN,
  registerPasskey,
  type SoftAuthenticator,
} from '../harness/soft-authenticator.ts'
import { ADMIN_PASSWORD } from '../harness/start-portal.ts'

/** TWO_PEOPLE: who uploaded or published is not who starts. In the order of a day. */

const { admin, bulkSender, lists, standaloneSender } = endpoints

let ann: SoftAuthenticator
let ben: SoftAuthenticator
const portal = forAllTests(() => startPayingPortal({ environment: { TWO_PEOPLE: 'on' } }))
const as = async (who: SoftAuthenticator, endpoint: Route, input?: AnyInput) =>
  (await callConfirmed(portal.call, who, endpoint, input)).json()

const payments = async (recipients = [freshSolanaAddress()]) => {
  const content = await buildXlsx({ rows: recipients.map((each) => [each, { number: '2' }]) })
  return new File([new Uint8Array(content)], 'june.xlsx')
}
const start = (who: SoftAuthenticator, distributionId: string) =>
  as(who, standaloneSender.start, { params: { distributionId } })

test('nothing that moves money is done before two people are registered', async () => {
  const needed = {
    code: 'two_people_needed',
    error: expect.stringMatching(/Register one of each of two people/),
  }
  expect((await portal.call(admin.resetClaims)).json()).toMatchObject(needed)
  ann = await registerPasskey(portal.call, 'Ann')
  expect((await portal.call(admin.resetClaims)).json()).toMatchObject(needed)
  expect(await portal.requestConfig('standalone', { testKey: true })).toMatchObject({
    status: 409,
    ...needed,
  })
  // The same person, with another name for it.
  const second = await registerPasskey(portal.call, ' ann ', ann)
  expect(await as(second, admin.resetClaims)).toMatchObject(needed)
  ben = await registerPasskey(portal.call, 'Ben', ann)
  expect((await portal.call(admin.secondSecret)).json()).toMatchObject({ state: 'on', twoPeople: true })
})

test('nobody registers as a third', async () => {
  const body = { person: 'Eve', name: 'phone', password: ADMIN_PASSWORD }
  const answer = await as(ann, admin.registerPasskey, { headers: { origin: PANEL_ORIGIN }, body })
  expect(answer).toMatchObject({ code: 'two_people_registered' })
})

test('a distribution is started by who did not upload it', async () => {
  const body = senderConfig(portal, { testKey: true })
  for (const { config } of [standaloneSender, bulkSender])
    expect(await as(ann, config, { body })).toHaveProperty('walletAddress')
  const file = await payments()
  expect((await portal.call(standaloneSender.upload, { file })).json()).toMatchObject({
    code: 'second_secret_required',
    context: { what: 'upload "june.xlsx": 1 payment, 2 TOKEN' },
  })
  const { distributionId } = await as(ann, standaloneSender.upload, { file })
  expect(await start(ann, distributionId)).toMatchObject({
    code: 'same_person',
    error: expect.stringMatching(/^Ann uploaded this/),
  })
  expect(await start(ben, distributionId)).toEqual({ message: expect.stringMatching(/1 payment/) })
  await portal.untilSent(distributionId)
})

test('what the database says of who uploaded is not believed', async () => {
  const { distributionId } = await as(ann, standaloneSender.upload, { file: await payments() })
  const write = (statement: string) => alterStore(portal.ferry.databaseFile, statement)
  write("update maker set person = 'Ben' where subject like 'distribution %'")
  for (const who of [ann, ben])
    expect(await start(who, distributionId)).toMatchObject({ code: 'maker_unknown' })
  write("delete from maker where subject like 'distribution %'")
  expect(await start(ann, distributionId)).toMatchObject({ code: 'maker_unknown' })
})

async function askToPublish(holders: number) {
  const file = new File([listOf(holders)], 'holders.csv')
  const { uploadId, confirm } = (await portal.call(admin.upload, { file })).json()
  return { params: { uploadId }, body: confirm === null ? {} : { confirm } }
}

test('each list is published by somebody who is known, one that adds nothing as well', async () => {
  expect(await as(ann, lists.publishUpload, await askToPublish(301))).toMatchObject({ count: 301 })
  const fewer = await askToPublish(300)
  expect((await portal.call(lists.publishUpload, fewer)).json()).toMatchObject({
    code: 'second_secret_required',
  })
  expect(await as(ben, lists.publishUpload, fewer)).toMatchObject({ count: 300 })
})

test('claims are started by who did not publish the list in force', async () => {
  const claim = sampleClaim({ solAddress: freshSolanaAddress(), submittedAtMs: Date.now() })
  await addClaims(portal.ferry.app, [claim])
  expect(await as(ben, bulkSender.start)).toMatchObject({
    code: 'same_person',
    error: expect.stringMatching(/^Ben published this/),
  })
  const list = await portal.ferry.app.store.snapshots.current()
  const nameMaker = (person: string) =>
    alterStore(
      portal.ferry.databaseFile,
      `update maker set person = '${person}' where subject = 'list ${list?.id}'`,
    )
  nameMaker('Ann')
  expect(await as(ben, bulkSender.start)).toMatchObject({
    code: 'maker_unknown',
    error: expect.stringMatching(/published the list in force/),
  })
  nameMaker('Ben')
  expect(await as(ann, bulkSender.start)).toEqual({ message: expect.stringMatching(/1 queued claim/) })
})
