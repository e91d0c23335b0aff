import type { Address } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { describeDestination } from './describe-destination.ts'

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
