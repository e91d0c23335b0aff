import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Call {
  id: number
  method: string
}

/** Changes an answer in place. The count begins at 1 for each method. */
export type Alteration = (method: string, count: number, result: unknown) => unknown

/** A proxy of a JSON-RPC node that alters answers. */
export interface AlteringNode {
  url: string
  /** Sets another alteration, and counts from 1 again. */
  alter(alteration: Alteration): void
  close(): Promise<void>
}

const unchanged: Alteration = (_method, _count, result) => result

export async function startAlteringNode(behind: string): Promise<AlteringNode> {
  let alteration = unchanged
  let counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(behind, { method: 'POST', headers, body: JSON.stringify(call) }).catch(
      () => null,
    )
    if (!answer) return void request.socket.destroy()
    const body = (await answer.json()) as { result: unknown }
    const count = (counts.get(call.method) ?? 0) + 1
    counts.set(call.method, count)
    body.result = alteration(call.method, count, body.result)
    response.writeHead(answer.status, headers).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter(next) {
      alteration = next
      counts = new Map()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The offset of a mint's decimals in its account (SPL Token, Mint). */
const DECIMALS_OFFSET = 44

/**
 * Returns the accounts of an answer to getMultipleAccounts, the first of which is a mint, with other
 * decimals.
 */
export function withDecimals(result: unknown, decimals: number): unknown {
  const { value } = result as { value: { data: [string, string] }[] }
  const [mint] = value
  if (!mint) return result
  const data = Buffer.from(mint.data[0], 'base64')
  data.writeUInt8(decimals, DECIMALS_OFFSET)
  mint.data[0] = data.toString('base64')
  return result
}
