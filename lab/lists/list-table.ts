/** A list as a table of texts. */
export interface ListTable {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Amounts have no thousands marks, and a point before their fraction. */
  arePlain?: boolean
}
