import SqliteDatabase from 'better-sqlite3'
import express from 'express'
import { verifyMessage } from 'viem'

/**
 * The obvious server: Express, a look-up by key, viem's `verifyMessage`, one INSERT a claim that is durable before the answer.
 * `server.ts <SQLite file>`; it listens on PORT.
 */
const [location = ''] = process.argv.slice(2)

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

const database = new SqliteDatabase(location)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec(
  'create table obvious_claim (id text primary key, address text unique, sol text, nonce text, signature text, amount_wei text)',
)
const find = database.prepare<[string], Allocation>('select * from allocation where address = ?')
const insert = database.prepare('insert or ignore into obvious_claim values (?, ?, ?, ?, ?, ?)')

const app = express()
app.use(express.json())

app.get('/', (_request, response) => {
  response.send('The obvious server')
})

app.get('/api/allocations', (request, response) => {
  const eth = String(request.query.eth)
  const allocation = find.get(eth.toLowerCase())
  response.json({
    eth,
    amountUA: allocation?.amount_ua ?? '0',
    amountWei: allocation?.amount_wei ?? '0',
    fileHash: 'f'.repeat(64),
    updatedAt: 1_800_000_000,
  })
})

app.post('/api/submitClaim', async (request, response) => {
  const { eth, sol, nonce, signature }: Claim = request.body
  const allocation = find.get(eth.toLowerCase())
  if (!allocation)
    return void response.status(403).json({ error: 'No allocation was found for this address.' })
  const message = `Claim SPL tokens\neth: ${eth}\nsol: ${sol}\namount: ${allocation.amount_ua}\nnonce: ${nonce}`
  if (!(await verifyMessage({ address: eth, message, signature })))
    return void response.status(400).json({ error: 'The signature does not match.' })
  const id = crypto.randomUUID()
  if (insert.run(id, eth, sol, String(nonce), signature, allocation.amount_wei).changes !== 1)
    return void response.status(409).json({ error: 'A claim was already submitted for this address.' })
  response.json({ ok: true, id })
})

app.listen(Number(process.env.PORT), '127.0.0.1')
