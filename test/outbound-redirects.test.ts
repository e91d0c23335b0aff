import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import { connectEvmChain } from '#evm/evm-chain.ts'
import { connectSurveyChain } from '#evm/survey-chain.ts'
import { postAlert } from '#observe/alerts/post-alert.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { askPortal } from '#tools/claim/portal.ts'
import { connectEvmNode } from '#tools/snapshot/evm-node.ts'

/**
 * Every client that asks another server refuses its redirects: they would carry requests, and signed transactions and alerts with them, to
 * somebody else, whose answer would count.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ACCOUNT = '0x000000000000000000000000000000000000dead' as EvmAddress

/** By the file that asks: a request of each of its clients. */
const CLIENTS: Record<string, ((url: string) => Promise<unknown>)[]> = {
  'tools/claim/portal.ts': [
    (url) => askPortal(url, endpoints.public.portal),
    (url) =>
      askPortal(url, endpoints.public.submitClaim, {
        body: { eth: ACCOUNT, sol: 'sol', nonce: 1, chainId: 56, signature: '0x' },
      }),
  ],
  'src/evm/evm-chain.ts': [(url) => connectEvmChain(56, url, 700).hasCode(ACCOUNT)],
  'src/evm/survey-chain.ts': [(url) => connectSurveyChain(56, url, async () => {}).assertChain()],
  'src/observe/alerts/post-alert.ts': [
    (url) =>
      postAlert(url, {}, new AbortController().signal, { timeoutMs: 2_000, retries: 0, firstRetryMs: 1 }),
  ],
  'tools/snapshot/evm-node.ts': [
    (url) => connectEvmNode(url).chainId(),
    (url) => connectEvmNode(url).transferLogs(ACCOUNT as `0x${string}`, 1n, 2n),
  ],
  'src/solana/rpc-transport.ts': [(url) => connectRpc(url, { retries: 0 }).genesisHash()],
}

test('no other file asks another server', () => {
  const asks = globSync('{src,tools}/**/*.{ts,js}', {
    cwd: ROOT,
    exclude: ['src/web/**', '**/*.test.ts'],
  }).filter((path) =>
    /\bfetch\(|\bhttp\((?!s\))|\bwebSocket\(|\b(https?|net|tls)\.(request|get|connect)\(/.test(
      readFileSync(join(ROOT, path), 'utf8').replaceAll(/\.fetch\(/g, ''),
    ),
  )
  expect(asks.toSorted()).toEqual(Object.keys(CLIENTS).toSorted())
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const cases = Object.entries(CLIENTS).flatMap(([file, clients]) =>
  clients.flatMap((ask) => [302, 307, 308].map((status) => ({ file, ask, status }))),
)

test.concurrent.each(cases)('$file follows no redirect: HTTP $status', async ({ ask, status }) => {
  let askedElsewhere = 0
  let asked = 0
  const elsewhere = await serve((_request, response) => {
    askedElsewhere += 1
    response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":"0x38"}')
  })
  const url = await serve((request, response) => {
    asked += 1
    response.writeHead(status, { location: elsewhere + request.url }).end()
  })
  await expect(ask(url)).rejects.toThrow()
  expect(asked).toBeGreaterThan(0)
  expect(askedElsewhere).toBe(0)
})
