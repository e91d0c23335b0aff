import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import { startPayingPortal } from '../harness/paying-portal.ts'

test('npm run reconcile says in words that the database stopped in the middle', async () => {
  const postgres = await startPostgres()
  const environment = {
    DATABASE_URL: await postgres.createDatabase(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
  }
  const portal = await startPayingPortal({ environment })
  await portal.configure('bulk')

  // A node that answers once the database is gone.
  const node = createServer(async (request, response) => {
    const body = await text(request)
    await postgres.halt()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(portal.localnet.url, { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  node.listen(0, '127.0.0.1')
  await once(node, 'listening')
  const rpc = `http://127.0.0.1:${(node.address() as AddressInfo).port}`

  const env = { ...environment, PATH: process.env.PATH, ADMIN_PASSWORD: 'a long password' }
  const failed = await promisify(execFile)(process.execPath, ['src/bin/reconcile.ts', '--rpc', rpc], {
    env,
  }).catch((error) => error)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/^The database can not be used: .+\.$/m)
  expect(failed.stderr).not.toMatch(/^\s+at /m)

  node.close()
  await portal.close()
  await postgres.stop()
})
