import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { claimMessage } from '#domain/claim-message.ts'
import { batchPerTick } from '#domain/concurrency.ts'
import { startSignerCheck } from '#evm/signer-check.ts'

/**
 * The limit: node:http, a worker that recovers signers, and one durable commit for all claims of a turn of the event loop. Nothing of
 * what a portal checks besides. `limit-server.ts <SQLite file or postgres:// URL with the allocations>`; without it look-ups alone are answered, always
 * the same.
 */
const [location] = process.argv.slice(2)

const LOOKUP = JSON.stringify({
  eth: `0x${'1'.repeat(40)}`,
  amountUA: '1000000.000000007',
  amountWei: '1000000000000007000000007',
  fileHash: 'f'.repeat(64),
  updatedAt: 1_800_000_000,
})

const COLUMNS = 'address text primary key, body text'

const takeClaim = location === undefined ? null : await openClaims(location)

createServer((request, response) => {
  if (request.method === 'POST' && takeClaim)
    void readJson(request)
      .then(takeClaim)
      .then((body) => send(response, body))
  else send(response, LOOKUP)
}).listen(Number(process.env.PORT), '127.0.0.1')

/** An address and the claim of it as it came. */
type ClaimRow = [address: string, body: string]

interface ClaimStore {
  /** Returns the amount of an address; undefined where it is in no list. */
  findAmountUA(address: string): Promise<string | undefined>
  insertAll(rows: readonly ClaimRow[]): Promise<void>
}

async function openClaims(path: string) {
  const store = await (path.startsWith('postgres') ? openPostgres(path) : openSqlite(path))
  const commit = batchPerTick<ClaimRow, true>(
    async (rows) => {
      await store.insertAll(rows)
      return rows.map(() => true as const)
    },
    { maxBatchSize: 1000 },
  )
  const signers = await startSignerCheck()

  return async (claim: Record<'eth' | 'sol' | 'nonce' | 'signature', string>): Promise<string> => {
    const { eth, sol, nonce, signature } = claim
    const amountUA = (await store.findAmountUA(eth)) ?? ''
    const result = await signers.recover(
      claimMessage({ eth, sol, nonce: String(nonce), amountUA }),
      signature,
    )
    if (!('signer' in result) || result.signer !== eth) throw new Error('The signature is another one')
    await commit([eth, JSON.stringify(claim)])
    return '{"ok":true}'
  }
}

async function openSqlite(path: string): Promise<ClaimStore> {
  const database = new SqliteDatabase(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(`create table if not exists limit_claim (${COLUMNS}) without rowid`)
  const find = database.prepare<[string], { amount_ua: string }>(
    'select amount_ua from allocation where address = ?',
  )
  const insert = database.prepare('insert into limit_claim values (?, ?)')
  const insertAll = database.transaction((rows: readonly ClaimRow[]) => {
    for (const row of rows) insert.run(...row)
  })
  return {
    findAmountUA: async (address) => find.get(address)?.amount_ua,
    insertAll: async (rows) => insertAll(rows),
  }
}

async function openPostgres(url: string): Promise<ClaimStore> {
  const pool = new pg.Pool({ connectionString: url })
  await pool.query(`create table if not exists limit_claim (${COLUMNS})`)
  const amountsOf = batchPerTick<string, string | undefined>(
    async (addresses) => {
      const { rows } = await pool.query<{ address: string; amount_ua: string }>({
        name: 'find',
        text: 'select address, amount_ua from allocation where address = any($1)',
        values: [addresses],
      })
      const found = new Map(rows.map(({ address, amount_ua }) => [address, amount_ua]))
      return addresses.map((address) => found.get(address))
    },
    { maxBatchSize: 1000 },
  )
  return {
    findAmountUA: amountsOf,
    async insertAll(rows) {
      await pool.query({
        name: 'insert',
        text: 'insert into limit_claim select * from unnest($1::text[], $2::text[])',
        values: [rows.map(([address]) => address), rows.map(([, body]) => body)],
      })
    },
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
