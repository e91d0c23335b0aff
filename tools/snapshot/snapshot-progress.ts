import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Address, Hex } from 'viem'
import { SnapshotError } from './evm-node.ts'

/** What is read. A file of something else is not gone on with. */
export interface ReadingOf {
  chainId: number
  token: Address | 'native'
  /** The block of the snapshot. */
  blockHash: Hex
}

const FORMAT = 'ferry-snapshot-state/1'

const KEEP_EVERY_MS = 20_000

/** Keeps what was read so far in a file, as JSON, so that a broken reading goes on where it was. */
export function createStateFile(path: string, of: ReadingOf) {
  let keptAt = Date.now()

  /** Replaces the file at once: a stop in the middle leaves the one before. */
  async function write(reading: object): Promise<void> {
    await writeFile(`${path}.new`, JSON.stringify({ format: FORMAT, ...of, ...reading }))
    await rename(`${path}.new`, path)
    keptAt = Date.now()
  }

  return {
    /** Returns null where there is no file yet. Throws SnapshotError where it is of another snapshot. */
    async read(): Promise<object | null> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (text === null) return null
      const kept = JSON.parse(text)
      const isSame =
        kept.format === FORMAT && Object.entries(of).every(([name, value]) => kept[name] === value)
      if (!isSame)
        throw new SnapshotError(`${path} is the state of another snapshot: remove it, or name another file`)
      return kept
    },

    write,

    /** Writes what was read, where the last time was long ago. */
    async keep(reading: () => object): Promise<void> {
      if (Date.now() - keptAt >= KEEP_EVERY_MS) await write(reading())
    },

    /** Forgets what was read: it was wrong. */
    discard: () => rm(path, { force: true }),
  }
}

export type StateFile = ReturnType<typeof createStateFile>
