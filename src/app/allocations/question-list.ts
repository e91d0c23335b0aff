import type { AppContext } from '#app/app-context.ts'
import { describeToken, tokensOf } from '#app/payouts/token-names.ts'
import { countOf } from '#app/reply-values.ts'
import { withTimeout } from '#app/senders/configured-sender.ts'
import { formatDecimalUnits, parseAmountUAAsWei, parseDecimalUnits } from '#domain/amounts.ts'
import type { ListChange, ListPreview, ListReadAs } from '#domain/list-preview.ts'
import { DOUBTS_OF_AMOUNTS, type ListWarning, UNDECIDED_WARNINGS } from '#domain/list-warning.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { ListShape } from '#lists/list-shape/list-shape.ts'
import type { AllocationSummary } from '#lists/read-allocations.ts'
import { RpcUnavailableError } from '#solana/solana-rpc.ts'
import type { SnapshotInForce } from '#store/lists/snapshots.ts'
import { isAsPublished, objectionToList } from './active-allocation.ts'
import { compareLists, ListComparison } from './compare-lists.ts'
import type { StagedList } from './stage-list.ts'

/** So many versions are looked at, the newest first. */
const LISTED_VERSIONS = 100

/** From this share of the rows, or of the sum, that would vanish, or be added, words have to be typed. */
const CHANGE_PERCENT = 1n

/** A list that adds up to no more than this share of the supply may be in another unit: all of it, with two decimals too many. */
const LEAST_OF_SUPPLY_PERCENT = 1n

/** A preview does not wait longer for what the chain says of the mint. */
const MINT_TIMEOUT_MS = 3_000

/** A list as a person is to see it: its rows stand in the store under this number. */
export type SeenList = Pick<StagedList, 'snapshotId' | 'fileName' | 'records' | 'summary' | 'root'>

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

/**
 * Finds what is to be asked about a list, compared to the one in force. The same rows, once they were in force, are asked about no more:
 * what they change is shown.
 */
export async function questionList(
  app: AppContext,
  list: SeenList,
  base: SnapshotInForce | undefined,
): Promise<ListQuestion> {
  const { summary } = list
  const { totalWei } = summary
  const isUnread = summary.unknownColumns !== null
  const [comparison, supply] = isUnread
    ? [new ListComparison(), NO_SUPPLY]
    : await Promise.all([comparisonWith(app, list, base), knownSupply(app)])
  const isUndecided = isUnread || summary.odd.some(({ kind }) => UNDECIDED_WARNINGS.includes(kind))
  const isConfirmed = !isUndecided && comparison !== null && (await wasInForce(app, list))
  const odd: ListWarning[] = isConfirmed
    ? []
    : [
        ...askForColumns(summary),
        ...summary.odd,
        ...(isUndecided ? [] : outsideSupply(app, totalWei, supply)),
      ]
  const isDoubtful = odd.some(({ kind }) => DOUBTS_OF_AMOUNTS.includes(kind))
  const confirm = isUndecided || isConfirmed ? null : wordsFor(app, list, base, { comparison, isDoubtful })
  const lost = comparison ? [comparison.removed, comparison.lowered] : []
  const readings = readingsOf(summary, app.settings.coinDecimals)
  // A node that does not answer says nothing about the list: it is shown, and keeps nobody from publishing.
  const asking = odd.filter(({ kind }) => kind !== 'not_checked')
  const seen = [
    ...asking.map(({ kind, rows }) => `${kind}:${rows}`),
    ...(comparison ? lost.map(({ count, amountWei }) => `lost:${count}:${amountWei}`) : ['not comparable']),
  ]
  const isMeasured = base !== undefined || supply.known !== null
  return {
    preview: { ...previewOf(app, list, base, comparison), odd, ...supply.shown },
    isHarmless:
      asking.length === 0 &&
      !isUnread &&
      isMeasured &&
      (base === undefined || confirm === null) &&
      lost.every(({ count }) => count === 0),
    isUndecided,
    confirm,
    shown: [...seen, ...(isUnread ? [] : Object.values(readings).map((wei) => readAs(summary, wei)))],
    toSee: [...seen, readAs(summary, totalWei)],
  }
}

function askForColumns({ unknownColumns }: AllocationSummary): ListWarning[] {
  if (unknownColumns === null) return []
  return [{ kind: 'columns_unclear', words: unknownColumns.why, rows: 1, where: [] }]
}

/**
 * Returns the words to type: with the count of rows where many vanish, with the total where much is added, where amounts may be wrong, or
 * where there is nothing to compare it to.
 */
