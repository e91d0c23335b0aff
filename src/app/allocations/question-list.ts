import type { AppContext } from '#app/app-context.ts'
import { formatDecimalUnits, parseAmountUAAsWei } from '#domain/amounts.ts'
import type { ListChange, ListPreview } from '#domain/list-preview.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { AllocationSummary } from '#lists/read-allocations.ts'
import type { SnapshotInForce } from '#store/lists/snapshots.ts'
import { objectionToList } from './active-allocation.ts'
import { compareLists, firstList, ListComparison } from './compare-lists.ts'
import type { StagedList } from './stage-list.ts'

/** From this share of holders, or of the sum, that would vanish, words have to be typed. */
const VANISHING_PERCENT = 1n

/** What a list asks of a person. */
export interface ListQuestion {
  preview: ListPreview
  /** True where nothing has to be asked. */
  isHarmless: boolean
  /** True where a person has to choose before it can be published: columns, unit or mark. */
  isUndecided: boolean
  /** The words to type; null for none. */
  confirm: string | null
  /** What a person sees by the preview: an answer holds for a list that shows nothing else. */
  shown: string[]
  /** What has to have been seen before this list is published. */
  toSee: string[]
}

/** Finds what is to be asked about a staged list, compared to the one in force. */
export async function questionList(
  app: AppContext,
  list: StagedList,
  base: SnapshotInForce | undefined,
): Promise<ListQuestion> {
  const { summary } = list
  const { rowCount, totalWei, odd } = summary
  const isUnread = summary.unknownColumns !== null
  const comparison = isUnread ? new ListComparison() : await comparisonWith(app, list, base)
  const isUndecided = isUnread || odd.some(({ kind }) => kind === 'unit_unknown' || kind === 'decimal_mark')
  const vanishes = !comparison || (base !== undefined && doesVanish(base, comparison))
  const confirm = vanishes && !isUnread ? `publish ${countHolders(rowCount)}` : null
  const lost = comparison ? [comparison.removed, comparison.lowered] : []
  const readings = readingsOf(summary, app.settings.coinDecimals)
  // A node that does not answer says nothing about the list: it is shown, and keeps nobody from publishing.
  const asking = odd.filter(({ kind }) => kind !== 'not_checked')
  const seen = [
    ...asking.map(({ kind, rows }) => `${kind}:${rows}`),
    ...(comparison ? lost.map(({ count, amountWei }) => `lost:${count}:${amountWei}`) : ['not comparable']),
  ]
  return {
    preview: previewOf(app, list, base, comparison),
    isHarmless:
      asking.length === 0 && !isUnread && comparison !== null && lost.every(({ count }) => count === 0),
    isUndecided,
    confirm,
    shown: [...seen, ...(isUnread ? [] : Object.values(readings).map((wei) => readAs(summary, wei)))],
    toSee: [...seen, readAs(summary, totalWei)],
  }
}

const readAs = ({ rowCount }: AllocationSummary, wei: bigint | null) => `reads:${rowCount}:${wei}`

/** Null where the list in force is not as it was published. */
async function comparisonWith(
  app: AppContext,
  { records, summary }: StagedList,
  base: SnapshotInForce | undefined,
): Promise<ListComparison | null> {
  if (!base) return await firstList(records, summary.totalWei)
  if (objectionToList(app, base) !== null) return null
  try {
    return await compareLists(app, base, records)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'holder_list_changed') return null
    throw error
  }
}

function doesVanish(base: SnapshotInForce, { removed, lowered }: ListComparison): boolean {
  const lostWei = removed.amountWei + lowered.amountWei
  return (
    BigInt(removed.count) * 100n > BigInt(base.addressCount) * VANISHING_PERCENT ||
    lostWei * 100n > base.totalWei * VANISHING_PERCENT
  )
}

/** What the list adds up to in wei, for each unit that it may be in. */
function readingsOf(
  { shape, odd, totalWei }: AllocationSummary,
  coinDecimals: number,
): { amountUA: bigint | null; amountWei: bigint | null } {
  if (!shape) return { amountUA: null, amountWei: null }
  const isUnknown = odd.some(({ kind }) => kind === 'unit_unknown')
  const one = 10n ** BigInt(coinDecimals)
  if (shape.unit === 'amountUA') return { amountUA: totalWei, amountWei: isUnknown ? totalWei / one : null }
  return { amountUA: isUnknown ? totalWei * one : null, amountWei: totalWei }
}

