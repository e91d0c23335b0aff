import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { startPortal } from '../harness/start-portal.ts'

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ferry\r\n\r\n`

test('while the server stops, requests under way are finished and later ones rejected', async () => {
  const ferry = await startPortal()
  const { store } = ferry.app
  const current = store.snapshots.current
  const underWay = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  store.snapshots.current = async () => {
    underWay.resolve()
    await release.promise
    return current()
  }

  const url = new URL(await ferry.listen())
  const socket = connect(Number(url.port), url.hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const ended = new Promise((resolve) => socket.on('close', resolve))
  socket.write(ask(endpoints.public.portal.path))
  await underWay.promise
  const closed = ferry.close()
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  socket.write(ask(endpoints.public.health.path))
  release.resolve()
  await Promise.all([closed, ended])

  const [first = '', second = ''] = received.split(/(?=HTTP\/1\.1 503)/)
  expect(first).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(first).toContain('"tokenName"')
  expect(second).toMatch(/^HTTP\/1\.1 503 Service Unavailable/)
  expect(second).toMatch(/retry-after: 5/i)
  expect(second).toContain('"code":"not_ready"')
})
