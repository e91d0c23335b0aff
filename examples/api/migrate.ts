import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './ferry-api.d.ts'

type Schemas = components['schemas']

const POLL_MS = 2000

const client = createClient<paths>({ baseUrl: setting('FERRY_URL') })

/** Returns what was answered, or throws what the portal says. */
function answered<T>({ data, error }: { data?: T; error?: Schemas['Error'] }): T {
  if (data !== undefined) return data
  const details = error?.details?.map(({ where, problem }) => `\n  ${where}: ${problem}`) ?? []
  throw new Error(`${error?.code}: ${error?.error}${details.join('')}`)
}

async function signIn(): Promise<void> {
  const { token } = answered(
    await client.POST('/api/admin/login', { body: { password: setting('ADMIN_PASSWORD') } }),
  )
  client.use({
    onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${token}`),
  })
}

async function publishList(path: string): Promise<void> {
  const form = new FormData()
  form.set('allocation_file', new File([await readFile(path)], basename(path)))
  const seen = answered(
    await client.POST('/api/admin/upload', { body: { allocation_file: '' }, bodySerializer: () => form }),
  )
  if (!('uploadId' in seen)) throw new Error('The list was published before it was seen')
  const { uploadId, preview, confirm } = seen
  for (const { words } of preview.odd) console.log(`Look at this: ${words}`)
  // A person compares count and total with the snapshot here, before the words are given.
  console.log(`${preview.count} holders, ${preview.unit && preview.totals[preview.unit]} tokens`)
  const list = answered(
    await client.POST('/api/admin/uploads/{uploadId}/publish', {
      params: { path: { uploadId } },
      body: confirm === null ? {} : { confirm },
    }),
  )
  console.log(`${list.count} holders, ${list.totalAmountUA} tokens; announce the root ${list.root}`)
}

async function setWindow(opensAt: number | null, closesAt: number | null): Promise<void> {
  const { claimsOpen } = answered(
    await client.PUT('/api/admin/claim-window', { body: { opensAt, closesAt } }),
  )
  console.log(claimsOpen ? 'Claims are open' : 'Claims are closed')
}

async function untilClaimed(count: number): Promise<void> {
  for (;;) {
    const { queued } = answered(await client.GET('/api/admin/stats'))
    if (queued >= count) return
    await delay(POLL_MS)
  }
}

async function configureSender(): Promise<void> {
  const body: Schemas['SenderConfig'] = {
    rpcUrl: setting('RPC_URL'),
    tokenMintAddress: setting('TOKEN_MINT'),
    privateKey: setting('PRIVATE_KEY'),
    batchSize: 10,
    delayBetweenBatches: 2000,
  }
  const sender = answered(await client.POST('/api/bulk-sender/config', { body }))
  console.log(`Paying from ${sender.walletAddress} on ${sender.cluster}`)
  for (const warning of sender.warnings) console.log(`  ${warning}`)
}

/** Pays the queued claims, the first one ahead of the rest. Returns the run once it has ended. */
async function pay(): Promise<Schemas['Run']> {
  const { claimCount, totalAmountUA, balances, sufficient } = answered(
    await client.GET('/api/bulk-sender/estimate'),
  )
  if (!sufficient) throw new Error(`Missing: ${balances.missingSOL} SOL, ${balances.missingUA} tokens`)
  const header = { 'idempotency-key': randomUUID() }
  const expect = { count: claimCount, amountUA: totalAmountUA }
  const { message } = answered(
    await client.POST('/api/bulk-sender/start', { params: { header }, body: { canary: 1, expect } }),
  )
  console.log(message)
  for (;;) {
    await delay(POLL_MS)
    const { runs } = answered(await client.GET('/api/bulk-sender/runs', { params: { query: { limit: 1 } } }))
    const [run] = runs
    if (run && run.finishedAt !== null) return run
  }
}

async function reconcile(): Promise<void> {
  const { agrees, chainPayments, chainAmountUA } = answered(await client.POST('/api/bulk-sender/reconcile'))
  console.log(`On the chain: ${chainPayments} payments, ${chainAmountUA} tokens`)
  if (!agrees) throw new Error('The chain and the records differ: look at Reconcile in the panel')
}

async function saveLedger(path: string): Promise<void> {
  const csv = answered(await client.GET('/api/admin/ledger.csv', { parseAs: 'text' }))
  await writeFile(path, csv)
  console.log(`The ledger is in ${path}`)
}

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}`)
  return value
}

const now = () => Math.floor(Date.now() / 1000)

await signIn()
await publishList(setting('HOLDERS'))
await configureSender()
const openedAt = now()
await setWindow(openedAt, null)
await untilClaimed(Number(setting('CLAIMS')))
await setWindow(openedAt, Math.max(now(), openedAt + 1))
const { paid, failed, held } = await pay()
console.log(`${paid} paid, ${failed} failed, ${held} on hold`)
await reconcile()
await saveLedger(process.env.LEDGER ?? 'ledger.csv')
answered(await client.POST('/api/admin/logout'))
