import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { sendingKeyPlace } from '#domain/sender.ts'
import { alterStore, readRows } from '../harness/alter-store.ts'
import { forEachTest } from '../harness/for-tests.ts'
import { sampleSender } from '../harness/sample-rows.ts'
import { callConfirmed, registerPasskey, type SoftAuthenticator } from '../harness/soft-authenticator.ts'
import { startPortal, type TestPortal } from '../harness/start-portal.ts'

/** Who writes to the database, and has a session, gets no further than without the database. */

const { admin } = endpoints
const ALTERED = { code: 'second_secret_altered' }
const ASKED = { code: 'second_secret_required' }

let ann: SoftAuthenticator
let ben: SoftAuthenticator
const ferry = forEachTest(startPortal)
beforeEach(async () => {
  const { store, secrets } = ferry.app
  const sender = sampleSender({ kind: 'bulk', rpcUrl: 'http://127.0.0.1:1', fallbackRpcUrls: [] })
  await store.senders.save({
    ...sender,
    sealedKey: secrets.seal(Buffer.alloc(64, 1), sendingKeyPlace(sender)),
  })
  ann = await registerPasskey(call, 'Ann')
  ben = await registerPasskey(call, 'Ben', ann)
})
const call: TestPortal['call'] = (...request) => ferry.call(...request)

const write = (...statements: string[]) => alterStore(ferry.databaseFile, ...statements)
const reset = async (by?: SoftAuthenticator) =>
  (await (by ? callConfirmed(call, by, admin.resetClaims) : call(admin.resetClaims))).json()
const DONE = { deleted: 0 }
const stateOf = async () => (await call(admin.secondSecret)).json()

test('deleting all passkeys does not switch the second secret off', async () => {
  write('delete from passkey')
  expect(await reset()).toMatchObject(ALTERED)
  expect(await reset(ann)).toMatchObject(ALTERED)
  expect(await stateOf()).toMatchObject({ state: 'altered', passkeys: [] })
})

test('nor does deleting them and what they left in the record', async () => {
  write('delete from passkey', 'delete from operator_action', 'delete from action_head')
  expect(await reset()).toMatchObject(ALTERED)
})

test('what keeps the sending key open says that it is asked for', async () => {
  const sealedKey = (await ferry.app.store.senders.find('bulk'))?.sealedKey
  write('delete from passkey', "update sender set sealed_key = x'00'")
  // Nothing can be paid with that key.
  expect(await reset()).toMatchObject(DONE)
  expect(sealedKey).toBeDefined()
})

test.each([
  [
    'key',
    "update passkey set public_key = (select public_key from passkey where person = 'Ben') where person = 'Ann'",
  ],
  ['person', "update passkey set person = 'Eve' where person = 'Ann'"],
  [
    'address',
    "update passkey set origin = 'https://evil.example', rp_id = 'evil.example' where person = 'Ann'",
  ],
  ['seal', "update passkey set seal = (select seal from passkey where person = 'Ben') where person = 'Ann'"],
])('one whose %s was changed is not accepted, and others are', async (_, statement) => {
  write(statement)
  expect(await reset(ann)).toMatchObject(ASKED)
  expect(await reset(ben)).toMatchObject(DONE)
  expect((await stateOf()).passkeys.filter(({ isSound }: { isSound: boolean }) => !isSound)).toHaveLength(1)
})

test('one that was written into the database is not accepted', async () => {
  write(
    `insert into passkey select 'mine', 'Eve', name, 'mine', public_key, rp_id, origin, created_at_ms, 0, null, 0, seal from passkey where person = 'Ben'`,
  )
  const asked = (await call(admin.resetClaims)).json().context
  expect(asked.passkeys.map(({ id }: { id: string }) => id)).toEqual([ann.id, ben.id])
  const secondSecret = ben.answer(asked, { id: 'mine' })
  expect((await call(admin.resetClaims, { secondSecret })).json()).toMatchObject(ASKED)
})

test('where none is as it was registered nothing moves money', async () => {
  write("update passkey set person = 'Eve'")
  expect(await reset(ann)).toMatchObject(ALTERED)
})

test('on the server they are listed and removed, which is recorded', async () => {
  const passkeys = (...args: string[]) => {
    const main = fileURLToPath(new URL('../../src/bin/passkeys.ts', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      encoding: 'utf8',
      env: {
        DATA_DIR: dirname(ferry.databaseFile),
        ADMIN_PASSWORD: 'a long password',
        PATH: process.env.PATH,
      },
    })
    return { status, text: stdout + stderr }
  }
  const [first] = readRows<{ id: string }>(ferry.databaseFile, "select id from passkey where person = 'Ann'")
  expect(passkeys().text).toMatch(/Ann {2}key of Ann.*\n.*Ben {2}key of Ben/)
  expect(passkeys('--remove', 'none')).toEqual({ status: 1, text: expect.stringMatching(/no such passkey/) })
  expect(passkeys('--remove', first?.id ?? '').text).not.toMatch(/key of Ann/)
  expect(await reset(ann)).toMatchObject(ASKED)
  expect(await reset(ben)).toMatchObject(DONE)
  expect((await ferry.app.store.operatorActions.list(2))[1]).toMatchObject({
    action: 'remove_passkey',
    detail: '"key of Ann" of Ann',
    session: null,
  })
  write('delete from passkey')
  expect(await reset()).toMatchObject(ALTERED)
  expect(passkeys('--remove-all').text).toMatch(/No passkey is registered/)
  expect(await reset()).toMatchObject(DONE)
  expect(await stateOf()).toMatchObject({ state: 'off' })

  // Also before the first answer.
  await registerPasskey(call, 'Ann')
  write('delete from passkey')
  expect(await reset()).toMatchObject(ALTERED)
})
