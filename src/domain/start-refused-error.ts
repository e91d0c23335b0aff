/** The server must not start like this. Its message says what to do, to the operator: it is printed without a stack. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}
