import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readTrustProxy } from '#config/environment.ts'
import { clientAddress, trustedProxies } from './client-of.ts'

const trustedBy = (text: string) => trustedProxies(readTrustProxy(text) ?? false)

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.7.7'])(
  'on: %s is near',
  (address) => {
    const isTrusted = trustedBy('on')
    // The second answer is the remembered one.
    expect([isTrusted(address), isTrusted(address)]).toEqual([true, true])
  },
)

test.each(['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'fd00::5', '::ffff:10.0.0.1'])(
  'on: %s is near',
  (address) => {
    expect(trustedBy('on')(address)).toBe(true)
  },
)

test.each(['198.51.100.1', '172.32.0.1', '2001:db8::1', '::ffff:198.51.100.1', 'unknown', '', undefined])(
  'on: %s is not',
  (address) => {
    const isTrusted = trustedBy('on')
    expect([isTrusted(address), isTrusted(address)]).toEqual([false, false])
  },
)

test('addresses and ranges are trusted, and nothing else is', () => {
  const isTrusted = trustedBy('198.51.100.7, 203.0.113.0/24, 2001:db8::/32')
  const asked = ['198.51.100.7', '198.51.100.8', '203.0.113.9', '203.0.114.9', '2001:db8::9', '127.0.0.1']
  expect(asked.map(isTrusted)).toEqual([true, false, true, false, true, false])
})

test('off trusts nobody, and a crowd of others does not grow its memory without end', () => {
  expect(trustedBy('off')('127.0.0.1')).toBe(false)
  const isTrusted = trustedBy('on')
  for (let n = 0; n < 3_000; n += 1) isTrusted(`198.51.${n >> 8}.${n & 255}`)
  expect([isTrusted('127.0.0.1'), isTrusted('198.51.0.0')]).toEqual([true, false])
})

const addressOf = (ip: string | undefined) => clientAddress({ ip } as FastifyRequest)

test('a request whose socket is gone has no address', () => {
  expect(addressOf(undefined)).toBe('')
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['[2001:db8:1:2:3:4:5:6]:4711', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
])('%s counts as %s', (ip, client) => {
  expect(addressOf(ip)).toBe(client)
})

test('what was found first stays, when the socket is gone too', () => {
  const request = { ip: '198.51.100.7' } as { ip: string | undefined }
  expect(clientAddress(request as FastifyRequest)).toBe('198.51.100.7')
  request.ip = undefined
  expect(clientAddress(request as FastifyRequest)).toBe('198.51.100.7')
})
