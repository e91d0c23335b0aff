import type { MarkEvidence } from './list-shape/amount-text.ts'

/** The columns of a holder list, spelled as a file should spell them. */
const ALLOCATION_FIELDS = ['address', 'amountWei', 'amountUA'] as const
export type AllocationField = (typeof ALLOCATION_FIELDS)[number]
export type AmountField = Exclude<AllocationField, 'address'>

/** One row as the file has it, not validated. */
export interface AllocationEntry {
  /** Its line in a CSV, its row in a sheet, its place in a JSON array; the first is 1. */
  row: number
  address: string
  amount: string
  amountField: AmountField
  /** What its text tells of the decimal mark; left out where `amount` is the text as the file has it. */
  mark?: MarkEvidence
  /** Not seen by who opens the file. */
  isHidden?: true
}

/** A row that is not shaped like one. */
export interface MisshapenEntry {
  row: number
  problem: string
}

/** Returns the field that a column or a key names, ignoring letter case and outer spaces. */
export function readFieldName(name: string): AllocationField | undefined {
  const lowered = name.trim().toLowerCase()
  return ALLOCATION_FIELDS.find((field) => field.toLowerCase() === lowered)
}
