import { openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { benchFolder } from './load/bench-folder.ts'
import { holderList } from './load/holders.ts'
import { openPanel } from './load/open-panel.ts'
import { startFerry } from './load/own-process.ts'

/** Time for what a start or an upload leaves to be collected. */
const REST_MS = 5_000

/** A start with a list in force, and the memory held at rest: after a start, and after an upload. */
export const start: Benchmark = {
  name: 'start',
  about: 'a start with the list in force, and the memory held at rest',
  rounds: 3,

  async prepare({ size = 1_000_000, tell }) {
    await using parts = new AsyncDisposableStack()
    const folder = await benchFolder(parts)
    tell(`a list of ${size} holders`)
    const list = await holderList(size)
    tell('Ferry: its list')
    await (await startFerry(folder, { ALLOCATIONS_FILE: list })).stop()
    const prepared = parts.move()
    let uploads = 0
    return {
      contestants: [
        { name: 'Ferry', measure: () => startAgain(folder) },
        { name: 'after an upload', measure: () => startAndUpload(join(folder, `upload${++uploads}`), list) },
      ],
      targets: [
        { figure: 'MB at rest', atMost: 250 },
        { figure: 'MB at rest', of: 'after an upload', atMost: 250 },
      ],
      close: () => prepared.disposeAsync(),
    }
  },
}

async function startAgain(folder: string) {
  const server = await startFerry(folder, {})
  await delay(REST_MS)
  const figures = { 'seconds to ready': server.secondsToReady, 'MB at rest': server.residentMb() }
  await server.stop()
  return figures
}

async function startAndUpload(folder: string, list: string) {
  await mkdir(folder)
  const server = await startFerry(folder, {})
  const panel = await openPanel(server.port)
  const startedMs = performance.now()
  await panel.uploadList(await openAsBlob(list))
  const seconds = (performance.now() - startedMs) / 1000
  await delay(REST_MS)
  const figures = { 'seconds to upload': seconds, 'MB at rest': server.residentMb() }
  await server.stop()
  return figures
}
