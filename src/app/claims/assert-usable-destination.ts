import type { Address } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { PortalError } from '#domain/portal-error.ts'
import { classifySolanaAddress, type SolanaAddressProblem } from '#domain/solana-address.ts'
import { classifyDestination, type DestinationKind } from '#solana/destination.ts'

const ERROR_OF_TEXT = {
  not_an_address: 'invalid_sol_address',
  zero_key: 'sol_zero_key',
  known_program: 'sol_known_program',
} as const satisfies Partial<Record<SolanaAddressProblem, string>>

const ERROR_OF_KIND = {
  token_mint: 'sol_is_token_mint',
  token_account: 'sol_is_token_account',
  program: 'sol_is_program',
  nobody: 'sol_off_curve',
} as const satisfies Partial<Record<DestinationKind, string>>

/**
 * Returns the address, or throws why it can not be paid to, as far as its text, the configured mint and the
 * cluster show. A vault that a program controls is accepted once the claimant has confirmed it. Where the
 * cluster can not be read, an address on the curve is accepted (the payout looks again), and any other is
 * not.
 */
export async function assertUsableDestination(
  { store, destinations }: AppContext,
  text: string,
  confirmedProgramOwned: boolean,
): Promise<Address> {
  const problem = classifySolanaAddress(text)
  if (problem !== null && problem !== 'off_curve') throw new PortalError(ERROR_OF_TEXT[problem])
  const solAddress = text as Address
  const sender = await store.senders.find('bulk')
  if (sender?.mintAddress === solAddress) throw new PortalError('sol_is_token_mint')

  const destination = await destinations.find(solAddress)
  if (!destination.known) {
    if (problem === 'off_curve') throw new PortalError('sol_off_curve')
    return solAddress
  }
  const kind = classifyDestination(solAddress, destination.account)
  if (kind === 'wallet') return solAddress
  if (kind !== 'vault') throw new PortalError(ERROR_OF_KIND[kind])
  if (!confirmedProgramOwned) throw new PortalError('sol_off_curve_unconfirmed')
  return solAddress
}
