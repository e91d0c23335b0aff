import SqliteDatabase from 'better-sqlite3'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import morgan from 'morgan'
import pg from 'pg'
import { verifyMessage } from 'viem'

/**
 * The obvious server: Express, a look-up by key, viem's `verifyMessage`, one INSERT a claim that is durable before the answer.
 * `server.ts <SQLite file or postgres:// URL> [guarded]`; it listens on PORT. Guarded it has what a server in public needs besides:
 * headers, a limit for each visitor, a line in the log for each answer.
 */
const [location = '', guarded] = process.argv.slice(2)

interface Claim {
  eth: `0x${string}`
  sol: string
  nonce: number
  signature: `0x${string}`
}

interface Allocation {
  amount_wei: string
  amount_ua: string
}

interface Store {
  find(address: string): Promise<Allocation | undefined>
  insert(id: string, claim: Claim, amountWei: string): Promise<boolean>
}

const COLUMNS =
  'id text primary key, address text unique, sol text, nonce text, signature text, amount_wei text'

const store = await (location.startsWith('postgres') ? openPostgres() : openSqlite())

async function openSqlite(): Promise<Store> {
  const database = new SqliteDatabase(location)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(`create table if not exists obvious_claim (${COLUMNS})`)
  const find = database.prepare<[string], Allocation>('select * from allocation where address = ?')
  const insert = database.prepare('insert or ignore into obvious_claim values (?, ?, ?, ?, ?, ?)')
  return {
    find: async (address) => find.get(address),
    insert: async (id, { eth, sol, nonce, signature }, amountWei) =>
      insert.run(id, eth, sol, String(nonce), signature, amountWei).changes === 1,
  }
}

async function openPostgres(): Promise<Store> {
  const pool = new pg.Pool({ connectionString: location })
  await pool.query(`create table if not exists obvious_claim (${COLUMNS})`)
  return {
    find: async (address) =>
      (await pool.query('select * from allocation where address = $1', [address])).rows[0],
    insert: async (id, { eth, sol, nonce, signature }, amountWei) => {
      const values = [id, eth, sol, String(nonce), signature, amountWei]
      const insert = 'insert into obvious_claim values ($1, $2, $3, $4, $5, $6) on conflict do nothing'
      return (await pool.query(insert, values)).rowCount === 1
    },
  }
}

const app = express()
if (guarded) {
  app.set('trust proxy', 'loopback')
  app.use(helmet(), morgan('combined'), rateLimit({ windowMs: 60_000, limit: 600 }))
}
app.use(express.json())

app.get('/', (_request, response) => {
  response.send('The obvious server')
})

app.get('/api/allocations', async (request, response) => {
  const eth = String(request.query.eth)
  const allocation = await store.find(eth.toLowerCase())
  response.json({
    eth,
    amountUA: allocation?.amount_ua ?? '0',
    amountWei: allocation?.amount_wei ?? '0',
    fileHash: 'f'.repeat(64),
    updatedAt: 1_800_000_000,
  })
})

app.post('/api/submitClaim', async (request, response) => {
  const claim: Claim = request.body
  const { eth, sol, nonce, signature } = claim
  const allocation = await store.find(eth.toLowerCase())
  if (!allocation)
    return void response.status(403).json({ error: 'No allocation was found for this address.' })
  const message = `Claim SPL tokens\neth: ${eth}\nsol: ${sol}\namount: ${allocation.amount_ua}\nnonce: ${nonce}`
  if (!(await verifyMessage({ address: eth, message, signature })))
    return void response.status(400).json({ error: 'The signature does not match.' })
  const id = crypto.randomUUID()
  if (!(await store.insert(id, claim, allocation.amount_wei)))
    return void response.status(409).json({ error: 'A claim was already submitted for this address.' })
  response.json({ ok: true, id })
})

app.listen(Number(process.env.PORT), '127.0.0.1')
