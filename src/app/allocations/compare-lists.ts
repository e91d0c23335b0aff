import { setImmediate } from 'node:timers/promises'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { ListChange, ListChanges } from '#domain/list-preview.ts'
import { ListRecords } from '#proofs/list-records.ts'
import { type ListReader, type ListVersion, readListRows } from './list-trees.ts'

/** So many holders of a kind of change are named. */
const NAMED_HOLDERS = 10

/** So many rows are compared before requests are answered. */
const PAGE = 1_000

/** A holder who gets so many times as much is asked about: a slip of the decimal point. */
const MULTIPLE = 10n

interface Row {
  address: EvmAddress
  amountWei: Wei
}

/** One kind of change, as it is counted. */
class ChangeCount {
  count = 0
  amountWei = 0n
  readonly #largest: { address: string; beforeWei: bigint | null; afterWei: bigint | null; byWei: bigint }[] =
    []

  add(address: string, beforeWei: bigint | null, afterWei: bigint | null): void {
    const difference = (afterWei ?? 0n) - (beforeWei ?? 0n)
    const byWei = difference < 0n ? -difference : difference
    this.count += 1
    this.amountWei += byWei
    const least = this.#largest[NAMED_HOLDERS - 1]
    if (least && byWei <= least.byWei) return
    const place = this.#largest.findIndex((other) => other.byWei < byWei)
    const row = { address, beforeWei, afterWei, byWei }
    this.#largest.splice(place < 0 ? this.#largest.length : place, 0, row)
    this.#largest.length = Math.min(this.#largest.length, NAMED_HOLDERS)
  }

  describe(coinDecimals: number): ListChange {
    const inTokens = (wei: bigint | null) => (wei === null ? null : formatDecimalUnits(wei, coinDecimals))
    return {
      count: this.count,
      amountUA: formatDecimalUnits(this.amountWei, coinDecimals),
      holders: this.#largest.map(({ address, beforeWei, afterWei }) => ({
        address,
        beforeUA: inTokens(beforeWei),
        afterUA: inTokens(afterWei),
      })),
    }
  }
}

/** The kinds of changes from one list to another, as they are counted. */
export class ListComparison {
  readonly added = new ChangeCount()
  readonly removed = new ChangeCount()
  readonly raised = new ChangeCount()
  readonly lowered = new ChangeCount()
  /** Of those raised, the holders who get ten times as much, or more. */
  multiplied = 0

  describe(coinDecimals: number): ListChanges {
    const { added, removed, raised, lowered } = this
    return {
      added: added.describe(coinDecimals),
      removed: removed.describe(coinDecimals),
      raised: raised.describe(coinDecimals),
      lowered: lowered.describe(coinDecimals),
    }
  }

  note(before: Row | undefined, after: Row | undefined): void {
    if (before && after) {
      if (after.amountWei === before.amountWei) return
      const change = after.amountWei > before.amountWei ? this.raised : this.lowered
      if (before.amountWei > 0n && after.amountWei >= before.amountWei * MULTIPLE) this.multiplied += 1
      change.add(after.address, before.amountWei, after.amountWei)
    } else if (before) this.removed.add(before.address, before.amountWei, null)
    else if (after) this.added.add(after.address, null, after.amountWei)
  }
}

/** A list that was read from a file, or a version of it. */
type Compared = ListVersion | ListRecords

/**
 * Compares two lists, both read once in the order of their addresses; before the first list there is none. Throws holder_list_changed where
 * a row of a version is not as it came in.
 */
export async function compareLists(
  reader: ListReader,
  before: Compared | null,
  after: Compared,
): Promise<ListComparison> {
  const comparison = new ListComparison()
  const [olds, youngs] = [rowsOf(reader, before), rowsOf(reader, after)]
  try {
    let [old, young] = [(await olds.next()).value, (await youngs.next()).value]
    while (old || young) {
      const isOld: boolean = old !== undefined && (young === undefined || old.address <= young.address)
      const isYoung: boolean = young !== undefined && (old === undefined || young.address <= old.address)
      comparison.note(isOld ? old : undefined, isYoung ? young : undefined)
      if (isOld) old = (await olds.next()).value
      if (isYoung) young = (await youngs.next()).value
    }
  } finally {
    await Promise.all([olds.return(undefined), youngs.return(undefined)])
  }
  return comparison
}

async function* rowsOf(reader: ListReader, list: Compared | null): AsyncGenerator<Row, undefined, void> {
  if (list === null) return
  const pages = list instanceof ListRecords ? list.pages(PAGE) : readListRows(reader, list)
  for await (const page of pages) {
    for (const row of page) yield row
    await setImmediate()
  }
}
