import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits, type Wei } from '#domain/amounts.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { ListChange, ListChanges } from '#domain/list-preview.ts'
import { type ListVersion, readListRows } from './read-list-rows.ts'

/** So many holders of a kind of change are named. */
const NAMED_HOLDERS = 10

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
      change.add(after.address, before.amountWei, after.amountWei)
    } else if (before) this.removed.add(before.address, before.amountWei, null)
    else if (after) this.added.add(after.address, null, after.amountWei)
  }
}

/**
 * Compares two versions of the holder list, both read once in the order of their addresses. Throws holder_list_changed where a row of
 * either is not as it came in.
 */
export async function compareLists(
  app: AppContext,
  before: ListVersion | undefined,
  after: ListVersion | undefined,
): Promise<ListComparison> {
  const comparison = new ListComparison()
  const old = rowsOf(app, before)
  const young = rowsOf(app, after)
  try {
    let one = (await old.next()).value ?? undefined
    let other = (await young.next()).value ?? undefined
    while (one || other) {
      const isOld = one !== undefined && (other === undefined || one.address <= other.address)
      const isYoung = other !== undefined && (one === undefined || other.address <= one.address)
      comparison.note(isOld ? one : undefined, isYoung ? other : undefined)
      if (isOld) one = (await old.next()).value ?? undefined
      if (isYoung) other = (await young.next()).value ?? undefined
    }
  } finally {
    await Promise.all([old.return(undefined), young.return(undefined)])
  }
  return comparison
}

async function* rowsOf(
  app: AppContext,
  version: ListVersion | undefined,
): AsyncGenerator<Row, undefined, void> {
  if (!version) return undefined
  for await (const page of readListRows(app, version)) yield* page
  return undefined
}
