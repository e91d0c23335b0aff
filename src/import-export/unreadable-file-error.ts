/**
 * The file can not be read any further. Used inside this module only: the message is a problem's text, and reaches the
 * caller as the last problem of the file.
 */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
  /** The row or item at which reading stopped; undefined when the problem is the file's as a whole. */
  readonly row: number | undefined

  constructor(problem: string, row?: number) {
    super(problem)
    this.row = row
  }
}
