/**
 * The file can not be read on from here. Used inside this room only: the message is a problem's text, and reaches the
 * caller as the last problem of the file.
 */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
  /** The row or item at which reading stopped; undefined where the file as a whole is meant. */
  readonly row: number | undefined

  constructor(problem: string, row?: number) {
    super(problem)
    this.row = row
  }
}
