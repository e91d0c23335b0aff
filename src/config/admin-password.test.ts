import { scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashPassword, readAdminPassword } from './admin-password.ts'
import { scryptApart } from './scrypt-thread.ts'

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

const options = { N: 2 ** 14, r: 8, p: 1 }
const salt = Buffer.from('pepperandsalt')

test('derives what the crypto module derives, each task for itself', async () => {
  const texts = ['a', 'b', 'c', 'd']
  const derived = await Promise.all(texts.map((text) => scryptApart({ text, salt, bytes: 32, options })))
  for (const [n, text] of texts.entries()) {
    expect(Buffer.from(derived[n] ?? [])).toEqual(scryptSync(text, salt, 32, options))
  }
})

test('fails alone, and goes on', async () => {
  const tooMuch = scryptApart({ text: 'a', salt, bytes: 32, options: { ...options, maxmem: 1 } })
  const right = scryptApart({ text: 'a', salt, bytes: 32, options })
  await expect(tooMuch).rejects.toThrow(/memory|scrypt/i)
  await expect(right).resolves.toHaveLength(32)
})

test('leaves files to the threads that serve them', async () => {
  const pending = Array.from({ length: 40 }, () => scryptApart({ text: 'a', salt, bytes: 32, options }))
  let derived = 0
  for (const each of pending) void each.then(() => derived++)
  await readFile(new URL(import.meta.url))
  expect(derived).toBeLessThan(40)
  await Promise.all(pending)
})
