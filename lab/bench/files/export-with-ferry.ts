import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exportQueued, exportSubmitted } from '#app/claims/export-claims.ts'
import { printFigures } from '#lab/bench/measure-script.ts'
import { startPortal } from '../../../test/harness/start-portal.ts'

/** Exports all claims as the panel does: a workbook of all that is known of them, or the queued ones as a CSV. */
const [format = 'xlsx', dataDir = '', secretsKey = '', rowCount = '0', path = ''] = process.argv.slice(2)

const ferry = await startPortal({
  environment: { DATA_DIR: dataDir, SECRETS_KEY: secretsKey },
  pages: false,
})
const start = performance.now()
const content = format === 'csv' ? exportQueued(ferry.app) : await exportSubmitted(ferry.app)
await pipeline(content, createWriteStream(path))
const seconds = (performance.now() - start) / 1000
printFigures({ 'rows/s': Number(rowCount) / seconds, seconds, 'file MB': (await stat(path)).size / 1e6 })
await ferry.close()
