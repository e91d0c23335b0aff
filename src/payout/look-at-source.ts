import type { Address } from '@solana/kit'
import { AccountState as TokenAccountState } from '@solana-program/token'
import type { AccountState } from '#solana/solana-rpc.ts'
import { readTokenAccount } from '#solana/token-balance.ts'
import { type ChainErrorExplanation, SOURCE_GIVEN_AWAY } from './explain-chain-error.ts'
import type { FailoverRpc } from './failover-rpc.ts'

/** The token account that a wallet pays from. */
export interface PayingSource {
  walletAddress: string
  tokenProgram: string
  sourceTokenAccount: Address
}

const SOURCE_CLOSED = sendersFault('The token account that is paid from was closed')
const SOURCE_FROZEN = sendersFault('The token account that is paid from is frozen')

/**
 * Checks the source account before a rejection is attributed to a recipient: the token programs reject a
 * transfer for either of two accounts, and do not say for which. Throws RpcUnavailableError.
 */
export async function lookAtSource(
  reader: FailoverRpc,
  source: PayingSource,
  explanation: ChainErrorExplanation,
): Promise<ChainErrorExplanation> {
  if (explanation.fault === 'sender') return explanation
  const [state = null] = await reader.readSurely((node) => node.accounts([source.sourceTokenAccount]))
  return faultOf(state, source) ?? explanation
}

/** Returns the source account's fault; null where it can be paid from. */
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
  return { words, fault: 'sender', lack: null }
}
