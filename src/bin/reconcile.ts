import { reconcileSender, takeOver } from '#app/payouts/sender-records.ts'
import { ON_THE_SERVER } from '#app/second-secret/second-secret.ts'
import { openSenderKey } from '#app/senders/configured-sender.ts'
import { loadEnvFile } from '#config/environment.ts'
import { readConfig } from '#config/read-config.ts'
import { createRecordSeal, createSecretBox } from '#config/seals.ts'
import { PortalError } from '#domain/portal-error.ts'
import { MISSING_PAYMENTS } from '#domain/run.ts'
import { systemClock } from '#payout/clock.ts'
import { createReaderOf } from '#payout/nodes/failover-rpc.ts'
import { type Payouts, SECOND_NODE_ROLE } from '#payout/payouts.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { openStore } from '#store/store.ts'
import { explainFailure, keepFilesPrivate } from './command.ts'
import { consoleProgress, readOptions } from './read-options.ts'

const values = readOptions(
  {
    name: 'npm run reconcile',
    does: 'Matches what the chain alone says was paid with the records. Ends with status 1 where they differ or can not be compared.',
  },
  {
    sender: {
      type: 'string',
      help: '`standalone` for what was paid from spreadsheets',
      default: 'bulk',
      choices: ['bulk', 'standalone'],
    },
    rpc: { type: 'string', help: 'A node with history, where the configured one has none' },
    'take-over': {
      type: 'boolean',
      help: 'Records the payments that the chain shows and the records lack, then reconciles',
      default: false,
    },
  },
)

keepFilesPrivate()
loadEnvFile()
const config = await readConfig().catch((error) => explainFailure('Nothing was read.', error))
const secrets = createSecretBox(config.secretsKey)
const store = await openStore(config.databaseLocation, {
  ...config.database,
  seals: createRecordSeal(config.secretsKey),
  secrets,
}).catch((error) => explainFailure('Nothing was read.', error))
const progress = consoleProgress()
const kind = values.sender === 'standalone' ? 'standalone' : 'bulk'
const secondUrl = values.rpc === undefined ? config.solanaVerifyRpcUrl : null
const openedReaderOf = createReaderOf({
  connect: (url: string) => connectRpc(url),
  second: secondUrl === null ? null : connectRpc(secondUrl, { role: SECOND_NODE_ROLE }),
  clock: systemClock,
})

/** Connects the sender's nodes, or the node of `--rpc` in their place. Throws sender_unreadable. */
const readerOf: Payouts['readerOf'] = (sender) => {
  openSenderKey(secrets, sender)
  const { rpc } = values
  return openedReaderOf(rpc === undefined ? sender : { ...sender, rpcUrl: rpc, fallbackRpcUrls: [] })
}

const parts = { store, payouts: { readerOf }, secondSecret: ON_THE_SERVER, now: Date.now }

/** Prints what was taken over from the chain, or that there was nothing to take over. */
async function bookFromChain(): Promise<void> {
  try {
    const { payments, amountUA, claims } = await takeOver(parts, kind)
    console.log(`Booked from the chain: ${payments} payments, ${amountUA} tokens, ${claims} claims sent.`)
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'records_not_behind')) throw error
    console.log(error.message)
  }
}

try {
  if (values['take-over']) await bookFromChain()
  const { differences, otherOutflows, inflows, ...totals } = await reconcileSender(parts, kind, (read, of) =>
    progress.count(read, of, 'transactions read'),
  )
  console.log(JSON.stringify(totals, null, 2))
  for (const difference of differences) console.log(JSON.stringify(difference))
  for (const outflow of otherOutflows) console.log(JSON.stringify({ kind: 'other_outflow', ...outflow }))
  for (const inflow of inflows) console.log(JSON.stringify({ kind: 'inflow', ...inflow }))
  const places = differences.length + otherOutflows.filter(({ note }) => note === null).length
  if (differences.some(({ kind }) => kind === 'missing'))
    console.log(`${MISSING_PAYMENTS} --rpc names another.`)
  console.log(totals.agrees ? 'The chain and the records agree.' : `They differ in ${places} places.`)
  process.exitCode = totals.agrees ? 0 : 1
} catch (error) {
  explainFailure(null, error)
}
await store.close()
