/**
 * Why the chain refused a payout, and whose matter it is: the recipient's alone, or the sender's and so the whole run's.
 * What is not known here is first taken for the recipient's.
 */
export interface ChainErrorExplanation {
  words: string
  blame: 'recipient' | 'sender' | 'unknown'
}

/** Errors of the token programs that a transfer can meet (spl-token, TokenError). */
const TOKEN_ERRORS: Record<number, ChainErrorExplanation> = {
  1: { words: 'The sending wallet does not hold enough tokens', blame: 'sender' },
  3: { words: "The recipient's token account belongs to another token", blame: 'recipient' },
  4: { words: "The recipient's token account belongs to another owner", blame: 'recipient' },
  17: { words: "The recipient's token account is frozen", blame: 'recipient' },
}

const TRANSACTION_ERRORS: Record<string, ChainErrorExplanation> = {
  AccountNotFound: { words: 'The sending wallet holds no SOL', blame: 'sender' },
  InsufficientFundsForFee: {
    words: 'The sending wallet does not hold enough SOL for the fee',
    blame: 'sender',
  },
  InsufficientFundsForRent: {
    words: 'The sending wallet does not hold enough SOL for rent',
    blame: 'sender',
  },
}

const OUT_OF_LAMPORTS_LOG = 'insufficient lamports'

/** Puts the chain's error (its JSON) into words. `logs` tell what a bare number does not. */
export function explainChainError(error: string, logs: readonly string[]): ChainErrorExplanation {
  if (logs.some((line) => line.includes(OUT_OF_LAMPORTS_LOG))) {
    return { words: 'The sending wallet does not hold enough SOL to create a token account', blame: 'sender' }
  }
  const parsed: unknown = JSON.parse(error)
  if (typeof parsed === 'string') {
    return TRANSACTION_ERRORS[parsed] ?? { words: `The chain refused it: ${parsed}`, blame: 'unknown' }
  }
  const custom = customCode(parsed)
  return (
    (custom === null ? undefined : TOKEN_ERRORS[custom]) ?? {
      words: `The chain refused it: ${error}`,
      blame: 'unknown',
    }
  )
}

function customCode(error: unknown): number | null {
  const detail = (error as { InstructionError?: [number, { Custom?: number }] }).InstructionError?.[1]
  return typeof detail === 'object' && typeof detail?.Custom === 'number' ? detail.Custom : null
}
