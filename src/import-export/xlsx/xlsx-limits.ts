/** The largest workbook that is read. A real list of payments comes near none of these limits. */
export interface XlsxLimits {
  /** The most bytes of the file as given: it is held in memory, since a zip is read from its end. */
  maxFileBytes: number
  /** The most bytes of everything that is inflated, together. */
  maxInflatedBytes: number
  /** The highest ratio of a part's inflated to its compressed size, past RATIO_FREE_BYTES. */
  maxInflateRatio: number
  /** The most rows with content. */
  maxRows: number
  /** The most cells, empty ones and those of other columns too. */
  maxCells: number
  /** The most strings in the workbook's table of shared ones. */
  maxSharedStrings: number
  /** The most parts of the zip archive. */
  maxParts: number
}

export const DEFAULT_XLSX_LIMITS: XlsxLimits = {
  maxFileBytes: 32 * 1024 ** 2,
  maxInflatedBytes: 128 * 1024 ** 2,
  maxInflateRatio: 200,
  maxRows: 100_000,
  maxCells: 5_000_000,
  maxSharedStrings: 1_000_000,
  maxParts: 1000,
}
