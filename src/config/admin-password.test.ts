import { expect, test } from 'vitest'
import { hashPassword, readAdminPassword } from './admin-password.ts'

test('what is hashed can be read and verified', async () => {
  const hash = await hashPassword('pässword')
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/)
  const password = readAdminPassword(hash)
  expect(await password?.verify('pässword')).toBe(true)
  expect(await password?.verify('password')).toBe(false)
})

test('the same characters in other code points are the same password', async () => {
  const password = readAdminPassword(await hashPassword('p\u00e4ss'))
  expect(await password?.verify('pa\u0308ss')).toBe(true)
})

test('the same password never gives the same hash', async () => {
  expect(await hashPassword('x')).not.toBe(await hashPassword('x'))
})
