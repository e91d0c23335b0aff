import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress } from './client-of.ts'

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
