import { createReadStream } from 'node:fs'
import { uploadAllocations } from '#app/allocations/upload-allocations.ts'
import { printFigures } from '#lab/bench/measure-script.ts'
import { startPortal } from '../../../test/harness/start-portal.ts'

/** Uploads a holder list to a portal that has none, as its API does: read, stored under seals, questioned, and published. */
const [path = '', rowCount = '0', databaseUrl] = process.argv.slice(2)

const environment: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
const ferry = await startPortal({ environment, pages: false })
const { app } = ferry
const marks: Record<string, number> = {}
const mark = (name: string) => {
  marks[name] = performance.now()
}

const { addRows } = app.store.snapshots
app.store.snapshots.addRows = async (id, rows) => {
  if (!('stored' in marks)) mark('read')
  const added = await addRows(id, rows)
  mark('stored')
  return added
}
const { rootOf } = app.listTrees
app.listTrees.rootOf = async (list) => {
  mark('questioned')
  const root = await rootOf(list)
  mark('rooted')
  return root
}

const start = performance.now()
const { count } = await uploadAllocations(app, { fileName: 'holders', bytes: createReadStream(path) })
mark('published')
if (count !== Number(rowCount)) throw new Error(`${count} rows instead of ${rowCount}`)
const seconds = (from: number | undefined, to: number | undefined) => ((to ?? 0) - (from ?? 0)) / 1000
printFigures({
  'rows/s': count / seconds(start, marks.published),
  seconds: seconds(start, marks.published),
  'reading s': seconds(start, marks.read),
  'storing s': seconds(marks.read, marks.stored),
  'questions s': seconds(marks.stored, marks.questioned),
  'root s': seconds(marks.questioned, marks.rooted),
  'publishing s': seconds(marks.rooted, marks.published),
})
await ferry.close()
