import type { ErrorCode } from './portal-error.ts'

/**
 * The kinds of an address as a claimant is told of them: `unused` has no account yet, `vault` is controlled by a program,
 * `invalid` is nobody's, and of `unknown` no node says what it is.
 */
export const REPORTED_KINDS = [
  'wallet',
  'unused',
  'vault',
  'mint',
  'token_account',
  'program',
  'invalid',
  'unknown',
] as const
type ReportedKind = (typeof REPORTED_KINDS)[number]

/** The codes with which a claim for an address is refused. */
export const DESTINATION_PROBLEMS = [
  'invalid_sol_address',
  'sol_zero_key',
  'sol_known_program',
  'sol_is_sender',
  'sol_is_token_mint',
  'sol_is_token_account',
  'sol_is_program',
  'sol_off_curve',
  'sol_off_curve_unseen',
  'sol_off_curve_unconfirmed',
] as const satisfies ErrorCode[]
export type DestinationProblem = (typeof DESTINATION_PROBLEMS)[number]

export interface DestinationReport {
  kind: ReportedKind
  problem: DestinationProblem | null
  /** An account exists as long as it holds SOL. Null where no node says. */
  holdsSol: boolean | null
}
