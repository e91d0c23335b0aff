import type { Address } from '@solana/kit'
import { AccountState as TokenAccountState } from '@solana-program/token'
import type { Run } from '#domain/run.ts'
import type { Mint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { AccountState } from '#solana/solana-rpc.ts'
import { readTokenAccount } from '#solana/token-account.ts'

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
    sourceOwner: wallet.sourceOwner ?? walletAddress,
    sourceTokenAccount: wallet.sourceTokenAccount ?? associatedTokenAccount(mint, walletAddress),
  }
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
