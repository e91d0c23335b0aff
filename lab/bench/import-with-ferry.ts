import { createReadStream } from 'node:fs'
import { publishUpload } from '#app/allocations/kept-lists.ts'
import { uploadAllocations } from '#app/allocations/upload-allocations.ts'
import { startPortal } from '../../test/harness/start-portal.ts'
import { printFigures } from './measure-script.ts'

/** Uploads a holder list to a portal that has none, as its API does: read, stored under seals, questioned, and published. */
const [path = '', rowCount = '0'] = process.argv.slice(2)

const { app, close } = await startPortal({ environment: {}, pages: false })
const startedMs = performance.now()
const asked = await uploadAllocations(app, { fileName: 'holders', bytes: createReadStream(path) })
if (!('uploadId' in asked)) throw new Error('The list was published before it was seen')
const { uploadId, confirm } = asked
const { count } = await publishUpload(app, uploadId, confirm === null ? {} : { confirm })
const seconds = (performance.now() - startedMs) / 1000
if (count !== Number(rowCount)) throw new Error(`${count} rows instead of ${rowCount}`)
printFigures({ 'rows/s': count / seconds, seconds })
await close()
