import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark } from './benchmark.ts'
import { holderList } from './holders.ts'
import { openPanel, startFerry, uploadList } from './processes.ts'

/** Time for what a start or an upload leaves to be collected. */
const REST_MS = 5_000

export const start: Benchmark = {
  about: 'a start with the list in force, and the memory held at rest',
  rounds: 3,
  size: 1_000_000,

  async prepare({ size, folder, tell }) {
    tell(`a list of ${size} holders`)
    const list = await holderList(size)
    tell('Ferry: its list')
    await (await startFerry(folder, { ALLOCATIONS_FILE: list }))[Symbol.asyncDispose]()
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
    }
  },
}

async function startAgain(folder: string) {
  await using server = await startFerry(folder)
  await delay(REST_MS)
  return { 'seconds to ready': server.secondsToReady, 'MB at rest': server.residentMb() }
}

async function startAndUpload(folder: string, list: string) {
  await using server = await startFerry(folder)
  const seconds = await uploadList(await openPanel(server), list)
  await delay(REST_MS)
  return { 'seconds to upload': seconds, 'MB at rest': server.residentMb() }
}
