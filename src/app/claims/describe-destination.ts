import type { Address } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import type { DestinationReport } from '#domain/destination-report.ts'
import { PortalError } from '#domain/portal-error.ts'
import { classifySolanaAddress, type SolanaAddressProblem } from '#domain/solana-address.ts'
import type { DestinationKind } from '#solana/destination.ts'
import type { DestinationLookup } from './destination-lookup.ts'

const REPORT_OF_TEXT = {
  not_an_address: { kind: 'invalid', problem: 'invalid_sol_address' },
  zero_key: { kind: 'invalid', problem: 'sol_zero_key' },
  known_program: { kind: 'program', problem: 'sol_known_program' },
} as const satisfies Record<Exclude<SolanaAddressProblem, 'off_curve'>, DestinationReport>

const REPORT_OF_KIND = {
  wallet: { kind: 'wallet', problem: null },
  unused: { kind: 'unused', problem: null },
  vault: { kind: 'vault', problem: 'sol_off_curve_unconfirmed' },
  token_mint: { kind: 'mint', problem: 'sol_is_token_mint' },
  token_account: { kind: 'token_account', problem: 'sol_is_token_account' },
  program: { kind: 'program', problem: 'sol_is_program' },
  nobody: { kind: 'invalid', problem: 'sol_off_curve' },
} as const satisfies Record<DestinationKind, DestinationReport>

/**
 * Describes a destination as far as its text, the configured mint and the cluster show. Where the cluster can not be read, an
 * address on the curve has no problem (the payout looks again), and any other has: its vault was not seen.
 */
export async function describeDestination(
  lookup: DestinationLookup,
  text: string,
): Promise<DestinationReport> {
  const problem = classifySolanaAddress(text)
  if (problem !== null && problem !== 'off_curve') return REPORT_OF_TEXT[problem]
  const address = text as Address
  const kind = await lookup.find(address)
  if (kind !== 'unknown') return REPORT_OF_KIND[kind]
  return { kind, problem: problem === 'off_curve' ? 'sol_off_curve_unseen' : null }
}

/**
 * Returns the address, or throws why it can not be paid to. A vault that a program controls is accepted once the claimant
 * has confirmed it.
 */
export async function assertUsableDestination(
  { destinations }: Pick<AppContext, 'destinations'>,
  text: string,
  confirmedProgramOwned: boolean,
): Promise<Address> {
  const { problem } = await describeDestination(destinations, text)
  const isConfirmed = problem === 'sol_off_curve_unconfirmed' && confirmedProgramOwned
  if (problem !== null && !isConfirmed) throw new PortalError(problem)
  return text as Address
}
