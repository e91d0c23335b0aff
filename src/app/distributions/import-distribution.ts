import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#app/app-context.ts'
import { makeReference } from '#app/make-reference.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import type { Distribution } from '#domain/distribution.ts'
import { sealedRow } from '#domain/distribution-row-seal.ts'
import { PortalError } from '#domain/portal-error.ts'
import { type DistributionReading, readDistribution } from '#import-export/read-distribution.ts'
import { DEFAULT_XLSX_LIMITS } from '#import-export/xlsx/xlsx-limits.ts'
import type { DistributionEntry } from '#store/distributions.ts'

export interface DistributionFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

/** The largest file that is accepted. */
export const MAX_DISTRIBUTION_FILE_BYTES = DEFAULT_XLSX_LIMITS.maxFileBytes

const MAX_LISTED = 100

/** Sealing so many takes a few milliseconds. */
const ROWS_PER_TURN = 500
const MAX_FILE_NAME = 255

/**
 * Records a spreadsheet of payments, whole or not at all, to be started later. Its amounts are those of the
 * token that is configured now. Files are read one at a time. Throws standalone_not_configured, not_an_xlsx,
 * invalid_distribution_file with what is wrong row by row, and whatever reading the file throws.
 */
export async function importDistribution(app: AppContext, { fileName, bytes }: DistributionFile) {
  const { store, now, imports } = app
  const sender = await store.senders.find('standalone')
  if (!sender) throw new PortalError('standalone_not_configured')
  if (!/\.xlsx$/i.test(fileName)) throw new PortalError('not_an_xlsx')
  const reading = await imports(() =>
    readDistribution(bytes, { mintAddress: sender.mintAddress, mintDecimals: sender.mintDecimals }),
  )
  if (reading.problemCount > 0) {
    throw new PortalError('invalid_distribution_file', { problems: reading.problemCount }, reading.problems)
  }
  const earlier = (await store.distributions.list()).find(({ fileHash }) => fileHash === reading.fileHash)
  const distribution: Distribution = {
    id: makeReference(),
    fileName: fileName.slice(-MAX_FILE_NAME),
    fileHash: reading.fileHash,
    rowCount: reading.rows.length,
    totalBaseUnits: reading.totalBaseUnits,
    mintAddress: sender.mintAddress,
    mintDecimals: sender.mintDecimals,
    genesisHash: sender.genesisHash,
    createdAtMs: now(),
  }
  await store.distributions.add(distribution, await sealRows(app, distribution, reading.rows))
  return {
    distributionId: distribution.id,
    totalAddresses: reading.rows.length,
    totalAmount: formatDecimalUnits(reading.totalBaseUnits, sender.mintDecimals),
    sameFileAs: earlier?.id ?? null,
    header: reading.header === null ? null : [...reading.header],
    duplicateCount: reading.duplicates.length,
    duplicates: reading.duplicates.slice(0, MAX_LISTED),
    offCurveCount: reading.offCurve.length,
    offCurve: reading.offCurve.slice(0, MAX_LISTED),
  }
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
