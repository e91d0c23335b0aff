import type { SheetLimits } from './sheet-limits.ts'

/** The columns of a holder list, spelled as a file should spell them. */
export const ALLOCATION_FIELDS = ['address', 'amountWei', 'amountUA'] as const
export type AllocationField = (typeof ALLOCATION_FIELDS)[number]
export type AmountField = Exclude<AllocationField, 'address'>

/** One row as the file has it: nothing in it was checked. */
export interface AllocationEntry {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  address: string
  amount: string
  amountField: AmountField
}

/** A row that does not have the shape of one. */
export interface MisshapenEntry {
  row: number
  problem: string
}

/**
 * Reads the text of one format as rows, one array for each chunk that comes in. Throws UnreadableFileError where it can
 * not go on, after the rows before that were given out.
 */
export type AllocationFormat = (
  text: AsyncIterable<Uint8Array>,
  limits: SheetLimits,
) => AsyncGenerator<(AllocationEntry | MisshapenEntry)[], void, void>

/** The field that a column or a key stands for; letter case and outer spaces do not count. */
export function readFieldName(name: string): AllocationField | undefined {
  const lowered = name.trim().toLowerCase()
  return ALLOCATION_FIELDS.find((field) => field.toLowerCase() === lowered)
}
