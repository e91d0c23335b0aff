import type { ListWarning } from './list-warning.ts'

/** The units that a list's amounts may be in. */
type ListUnit = 'amountWei' | 'amountUA'

/** What a person said of a file's columns, unit and decimal mark. */
export interface ListProposal {
  columns?: { address: string; amount: string } | undefined
  unit?: ListUnit | undefined
  decimalMark?: '.' | ',' | undefined
}

/** The same as a request has it, or ALLOCATIONS_CONFIRM. */
export interface ListAnswer extends ListProposal {
  /** As `decimalMark`. */
  mark?: '.' | ',' | undefined
  /** The numbers of rows without an address that are left out. */
  leaveOut?: readonly number[] | undefined
}

/** What the columns of a file were read as, and how its amounts are written. */
export interface ListReadAs {
  unit: ListUnit
  /** Of the coin: what a whole token is in the smallest unit. */
  decimals: number
  columns: { name: string; as: 'address' | 'amount' | 'ignored' }[]
  mark: '.' | ','
}

/** A holder whose allocation a new list changes; null where one of the two lists does not have the address. */
interface ChangedHolder {
  address: string
  beforeUA: string | null
  afterUA: string | null
}

/** One kind of change from a list to another. */
export interface ListChange {
  count: number
  /** What is added, or taken away, in whole tokens. */
  amountUA: string
  /** Those that it changes most. */
  holders: ChangedHolder[]
}

/** The changes from one list to another. */
export interface ListChanges {
  added: ListChange
  removed: ListChange
  raised: ListChange
  lowered: ListChange
}

/** What a person sees of a list before it is published. Amounts are in whole tokens. */
export interface ListPreview {
  fileName: string
  /** The export that its columns are known from; null where they are not. */
  source: string | null
  count: number
  /** What it adds up to where its amounts are in whole tokens, and where they are in wei; null for a unit that it is not in. */
  totals: { amountUA: string | null; amountWei: string | null }
  /** The unit that all other amounts of the preview are read in. */
  unit: ListUnit | null
  decimalMark: '.' | ',' | null
  /** What was read as what; null where the columns are not known. */
  read: ListReadAs | null
  expectedSupplyUA: string | null
  /** Of the mint that claims are paid in, as the chain shows it; null where no sender is configured, or its nodes do not answer. */
  mintSupplyUA: string | null
  /** The list in force; null before the first. */
  before: { count: number; totalAmountUA: string } | null
  /** False where the list in force was changed in the database: then there is no telling what is different. */
  isComparable: boolean
  added: ListChange
  removed: ListChange
  raised: ListChange
  lowered: ListChange
  largest: { address: string; amountUA: string }[]
  odd: ListWarning[]
  columns: string[]
  /** The two that were taken; null where a person has to choose them. */
  chosen: { address: string; amount: string } | null
  /** What a person chose for a file with the same columns before; null where nothing is to be chosen, or nothing was. */
  proposed: ListProposal | null
  /** Its first rows, cell by cell. */
  samples: string[][]
}
