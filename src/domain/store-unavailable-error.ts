/** What keeps the database from doing what it is asked. */
export type StoreTrouble =
  | 'away'
  | 'late'
  | 'busy'
  | 'full'
  | 'read_only'
  | 'disk'
  | 'damaged'
  | 'refused'
  | 'insecure'

const WORDS: Record<StoreTrouble, string> = {
  away: 'it can not be reached',
  late: 'it did not answer in time',
  busy: 'it is locked by another session, or has no connection left',
  full: 'its disk or its memory is full',
  read_only: 'it can only be read, not written to',
  disk: 'its disk can not be read or written',
  damaged: 'it is damaged: restore it from a backup',
  refused: 'it refuses the login, or there is no such database',
  insecure: 'no TLS connection to it is made that sslmode and sslrootcert allow',
}

/** By these waiting changes nothing: somebody has to. */
const LASTING: readonly StoreTrouble[] = ['damaged', 'refused', 'insecure']

/**
 * The database did not do what it was asked, through no fault of who asked. Whether a commit that met this was made is not known. The
 * words are Ferry's own; what the database said is the cause.
 */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
  readonly trouble: StoreTrouble

  constructor(trouble: StoreTrouble, cause?: unknown) {
    super(WORDS[trouble], { cause })
    this.trouble = trouble
  }

  get isLasting(): boolean {
    return LASTING.includes(this.trouble)
  }
}