function wordsFor(
  app: AppContext,
  { summary: { rowCount, totalWei } }: SeenList,
  base: SnapshotInForce | undefined,
  { comparison, isDoubtful }: { comparison: ListComparison | null; isDoubtful: boolean },
): string | null {
  const isLoss = !comparison || (base !== undefined && doesVanish(base, comparison))
  const isGain = base === undefined || (comparison !== null && doesGrow(base, totalWei, comparison))
  if (!isLoss && !isGain && !isDoubtful) return null
  const [whole, fraction] = formatDecimalUnits(totalWei, app.settings.coinDecimals).split('.')
  const total = whole === '0' && fraction ? `0.${fraction}` : whole
  return `publish ${[...(isLoss ? [countOf(rowCount, 'row')] : []), ...(isGain || isDoubtful ? [total] : [])].join(', ')}`
}

/** True where the same rows were in force before, as an untouched version tells. */
async function wasInForce(app: AppContext, list: SeenList): Promise<boolean> {
  const versions = await app.store.listVersions.list(LISTED_VERSIONS)
  if (versions.length === 0) return false
  const root = await list.root()
  return versions.some((version) => version.root === root && isAsPublished(app, version))
}

interface KnownSupply {
  /** In whole tokens, as digits; the expected one before the mint's. */
  known: string | null
  name: string
  shown: Pick<ListPreview, 'expectedSupplyUA' | 'mintSupplyUA'>
}

const NO_SUPPLY: KnownSupply = {
  known: null,
  name: '',
  shown: { expectedSupplyUA: null, mintSupplyUA: null },
}

/** Reads what a list should add up to at most: the supply that the settings expect, and that of the mint. */
async function knownSupply(app: AppContext): Promise<KnownSupply> {
  const { expectedSupplyUA } = app.settings
  const mintSupplyUA = await mintSupply(app)
  const name = expectedSupplyUA === null ? "the mint's supply" : 'the expected supply'
  return { known: expectedSupplyUA ?? mintSupplyUA, name, shown: { expectedSupplyUA, mintSupplyUA } }
}

/** Null where claims have no sender yet, nothing was minted, or the chain can not be asked. */
async function mintSupply(app: AppContext): Promise<string | null> {
  try {
    const { supplyUA } = await withTimeout(describeToken(app, 'bulk'), MINT_TIMEOUT_MS)
    return supplyUA === '0' ? null : supplyUA
  } catch (error) {
    if (error instanceof PortalError || error instanceof RpcUnavailableError) return null
    throw error
  }
}

/** Says that a list adds up to more than there is, or to so little of it that its unit may be another. */
function outsideSupply(app: AppContext, totalWei: bigint, { known, name }: KnownSupply): ListWarning[] {
  if (known === null || totalWei === 0n) return []
  const { coinDecimals, tokenSymbol } = app.settings
  // A mint may have more decimals than the coin.
  const scale = Math.max(coinDecimals, known.split('.')[1]?.length ?? 0)
  const supply = parseDecimalUnits(known, scale)
  const sum = totalWei * 10n ** BigInt(scale - coinDecimals)
  const isAbove = sum > supply
  if (!isAbove && sum * 100n > supply * LEAST_OF_SUPPLY_PERCENT) return []
  const total = tokensOf(totalWei, coinDecimals, tokenSymbol)
  const share = isAbove ? 'more than' : `no more than ${LEAST_OF_SUPPLY_PERCENT} % of`
  const words = `it adds up to ${total}, ${share} ${name} of ${tokensOf(supply, scale, tokenSymbol)}: its amounts may be in another unit, or of another column`
  return [{ kind: 'outside_supply', words, rows: 1, where: [] }]
}

const readAs = ({ rowCount }: AllocationSummary, wei: bigint | null) => `reads:${rowCount}:${wei}`

/** Null where the list in force is not as it was published. */
async function comparisonWith(
  app: AppContext,
  { records }: SeenList,
  base: SnapshotInForce | undefined,
): Promise<ListComparison | null> {
  if (base && objectionToList(app, base) !== null) return null
  try {
    return await compareLists(app, base ?? null, records)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'holder_list_changed') return null
    throw error
  }
}

function doesVanish(base: SnapshotInForce, { removed, lowered }: ListComparison): boolean {
  const lostWei = removed.amountWei + lowered.amountWei
  return (
    BigInt(removed.count) * 100n > BigInt(base.addressCount) * CHANGE_PERCENT ||
    lostWei * 100n > base.totalWei * CHANGE_PERCENT
  )
}

