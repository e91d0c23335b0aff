import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { prepareFixtures } from './fixtures.ts'
import { ATTENTIVE_OPERATOR } from './operator-hooks.ts'
import { simulateSeed } from './simulate-seed.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { makeCryptoSynchronous } from './synchronous-crypto.ts'

/** Plays the seeds of its messages, one after another, and sends each outcome back. Ends on null. */

const fixtures = await prepareFixtures()
makeCryptoSynchronous(fixtures.keyPair)
const folder = mkdtempSync(join(tmpdir(), 'ferry-template-'))
const template = await SimulatedDisk.prepareTemplate(folder)

parentPort?.on('message', async (seed: number | null) => {
  if (seed === null) {
    rmSync(folder, { recursive: true, force: true })
    parentPort?.close()
    return
  }
  parentPort?.postMessage(await simulateSeed(seed, fixtures, template, ATTENTIVE_OPERATOR))
})
parentPort?.postMessage('ready')
