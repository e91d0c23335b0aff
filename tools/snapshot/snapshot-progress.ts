import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Address, Hex } from 'viem'
import { SnapshotError } from './snapshot-error.ts'
import { TokenBalances } from './token-balances.ts'

/** What a reading of logs is of. A file of another one is not gone on with. */
export interface ReadingOf {
  chainId: number
  token: Address
  /** The block of the snapshot. */
  blockHash: Hex
}

/** How far logs were read, and the balances up to there. */
export interface Reading {
  nextBlock: bigint
  logs: number
  balances: TokenBalances
}

const FORMAT = 'ferry-snapshot-state/1'

/** Keeps the state of a reading in a file, so that a broken one goes on where it was. */
export function createStateFile(path: string, of: ReadingOf) {
  return {
    /** Returns null where there is no file yet. Throws SnapshotError where it is of another snapshot. */
    async read(): Promise<Reading | null> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (text === null) return null
      const { format, nextBlock, logs, balances, ...rest } = JSON.parse(text)
      const isSame =
        format === FORMAT &&
        rest.chainId === of.chainId &&
        rest.token === of.token &&
        rest.blockHash === of.blockHash
      if (!isSame)
        throw new SnapshotError(`${path} is the state of another snapshot: remove it, or name another file`)
      const read = (balances as [Address, string][]).map(
        ([holder, balance]) => [holder, BigInt(balance)] as const,
      )
      return { nextBlock: BigInt(nextBlock), logs, balances: new TokenBalances(read) }
    },

    /** Replaces the file at once: a stop in the middle leaves the one before. */
    async write({ nextBlock, logs, balances }: Reading): Promise<void> {
      const kept = {
        format: FORMAT,
        ...of,
        nextBlock: String(nextBlock),
        logs,
        balances: Array.from(balances.entries(), ([holder, balance]) => [holder, String(balance)]),
      }
      await writeFile(`${path}.new`, JSON.stringify(kept))
      await rename(`${path}.new`, path)
    },

    /** Forgets what was read: it was wrong. */
    discard: () => rm(path, { force: true }),
  }
}

export type StateFile = ReturnType<typeof createStateFile>
