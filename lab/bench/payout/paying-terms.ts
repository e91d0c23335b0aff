import type { Address } from '@solana/kit'

/** What a script of the payout benchmarks works on: its one argument, in JSON. */
export interface PayingTerms {
  rpcUrl: string
  genesisHash: string
  /** The sending wallet's key: a JSON array of 64 numbers. */
  walletKeyJson: string
  mint: Address
  recipients: number
  /** The calls a second that the node takes; null for any number. */
  allowedCalls: number | null
}

export function readPayingTerms(): PayingTerms {
  return JSON.parse(process.argv[2] ?? '')
}
