import { parseArgs } from 'node:util'
import { loadEnvFile } from '#config/load-env-file.ts'
import { readConfig } from '#config/read-config.ts'
import { reconcileSender } from '#portal/reconcile-sender.ts'
import { consoleProgress } from '#rehearsal/progress.ts'
import { connectCluster } from '#solana/connect-cluster.ts'
import { openStore } from '#store/store.ts'

const { values } = parseArgs({
  options: {
    /** `standalone` for what was paid from spreadsheets. */
    sender: { type: 'string', default: 'bulk' },
    /** A node with history, where the configured one has none. */
    rpc: { type: 'string' },
  },
})

loadEnvFile()
const config = await readConfig()
const store = await openStore(config.databaseLocation)
const progress = consoleProgress()
try {
  const found = await reconcileSender(
    { store, payouts: { connect: (url: string) => connectCluster(values.rpc ?? url) } },
    values.sender === 'standalone' ? 'standalone' : 'bulk',
    (read, of) => progress.count(read, of, 'transactions read'),
  )
  const { differences, ...totals } = found
  console.log(JSON.stringify(totals, null, 2))
  for (const difference of differences) console.log(JSON.stringify(difference))
  console.log(
    found.agrees ? 'The chain and the books agree.' : `They differ in ${differences.length} places.`,
  )
  process.exitCode = found.agrees ? 0 : 1
} finally {
  await store.close()
}
