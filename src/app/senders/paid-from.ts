import { type Address, isAddress } from '@solana/kit'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { isDelegated, payingAccount, sourceFunds } from '#payout/paying-account.ts'
import type { Mint } from '#solana/mint.ts'
import { readExtension } from '#solana/mint-extensions.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import type { AccountState, SolanaRpc } from '#solana/solana-rpc.ts'
import { readTokenAccount } from '#solana/token-account.ts'
import type { Store } from '#store/store.ts'

/** The account of somebody else that is paid from, and its owner; both null where the sending wallet pays from its own. */
export type PaidFrom = Pick<Sender, 'sourceOwner' | 'sourceTokenAccount'>

const OWN: PaidFrom = { sourceOwner: null, sourceTokenAccount: null }

/** Finds the token account that an address names: itself, or its owner's. Throws invalid_request where there is none, and RpcUnavailableError. */
export async function findPaidFrom(
  rpc: SolanaRpc,
  paidFrom: string,
  { walletAddress, mint }: { walletAddress: Address; mint: Mint },
): Promise<PaidFrom> {
  if (paidFrom === '' || paidFrom === walletAddress) return OWN
  if (!isAddress(paidFrom)) throw refused('That is not a Solana address')
  if (paidFrom === associatedTokenAccount(mint, walletAddress)) return OWN
  const ofOwner = associatedTokenAccount(mint, paidFrom)
  const [named = null, owned = null] = await rpc.accounts([paidFrom, ofOwner])
  const token = tokenAccountOf(named, mint)
  if (token === null) {
    if (tokenAccountOf(owned, mint) === null)
      throw refused(`It is no token account of this token, and has none: that would be ${ofOwner}`)
    return { sourceOwner: paidFrom, sourceTokenAccount: ofOwner }
  }
  if (token.mint !== mint.address) throw refused('That is a token account of another token')
  if (token.owner === walletAddress)
    throw refused('The sending wallet owns it: it pays from its associated token account alone')
  return { sourceOwner: token.owner, sourceTokenAccount: paidFrom }
}

/** The extension's number (spl-token-2022, ExtensionType): its one byte says whether it is on. */
const CPI_GUARD = 11

function tokenAccountOf(state: AccountState | null, { tokenProgram }: Mint) {
  return state?.owner === tokenProgram ? readTokenAccount(state) : null
}

function refused(problem: string): PortalError {
  return new PortalError('invalid_request', undefined, [{ where: 'paidFrom', problem }])
}

/** Says in words what the owner of the account that is paid from should know or do; nothing where that is the wallet's own. */
export async function sourceWarnings(rpc: SolanaRpc, sender: Sender, mint: Mint): Promise<string[]> {
  const source = payingAccount(sender)
  if (!isDelegated(source)) return []
  const { sourceTokenAccount: account, sourceOwner: owner, walletAddress: wallet } = source
  const [state = null] = await rpc.accounts([account])
  const { problem } = sourceFunds(state, source)
  return [
    ...(problem === 'no_delegate'
      ? [`${owner} does not let ${wallet} move tokens out of ${account} yet: have it approve that wallet.`]
      : []),
    ...(problem === 'frozen' ? [`${account} is frozen: nothing can be sent from it.`] : []),
    ...(state !== null && readExtension(state.data, CPI_GUARD)?.[0] === 1
      ? [
          `CPI Guard is on for ${account}: a multisig can not approve a wallet there before its owner turns it off.`,
        ]
      : []),
    ...(account === associatedTokenAccount(mint, owner)
      ? []
      : [`${account} is not the associated token account of ${owner}.`]),
  ]
}

/**
 * One wallet pays a token from one account for good, from its first configuration on: records from an older backup, with the account of
 * then, would not look at the payments from the other. Nor do two wallets pay from one account. Throws source_bound and source_shared.
 */
export async function assertOwnSource(
  { runs, senders }: Pick<Store, 'runs' | 'senders'>,
  next: Sender,
): Promise<void> {
  const own = payingAccount(next)
  const { sourceTokenAccount: account, walletAddress: wallet } = own
  const saved = [await senders.find('bulk'), await senders.find('standalone')].filter(
    (sender) => sender?.genesisHash === next.genesisHash && sender.mintAddress === next.mintAddress,
  )
  const before = [
    await runs.anchoredSource(next),
    ...saved.filter((sender) => sender?.walletAddress === wallet),
  ]
  for (const source of before) {
    const bound = source ? payingAccount({ ...next, ...sourceOf(source) }) : own
    if (bound.sourceTokenAccount !== account)
      throw new PortalError('source_bound', { wallet, account: bound.sourceTokenAccount })
  }
  const other = saved.find((sender) => sender?.kind !== next.kind && sender?.walletAddress !== wallet)
  if (other && isAddress(other.walletAddress) && payingAccount(other).sourceTokenAccount === account)
    throw new PortalError('source_shared', { account, wallet: other.walletAddress })
}

function sourceOf({ sourceOwner, sourceTokenAccount }: PaidFrom): PaidFrom {
  return { sourceOwner, sourceTokenAccount }
}
