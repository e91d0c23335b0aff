import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { ThrowawayHolder } from '#lab/environment/throwaway-holder.ts'
import { readAllocations } from '#lists/read-allocations.ts'

export interface ExtendedList {
  /** Holders in the file as given, without those that were added. */
  holders: number
  /** The amount of each added holder, in whole tokens. */
  amounts: string[]
}

/**
 * Writes a holder list that has the given file's rows and, after them, the made-up holders, each with the amount of a
 * row drawn at random. Throws what is wrong with the file.
 */
export async function extendHolderList(
  file: string,
  added: readonly ThrowawayHolder[],
  target: string,
  coinDecimals: number,
): Promise<ExtendedList> {
  const drawable: Wei[] = []
  const drawn: Wei[] = []
  const reading = readAllocations(createReadStream(file), { coinDecimals })

  async function* lines(): AsyncGenerator<string> {
    yield 'address,amountWei\n'
    for await (const rows of reading.batches) {
      for (const { amountWei } of rows) if (amountWei > 0n) drawable.push(amountWei)
      yield rows.map((row) => `${row.address},${row.amountWei}\n`).join('')
    }
    assertNoProblems(file, reading.summary().problems)
    for (const holder of added) {
      const amount = drawable[Math.floor(Math.random() * drawable.length)]
      if (amount === undefined) throw new Error(`${file} has no amounts to draw from`)
      drawn.push(amount)
      yield `${holder.address},${amount}\n`
    }
  }

  await pipeline(lines(), createGzip({ level: 1 }), createWriteStream(target))
  return {
    holders: reading.summary().rowCount,
    amounts: drawn.map((wei) => formatDecimalUnits(wei, coinDecimals)),
  }
}

function assertNoProblems(file: string, problems: readonly { where: string; problem: string }[]): void {
  if (problems.length === 0) return
  const listed = problems.map(({ where, problem }) => `  ${where}: ${problem}`).join('\n')
  throw new Error(`${file} can not be loaded:\n${listed}`)
}
