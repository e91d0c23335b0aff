import { ERROR_CATALOGUE } from './error-catalogue.ts'
import type { ErrorKind } from './error-kind.ts'

/** One of several things wrong at once: a row of a file, a field of a form. */
export interface Problem {
  where: string
  problem: string
}

export type ErrorCode = keyof typeof ERROR_CATALOGUE

export const ERROR_CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[]

export function kindOfError(code: ErrorCode): ErrorKind {
  return ERROR_CATALOGUE[code].kind
}

/** The values that a code's sentence takes; `undefined` where it takes none. */
type ErrorContext<C extends ErrorCode> = Parameters<(typeof ERROR_CATALOGUE)[C]['sentence']>[0]

type ContextArguments<C extends ErrorCode> =
  undefined extends ErrorContext<C>
    ? [context?: ErrorContext<C>, details?: readonly Problem[]]
    : [context: ErrorContext<C>, details?: readonly Problem[]]

/**
 * An error that a client sees. Anything else that is thrown is a fault of ours and answered as `internal`.
 */
export class PortalError<C extends ErrorCode = ErrorCode> extends Error {
  override name = 'PortalError'
  readonly code: C
  readonly context: ErrorContext<C> | undefined
  readonly details: readonly Problem[] | undefined

  constructor(code: C, ...[context, details]: ContextArguments<C>) {
    super((ERROR_CATALOGUE[code].sentence as (context: unknown) => string)(context))
    this.code = code
    this.context = context
    this.details = details
  }
}
