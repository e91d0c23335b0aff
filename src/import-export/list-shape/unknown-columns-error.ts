import { UnreadableFileError } from '#import-export/unreadable-file-error.ts'

const MAX_SHOWN = 12
const MAX_NAME = 40

/** Which columns are the address and the amount is not known: the operator can say it. */
export class UnknownColumnsError extends UnreadableFileError {
  override name = 'UnknownColumnsError'
  readonly columns: readonly string[]
  /** The first three rows, cell by cell. */
  readonly samples: readonly (readonly string[])[]

  constructor(columns: readonly string[], samples: readonly (readonly string[])[]) {
    const shown = columns.slice(0, MAX_SHOWN).map((name) => `"${name.slice(0, MAX_NAME)}"`)
    const more = columns.length > MAX_SHOWN ? ` and ${columns.length - MAX_SHOWN} more` : ''
    super(
      `which column is the address and which the amount is not known; the columns are ${shown.join(', ')}${more}. Say which, or name them address and amountWei, or address and amountUA`,
    )
    this.columns = columns
    this.samples = samples
  }
}
