/** A command of the operator's can not be carried out. Its message says why and what to do: it is printed without a stack. */
export class CommandRefusedError extends Error {
  override name = 'CommandRefusedError'
}
