import SqliteDatabase from 'better-sqlite3'
import Fastify from 'fastify'

/**
 * What the framework takes by itself: Fastify with one look-up by key, its query and its answer by JSON Schema, and nothing of what a portal in
 * public needs besides: no limits, headers, log, seals. `framework-server.ts <SQLite file with the allocations>`; it listens on PORT.
 */
const [location = ''] = process.argv.slice(2)

const database = new SqliteDatabase(location, { readonly: true })
const find = database.prepare<[string], { amount_wei: string; amount_ua: string }>(
  'select * from allocation where address = ?',
)

const text = { type: 'string' }
const schema = {
  querystring: {
    type: 'object',
    properties: { eth: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } },
    required: ['eth'],
  },
  response: {
    200: {
      type: 'object',
      properties: {
        eth: text,
        amountUA: text,
        amountWei: text,
        fileHash: text,
        updatedAt: { type: 'number' },
      },
    },
  },
}

const server = Fastify()
server.get('/', (_request, reply) => void reply.send('Fastify alone'))
server.get<{ Querystring: { eth: string } }>('/api/allocations', { schema }, ({ query: { eth } }, reply) => {
  const allocation = find.get(eth.toLowerCase())
  void reply.send({
    eth,
    amountUA: allocation?.amount_ua ?? '0',
    amountWei: allocation?.amount_wei ?? '0',
    fileHash: 'f'.repeat(64),
    updatedAt: 1_800_000_000,
  })
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
