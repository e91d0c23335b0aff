import { isEvmAddress } from '#domain/evm-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import type { AddressProblem } from '#web/claim/language/en.ts'

const REFUSALS = {
  not_an_address: 'invalid_sol_address',
  zero_key: 'sol_zero_key',
  known_program: 'sol_known_program',
  off_curve: 'sol_off_curve_unconfirmed',
} as const

/**
 * What is wrong with an address as far as its text can tell, so that nobody signs for nothing; the server judges again.
 * Null also where the shape alone is wrong, and where the means to tell more could not be loaded.
 */
export async function classifyAddress(text: string): Promise<AddressProblem | null> {
  if (isEvmAddress(text)) return 'sol_is_evm_address'
  if (!SOLANA_ADDRESS_SHAPE.test(text)) return null
  const judge = await loadClassifier().catch(() => null)
  const problem = judge?.classifySolanaAddress(text) ?? null
  return problem === null ? null : REFUSALS[problem]
}

/** Curve arithmetic, which nobody needs before the form. */
export function loadClassifier() {
  return import('#domain/solana-address.ts')
}
