import { PortalError } from '#domain/portal-error.ts'
import { judgeSolanaAddress, type SolanaAddressProblem } from '#domain/solana-address.ts'
import type { Portal } from './portal.ts'

const CODES = {
  not_an_address: 'invalid_sol_address',
  zero_key: 'sol_zero_key',
  known_program: 'sol_known_program',
  off_curve: 'sol_off_curve',
} as const satisfies Record<SolanaAddressProblem, string>

/** Throws why an address can not be paid to, as far as its text, and the mint that is configured, can tell. */
export async function refuseUnusableDestination({ store }: Portal, solAddress: string): Promise<void> {
  const problem = judgeSolanaAddress(solAddress)
  if (problem !== null) throw new PortalError(CODES[problem])
  const sender = await store.senders.find('bulk')
  if (sender?.mint_address === solAddress) throw new PortalError('sol_is_token_mint')
}
