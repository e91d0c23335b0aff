import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import SqliteDatabase from 'better-sqlite3'
import { batchPerTick } from '#domain/batch-per-tick.ts'
import { claimMessage } from '#domain/claim-message.ts'
import { startSignerCheck } from '#evm/signer-check.ts'

/**
 * The limit: node:http, a worker that recovers signers, and one durable commit for all claims of a turn of the event loop. Nothing of
 * what a portal checks besides. `limit-server.ts <SQLite file with the allocations>`; without it look-ups alone are answered, always the
 * same.
 */
const [location] = process.argv.slice(2)

const LOOKUP = JSON.stringify({
  eth: `0x${'1'.repeat(40)}`,
  amountUA: '1000000.000000007',
  amountWei: '1000000000000007000000007',
  fileHash: 'f'.repeat(64),
  updatedAt: 1_800_000_000,
})

const takeClaim = location === undefined ? null : await openClaims(location)

createServer((request, response) => {
  if (request.method === 'POST' && takeClaim)
    void readJson(request)
      .then(takeClaim)
      .then((body) => send(response, body))
  else send(response, LOOKUP)
}).listen(Number(process.env.PORT), '127.0.0.1')

async function openClaims(path: string) {
  const database = new SqliteDatabase(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('create table limit_claim (address text primary key, body text) without rowid')
  const find = database.prepare<[string], { amount_ua: string }>(
    'select amount_ua from allocation where address = ?',
  )
  const insert = database.prepare('insert into limit_claim values (?, ?)')
  const insertAll = database.transaction((rows: readonly [address: string, body: string][]) =>
    rows.map((row) => insert.run(...row)),
  )
  const commit = batchPerTick(async (rows: readonly [string, string][]) => insertAll(rows), {
    maxBatchSize: 1000,
  })
  const signers = await startSignerCheck()

  return async (claim: Record<'eth' | 'sol' | 'nonce' | 'signature', string>): Promise<string> => {
    const { eth, sol, nonce, signature } = claim
    const amountUA = find.get(eth)?.amount_ua ?? ''
    const message = claimMessage({ eth, sol, nonce: String(nonce), amountUA })
    const result = await signers.recover(message, signature)
    if (!('signer' in result) || result.signer !== eth) throw new Error('The signature is another one')
    await commit([eth, JSON.stringify(claim)])
    return '{"ok":true}'
  }
}

async function readJson(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function send(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}