function doesGrow(base: SnapshotInForce, totalWei: bigint, { multiplied }: ListComparison): boolean {
  return multiplied > 0 || (totalWei - base.totalWei) * 100n > base.totalWei * CHANGE_PERCENT
}

/** What the list adds up to in wei, for each unit that its amounts may be in: those with a fraction are no wei. */
function readingsOf(
  { shape, isFractional, totalWei }: AllocationSummary,
  coinDecimals: number,
): { amountUA: bigint | null; amountWei: bigint | null } {
  if (!shape) return { amountUA: null, amountWei: null }
  const one = 10n ** BigInt(coinDecimals)
  if (shape.unit === 'amountWei') return { amountUA: totalWei * one, amountWei: totalWei }
  return { amountUA: totalWei, amountWei: isFractional ? null : totalWei / one }
}

function previewOf(
  app: AppContext,
  { fileName, summary }: SeenList,
  base: SnapshotInForce | undefined,
  comparison: ListComparison | null,
): Omit<ListPreview, 'odd' | 'expectedSupplyUA' | 'mintSupplyUA'> {
  const { coinDecimals } = app.settings
  const { shape, unknownColumns, rowCount, largest } = summary
  const inTokens = (wei: bigint | null) => (wei === null ? null : formatDecimalUnits(wei, coinDecimals))
  const readings = readingsOf(summary, coinDecimals)
  return {
    fileName,
    source: shape?.source ?? null,
    count: rowCount,
    totals: { amountUA: inTokens(readings.amountUA), amountWei: inTokens(readings.amountWei) },
    unit: shape?.unit ?? null,
    decimalMark: shape?.decimalMark ?? null,
    read: shape && readAsOf(shape, coinDecimals),
    before: base
      ? { count: base.addressCount, totalAmountUA: formatDecimalUnits(base.totalWei, coinDecimals) }
      : null,
    isComparable: comparison !== null,
    ...(comparison ?? new ListComparison()).describe(coinDecimals),
    largest: largest.map(({ address, amountWei }) => ({
      address,
      amountUA: formatDecimalUnits(amountWei, coinDecimals),
    })),
    columns: [...(shape?.columns ?? unknownColumns?.columns ?? [])],
    chosen: shape
      ? { address: shape.columns[shape.address] ?? '', amount: shape.columns[shape.amount] ?? '' }
      : null,
    proposed: null,
    samples: (shape?.samples ?? unknownColumns?.samples ?? []).map((cells) => [...cells]),
  }
}

function readAsOf({ columns, address, amount, unit, decimalMark }: ListShape, decimals: number): ListReadAs {
  const as = (index: number) =>
    index === address ? ('address' as const) : index === amount ? ('amount' as const) : ('ignored' as const)
  return {
    unit,
    decimals,
    columns: columns.map((name, index) => ({ name, as: as(index) })),
    mark: decimalMark,
  }
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
export function assertSound(app: AppContext, { summary }: Pick<StagedList, 'summary'>): void {
  const { problems, problemCount, unknownColumns, totalWei, odd } = summary
  if (unknownColumns && canBeAsked(unknownColumns)) return
  if (summary.isContradicted) throw new PortalError('contradicts_file', { problems: problemCount }, problems)
  if (problemCount > 0) throw new PortalError('invalid_allocation_file', { problems: problemCount }, problems)
  const { expectedSupplyUA, coinDecimals, tokenSymbol } = app.settings
  if (expectedSupplyUA === null || odd.some(({ kind }) => kind === 'unit_unknown')) return
  const supplyWei = parseAmountUAAsWei(expectedSupplyUA, coinDecimals)
  if (totalWei <= supplyWei) return
  const [total, supply] = [totalWei, supplyWei].map((wei) => tokensOf(wei, coinDecimals, tokenSymbol))
  throw new PortalError('invalid_allocation_file', { problems: 1 }, [
    {
      where: 'file',
      problem: `it adds up to ${total}, more than the expected supply of ${supply}: check whether its amounts are in the unit that its header names`,
    },
  ])
}

/** There is something to choose from. */
function canBeAsked({ columns, samples }: NonNullable<AllocationSummary['unknownColumns']>): boolean {
  return columns.length > 1 && samples.length > 0
}

/** Throws invalid_allocation_file where a list gives an address less than was claimed for it. */
export async function assertAboveClaims(
  app: AppContext,
  { snapshotId }: Pick<StagedList, 'snapshotId'>,
): Promise<void> {
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
