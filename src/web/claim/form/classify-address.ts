import { isEvmAddress } from '#domain/evm-address.ts'
import { SOLANA_ADDRESS_SHAPE } from '#domain/solana-address-shape.ts'
import type { AddressProblem } from '#web/claim/language/en.ts'

const PROBLEM_CODES = {
  not_an_address: 'invalid_sol_address',
  zero_key: 'sol_zero_key',
  known_program: 'sol_known_program',
  off_curve: 'sol_off_curve_unconfirmed',
} as const

/**
 * Classifies an address by its text, so that nobody signs a claim that will be refused; the server classifies it again.
 * Null also where its shape alone is wrong, and where the classifier could not be loaded.
 */
export async function classifyAddress(text: string): Promise<AddressProblem | null> {
  if (isEvmAddress(text)) return 'sol_is_evm_address'
  if (!SOLANA_ADDRESS_SHAPE.test(text)) return null
  const classifier = await loadClassifier().catch(() => null)
  const problem = classifier?.classifySolanaAddress(text) ?? null
  return problem === null ? null : PROBLEM_CODES[problem]
}

/** Loads the curve arithmetic, which is not needed before the form. */
export function loadClassifier() {
  return import('#domain/solana-address.ts')
}
