import { UnreadableFileError } from '#lists/read-file.ts'
import type { AmountField, DecimalMark } from './cell-text.ts'

/** Where the address and the amount of each row stand, and how its amounts are written. */
export interface ListShape {
  /** The export that the file's columns are known from, for a person: "an explorer's holder export". */
  source: string
  /** The names of all columns; "column 1" and so on where the file has none. */
  columns: readonly string[]
  address: number
  amount: number
  /** The column of texts that stand for amounts which a spreadsheet has rounded. */
  exact?: number
  unit: AmountField
  /** False where nothing in the columns says the unit: the operator is asked. */
  isUnitCertain: boolean
  /** The first rows are all in hexadecimal: then `100` may be meant so as well. */
  areHex?: boolean
  decimalMark: DecimalMark
  /** True where nobody has to be asked for the mark, whatever the amounts show. */
  isMarkCertain: boolean
  /** The first row names the columns. */
  hasHeader: boolean
  /** The first rows, cell by cell. */
  samples: readonly (readonly string[])[]
  /** Says what is wrong with a row as a whole; for exports that say a thing twice. */
  checkRow?: (cells: readonly (string | undefined)[]) => string | null
}

/** What the operator said of a file's columns and unit. */
export interface ListChoices {
  /** Names of columns, as they were listed. */
  columns?: { address: string; amount: string }
  unit?: AmountField
  decimalMark?: DecimalMark
  /** Rows without an address that are left out: by their numbers. */
  leaveOut?: readonly number[]
}

/** What was said of a file can not be true of it. */
export class ContradictionError extends UnreadableFileError {
  override name = 'ContradictionError'
}

const MAX_SHOWN = 12
const MAX_NAME = 40

/** Which columns are the address and the amount is not known: the operator can say it. */
export class UnknownColumnsError extends UnreadableFileError {
  override name = 'UnknownColumnsError'
  readonly columns: readonly string[]
  /** What has to be asked, for a person. */
  readonly why: string
  /** The first three rows, cell by cell. */
  readonly samples: readonly (readonly string[])[]

  /** `why` says what leaves a choice; left out, no two columns are known. */
  constructor(columns: readonly string[], samples: readonly (readonly string[])[], why?: string) {
    const shown = columns.slice(0, MAX_SHOWN).map((name) => `"${name.slice(0, MAX_NAME)}"`)
    const more = columns.length > MAX_SHOWN ? ` and ${columns.length - MAX_SHOWN} more` : ''
    super(
      `${why ?? 'which column is the address and which the amount is not known'}; the columns are ${shown.join(', ')}${more}. Say which, or name them address and amountWei, or address and amountUA`,
    )
    this.why = why ?? 'which column is the address, and which the amount, is not known: say it'
    this.columns = columns
    this.samples = samples
  }
}
