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

/** So many rows are ranked by their amounts before requests are answered. */
const RANKED_ROWS = 20_000

/** A holder who gets so many times as much is asked about: a slip of the decimal point. */
const MULTIPLE = 10n

interface Row {
  address: EvmAddress
  amountWei: Wei
}

/** One kind of change, as it is counted. */
export class ChangeCount {
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

  /** Adds all rows of a list, which adds up to `totalWei`: none of them was in one before. */
  async addAll(list: ListRecords, totalWei: bigint): Promise<void> {
    this.count += list.count
    this.amountWei += totalWei
    let places: number[] = []
    for (let from = 0; from < list.count; from += RANKED_ROWS) {
      places = list.largest(NAMED_HOLDERS, from, Math.min(from + RANKED_ROWS, list.count), places)
      await setImmediate()
    }
    for (const { address, amountWei } of places.map((place) => list.holder(place))) {
      this.#largest.push({ address, beforeWei: null, afterWei: amountWei, byWei: amountWei })
    }
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

/** Compares a list, which adds up to `totalWei`, to none: no row of it is looked at but for its amount. */
export async function firstList(list: ListRecords, totalWei: bigint): Promise<ListComparison> {
  const comparison = new ListComparison()
  await comparison.added.addAll(list, totalWei)
  return comparison
}

/** A list that was read from a file, or a version of it. */
type Compared = ListVersion | ListRecords

/**
 * Compares two lists, both read once in the order of their addresses. Throws holder_list_changed where a row of a version is not as it
 * came in.
 */
export async function compareLists(
  reader: ListReader,
  before: Compared,
  after: Compared,
): Promise<ListComparison> {
  const comparison = new ListComparison()
  const old = new RowCursor(pagesOf(reader, before))
  const young = new RowCursor(pagesOf(reader, after))
  try {
    for (;;) {
      const [hasOld, hasYoung] = [await old.fill(), await young.fill()]
      if (!hasOld && !hasYoung) break
      noteLoaded(comparison, old, young)
    }
  } finally {
    await Promise.all([old.close(), young.close()])
  }
  return comparison
}

/** Compares rows until another page of either list has to be read. */
function noteLoaded(comparison: ListComparison, old: RowCursor, young: RowCursor): void {
  while (old.isLoaded && young.isLoaded) {
    const [one, other] = [old.row, young.row]
    if (!one && !other) return
    const isOld = one !== undefined && (other === undefined || one.address <= other.address)
    const isYoung = other !== undefined && (one === undefined || other.address <= one.address)
    comparison.note(isOld ? one : undefined, isYoung ? other : undefined)
    if (isOld) old.advance()
    if (isYoung) young.advance()
  }
}

/** Goes through the rows of a list page by page. */
class RowCursor {
  readonly #pages: AsyncGenerator<readonly Row[], void, void>
  #page: readonly Row[] = []
  #index = 0
  #isAtEnd = false

  constructor(pages: AsyncGenerator<readonly Row[], void, void>) {
    this.#pages = pages
  }

  /** False where the next page has to be read first. */
  get isLoaded(): boolean {
    return this.#isAtEnd || this.#index < this.#page.length
  }

  /** The row that is next; undefined at the end. */
  get row(): Row | undefined {
    return this.#page[this.#index]
  }

  advance(): void {
    this.#index += 1
  }

  /** Reads the next page where there is none left. False at the end of the list. */
  async fill(): Promise<boolean> {
    while (!this.isLoaded) {
      const next = await this.#pages.next()
      this.#isAtEnd = next.done === true
      this.#page = next.done ? [] : next.value
      this.#index = 0
    }
    return !this.#isAtEnd
  }

  async close(): Promise<void> {
    await this.#pages.return()
  }
}

async function* pagesOf(reader: ListReader, list: Compared): AsyncGenerator<readonly Row[], void, void> {
  if (list instanceof ListRecords) {
    for (const page of list.pages(PAGE)) {
      yield page
      await setImmediate()
    }
  } else yield* readListRows(reader, list)
}
