import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#app/app-context.ts'
import { makeReference } from '#app/make-reference.ts'
import { readTokenNames, tokensOf } from '#app/payouts/token-names.ts'
import { countOf } from '#app/reply-values.ts'
import { distributionSubject } from '#app/second-secret/second-secret.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Distribution } from '#domain/payout-source.ts'
import { PortalError } from '#domain/portal-error.ts'
import { sealedRow } from '#domain/sealed-record.ts'
import {
  type DistributionFormat,
  type DistributionReading,
  readDistribution,
} from '#lists/read-distribution.ts'
import { DEFAULT_XLSX_LIMITS } from '#lists/xlsx/open-xlsx.ts'
import type { DistributionEntry } from '#store/payouts/distributions.ts'
import { describeRepeatedPayments } from './repeated-rows.ts'

interface DistributionFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

/** The largest file that is accepted. */
export const MAX_DISTRIBUTION_FILE_BYTES = DEFAULT_XLSX_LIMITS.maxFileBytes

const MAX_LISTED = 100

/** Sealing so many takes a few milliseconds. */
const ROWS_PER_TURN = 500
const MAX_FILE_NAME = 255

/** Of a file with another name. */
const REFUSALS = { xlsx: 'not_an_xlsx', csv: 'not_a_csv' } as const satisfies Record<
  DistributionFormat,
  string
>

/** No sentence names more rows than this. */
const MAX_NAMED = 10

/**
 * Records a file of payments, an .xlsx unless it is said to be a CSV, whole or not at all, to be started later. Its amounts are those of the
 * token that is configured now. Files are read one at a time. Throws standalone_not_configured, not_an_xlsx,
 * not_a_csv, invalid_distribution_file with what is wrong row by row, needs_confirmation where something in it is hidden, and whatever
 * reading the file throws.
 */
export async function importDistribution(
  app: AppContext,
  { fileName, bytes }: DistributionFile,
  {
    confirm,
    format = 'xlsx',
  }: { confirm?: string | undefined; format?: DistributionFormat | undefined } = {},
) {
  const { store, now, imports } = app
  const sender = await store.senders.find('standalone')
  if (!sender) throw new PortalError('standalone_not_configured')
  if (!fileName.toLowerCase().endsWith(`.${format}`)) throw new PortalError(REFUSALS[format])
  const { mintAddress, mintDecimals } = sender
  const reading = await imports(() => readDistribution(bytes, { mintAddress, mintDecimals, format }))
  if (reading.problemCount > 0) {
    throw new PortalError('invalid_distribution_file', { problems: reading.problemCount }, reading.problems)
  }
  assertSeen(reading, sender.mintDecimals, confirm)
  const earlier = (await store.distributions.list()).find(({ fileHash }) => fileHash === reading.fileHash)
  const distribution: Distribution = {
    id: makeReference(),
    fileName: fileName.slice(-MAX_FILE_NAME),
    fileHash: reading.fileHash,
    rowCount: reading.rows.length,
    totalBaseUnits: reading.totalBaseUnits,
    mintAddress: sender.mintAddress,
    mintDecimals: sender.mintDecimals,
    mintName: sender.mintName,
    genesisHash: sender.genesisHash,
    createdAtMs: now(),
  }
  const tokenName = (await readTokenNames(app))(distribution)
  await app.secondSecret.demandPerson({
    action: 'upload_distribution',
    what: `upload "${distribution.fileName}": ${countOf(reading.rows.length, 'payment')}, ${tokensOf(reading.totalBaseUnits, sender.mintDecimals, tokenName)}`,
    facts: [
      reading.fileHash,
      reading.rows.length,
      reading.totalBaseUnits,
      sender.mintAddress,
      sender.genesisHash,
    ],
  })
  await app.secondSecret.noteMaker(distributionSubject(distribution.id))
  await store.distributions.add(distribution, await sealRows(app, distribution, reading.rows))
  return {
    distributionId: distribution.id,
    mint: distribution.mintAddress,
    tokenName,
    totalAddresses: reading.rows.length,
    totalAmount: formatDecimalUnits(reading.totalBaseUnits, sender.mintDecimals),
    sheet: reading.sheets?.read ?? null,
    unreadSheets: (reading.sheets?.unread ?? []).map(({ name, rows, isHidden }) => ({
      name,
      rows,
      hidden: isHidden,
    })),
    hiddenRowCount: reading.hidden.rows.length,
    sameFileAs: earlier?.id ?? null,
    repeats: describeRepeatedPayments(await store.distributions.repeated(distribution)),
    header: reading.header === null ? null : [...reading.header],
    duplicateCount: reading.duplicates.length,
    duplicates: reading.duplicates.slice(0, MAX_LISTED),
    offCurveCount: reading.offCurve.length,
    offCurve: reading.offCurve.slice(0, MAX_LISTED),
  }
}

/**
 * Throws needs_confirmation where the file has rows that would be paid unseen, sheets that nobody sees, or columns that may mean something
 * else, unless that was confirmed.
 */
function assertSeen(
  { hidden, sheets, doubts, totalBaseUnits }: DistributionReading,
  mintDecimals: number,
  confirm: string | undefined,
): void {
  const unseen = (sheets?.unread ?? []).filter(({ isHidden }) => isHidden)
  const found = [
    ...(hidden.rows.length > 0 ? [countOf(hidden.rows.length, 'hidden row')] : []),
    ...(unseen.length > 0 ? [countOf(unseen.length, 'hidden sheet')] : []),
    ...(doubts.length > 0 ? ['read as shown'] : []),
  ]
  const words = found.join(' and ')
  if (words === '' || confirm === words) return
  const rows = `${hidden.rows.length === 1 ? 'row' : 'rows'} ${hidden.rows.slice(0, MAX_NAMED).join(', ')}${hidden.rows.length > MAX_NAMED ? ', …' : ''}`
  const total = tokensOf(totalBaseUnits, mintDecimals, 'tokens')
  const why = [
    ...(hidden.rows.length > 0
      ? [
          `Rows that are hidden, by hand or by a filter, would be paid too: ${rows} (${tokensOf(hidden.baseUnits, mintDecimals, 'tokens')} in all).`,
        ]
      : []),
    ...unseen.map(
      ({ name, rows }) => `The hidden sheet "${name}" (${rows ?? 'very many'} rows) would not be paid.`,
    ),
    ...doubts,
    ...(doubts.length > 0 ? [`As it was read, it adds up to ${total}.`] : []),
    'Nothing was saved.',
  ]
  throw new PortalError('needs_confirmation', { why: why.join(' '), confirm: words })
}

/** Seals each row under its distribution, a page at a time, yielding to the event loop in between. */
async function sealRows(
  { seals }: AppContext,
  { id, mintAddress, genesisHash }: Distribution,
  rows: DistributionReading['rows'],
): Promise<DistributionEntry[]> {
  const sealed: DistributionEntry[] = []
  for (const row of rows) {
    const { rowNumber, recipient, baseUnits } = row
    const record = { distributionId: id, rowNumber, recipient, baseUnits, mintAddress, genesisHash }
    sealed.push({ ...row, seal: seals.make(sealedRow(record)) })
    if (sealed.length % ROWS_PER_TURN === 0) await setImmediate()
  }
  return sealed
}
