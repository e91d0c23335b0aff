import type { Address } from '@solana/kit'
import { AccountState as TokenAccountState } from '@solana-program/token'
import type { AccountState } from '#solana/cluster.ts'
import { readTokenAccount } from '#solana/token-balance.ts'
import type { ClusterReader } from './cluster-reader.ts'
import { type ChainErrorExplanation, SOURCE_GIVEN_AWAY } from './explain-chain-error.ts'

/** The token account that a wallet pays from. */
export interface PayingSource {
  walletAddress: string
  tokenProgram: string
  sourceTokenAccount: Address
}

const SOURCE_CLOSED = sendersFault('The token account that is paid from was closed')
const SOURCE_FROZEN = sendersFault('The token account that is paid from is frozen')

/**
 * Looks at the account that is paid from before anyone else is blamed: the token programs refuse a transfer for either of
 * two accounts, and do not say for which. Throws ClusterUnreachableError.
 */
export async function lookAtSource(
  reader: ClusterReader,
  source: PayingSource,
  explanation: ChainErrorExplanation,
): Promise<ChainErrorExplanation> {
  if (explanation.blame === 'sender') return explanation
  const [state = null] = await reader.readSurely((node) => node.accounts([source.sourceTokenAccount]))
  return faultOf(state, source) ?? explanation
}

/** Null where the account can be paid from. */
function faultOf(
  state: AccountState | null,
  { walletAddress, tokenProgram }: PayingSource,
): ChainErrorExplanation | null {
  const account = state?.owner === tokenProgram ? readTokenAccount(state) : null
  if (account === null) return SOURCE_CLOSED
  if (account.owner !== walletAddress) return SOURCE_GIVEN_AWAY
  return account.state === TokenAccountState.Frozen ? SOURCE_FROZEN : null
}

function sendersFault(words: string): ChainErrorExplanation {
  return { words, blame: 'sender', lack: null }
}
