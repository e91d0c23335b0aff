/** A command of the operator's can not be carried out. Its message says why and what to do: it is printed without a stack. */
export class CommandRefusedError extends Error {
  override name = 'CommandRefusedError'
}

/** The server must not start like this. Its message says what to do, to the operator: it is printed without a stack. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}
