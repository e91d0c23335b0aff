import type { Address, KeyPairSigner } from '@solana/kit'
import { AccountState as TokenAccountState } from '@solana-program/token'
import type { Run } from '#domain/run.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { AccountState } from '#solana/solana-rpc.ts'
import { readTokenAccount } from '#solana/token-account.ts'
import type { FailoverRpc } from './nodes/failover-rpc.ts'

/** The token account that a sending wallet pays from: its own, or one whose owner has made it the delegate. */
export interface PayingAccount {
  genesisHash: string
  walletAddress: Address
  mintAddress: Address
  tokenProgram: Address
  /** The wallet itself where it pays from its own. */
  sourceOwner: Address
  sourceTokenAccount: Address
}

type PayingWallet = Pick<
  Run,
  'genesisHash' | 'walletAddress' | 'mintAddress' | 'tokenProgram' | 'sourceOwner' | 'sourceTokenAccount'
>

/** Returns the account that a configured sender, or a run, pays from. */
export function payingAccount(wallet: PayingWallet): PayingAccount {
  const { genesisHash, walletAddress, mintAddress, tokenProgram } = wallet
  const mint = { address: mintAddress, tokenProgram } as Mint
  return {
    genesisHash,
    walletAddress,
    mintAddress,
    tokenProgram,
    sourceOwner: payerOf(wallet),
    sourceTokenAccount: wallet.sourceTokenAccount ?? associatedTokenAccount(mint, walletAddress),
  }
}

/** Returns the owner of the token account that a configured sender, or a run, pays from. */
export function payerOf({
  walletAddress,
  sourceOwner,
}: Pick<PayingWallet, 'walletAddress' | 'sourceOwner'>): Address {
  return sourceOwner ?? walletAddress
}

/** Tells whether the wallet pays as a delegate: the owner may move tokens too, and take the allowance back. */
export function isDelegated({
  walletAddress,
  sourceOwner,
}: Pick<PayingAccount, 'walletAddress' | 'sourceOwner'>): boolean {
  return sourceOwner !== walletAddress
}

/** The account that is paid from, as it is on the chain. */
export interface SourceFunds {
  balanceBaseUnits: bigint
  /** What the owner still lets the wallet move; null where the wallet is the owner. */
  allowanceBaseUnits: bigint | null
  /** The balance or the allowance, whichever is less. */
  spendableBaseUnits: bigint
  delegate: Address | null
  /** Why nothing can be moved by the wallet: `no_delegate` where it is another or none. */
  problem: 'closed' | 'given_away' | 'no_delegate' | 'frozen' | null
}

const CLOSED: SourceFunds = {
  balanceBaseUnits: 0n,
  allowanceBaseUnits: null,
  spendableBaseUnits: 0n,
  delegate: null,
  problem: 'closed',
}

/** Reads what an account, as a node shows it, lets the sending wallet move. */
export function sourceFunds(
  state: AccountState | null,
  account: Pick<PayingAccount, 'walletAddress' | 'sourceOwner' | 'tokenProgram'>,
): SourceFunds {
  const token = state?.owner === account.tokenProgram ? readTokenAccount(state) : null
  const isByDelegate = isDelegated(account)
  if (token === null) return { ...CLOSED, allowanceBaseUnits: isByDelegate ? 0n : null }
  const { amount, delegatedAmount } = token
  const delegate = token.delegate.__option === 'Some' ? token.delegate.value : null
  const allowed = delegate === account.walletAddress ? delegatedAmount : 0n
  return {
    balanceBaseUnits: amount,
    allowanceBaseUnits: isByDelegate ? allowed : null,
    spendableBaseUnits: isByDelegate && allowed < amount ? allowed : amount,
    delegate,
    problem: problemOf(token.owner, isByDelegate && allowed === 0n, token.state, account),
  }
}

function problemOf(
  owner: Address,
  allowsNothing: boolean,
  state: TokenAccountState,
  { sourceOwner }: Pick<PayingAccount, 'sourceOwner'>,
): SourceFunds['problem'] {
  if (owner !== sourceOwner) return 'given_away'
  if (state === TokenAccountState.Frozen) return 'frozen'
  return allowsNothing ? 'no_delegate' : null
}

/** Everything that signing a payout needs. It is kept in memory alone, for the duration of a run. */
export interface SendingWallet {
  /** The nodes of its cluster. */
  reader: FailoverRpc
  signer: KeyPairSigner
  /** As it was pinned when the sender was configured. */
  mint: Mint
  /** The account that is paid from, and its owner: the signer itself, or who has made it the delegate. */
  sourceTokenAccount: Address
  sourceOwner: Address
  /** The most that is offered for a compute unit, in micro-lamports: sealed with the key. */
  priorityFeeCap: number
  genesisHash: string
  /** Makes a unique id for a new attempt: see memo.ts. */
  newAttemptId(): string
}