function previewOf(
  app: AppContext,
  { fileName, summary }: StagedList,
  base: SnapshotInForce | undefined,
  comparison: ListComparison | null,
): ListPreview {
  const { coinDecimals, expectedSupplyUA } = app.settings
  const { shape, unknownColumns, rowCount, odd, largest } = summary
  const inTokens = (wei: bigint | null) => (wei === null ? null : formatDecimalUnits(wei, coinDecimals))
  const readings = readingsOf(summary, coinDecimals)
  return {
    fileName,
    source: shape?.source ?? null,
    count: rowCount,
    totals: { amountUA: inTokens(readings.amountUA), amountWei: inTokens(readings.amountWei) },
    unit: shape?.unit ?? null,
    decimalMark: shape?.decimalMark ?? null,
    expectedSupplyUA: expectedSupplyUA ?? null,
    before: base
      ? { count: base.addressCount, totalAmountUA: formatDecimalUnits(base.totalWei, coinDecimals) }
      : null,
    isComparable: comparison !== null,
    ...(comparison ?? new ListComparison()).describe(coinDecimals),
    largest: largest.map(({ address, amountWei }) => ({
      address,
      amountUA: formatDecimalUnits(amountWei, coinDecimals),
    })),
    odd: odd.map((thing) => ({ ...thing, where: [...thing.where] })),
    columns: [...(shape?.columns ?? unknownColumns?.columns ?? [])],
    chosen: shape
      ? { address: shape.columns[shape.address] ?? '', amount: shape.columns[shape.amount] ?? '' }
      : null,
    proposed: null,
    samples: (shape?.samples ?? unknownColumns?.samples ?? []).map((cells) => [...cells]),
  }
}

/** "1 holder", "2 holders". */
export function countHolders(count: number): string {
  return `${count} ${count === 1 ? 'holder' : 'holders'}`
}

/** Says what a list changes, for the record of actions. */
export function describeChanges({ preview }: ListQuestion): string {
  const { added, removed, raised, lowered } = preview
  const say = (name: string, { count }: ListChange) => (count === 0 ? [] : [`${count} ${name}`])
  return [
    ...say('added', added),
    ...say('removed', removed),
    ...say('raised', raised),
    ...say('lowered', lowered),
    ...preview.odd.map(({ kind, rows }) => `${kind} (${rows})`),
  ].join(', ')
}

/** Throws invalid_allocation_file where a list has problems, or adds up to more than there is. */
export function assertSound(app: AppContext, { summary }: StagedList): void {
  const { problems, problemCount, unknownColumns, totalWei, odd } = summary
  if (unknownColumns && canBeAsked(unknownColumns)) return
  if (problemCount > 0) throw new PortalError('invalid_allocation_file', { problems: problemCount }, problems)
  const { expectedSupplyUA, coinDecimals } = app.settings
  if (expectedSupplyUA === null || odd.some(({ kind }) => kind === 'unit_unknown')) return
  if (totalWei <= parseAmountUAAsWei(expectedSupplyUA, coinDecimals)) return
  const total = formatDecimalUnits(totalWei, coinDecimals)
  throw new PortalError('invalid_allocation_file', { problems: 1 }, [
    {
      where: 'file',
      problem: `it adds up to ${total}, more than the expected supply of ${expectedSupplyUA}: check whether its amounts are in the unit that its header names`,
    },
  ])
}

/** There is something to choose from. */
function canBeAsked({ columns, samples }: NonNullable<AllocationSummary['unknownColumns']>): boolean {
  return columns.length > 1 && samples.length > 0
}

/** Throws invalid_allocation_file where a list gives an address less than was claimed for it. */
export async function assertAboveClaims(app: AppContext, { snapshotId }: StagedList): Promise<void> {
  const { count, claims } = await app.store.claimsAboveList.find(snapshotId)
  if (count === 0) return
  const inTokens = (wei: bigint) => formatDecimalUnits(wei, app.settings.coinDecimals)
  const problems = claims.map(({ address, status, claimedWei, amountWei }) => {
    const given =
      amountWei === null ? 'this list does not have it' : `this list gives it ${inTokens(amountWei)}`
    const remedy = status === 'queued' ? ': reject the claim first' : ', and was paid'
    return { where: address, problem: `${address} has claimed ${inTokens(claimedWei)}, ${given}${remedy}` }
  })
  throw new PortalError('invalid_allocation_file', { problems: count }, problems)
}
