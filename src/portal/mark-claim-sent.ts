import { isSignature, type Signature } from '@solana/kit'
import { type AmountUA, formatDecimalUnits, type TokenAmount, toBaseUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import { refuseUndecided } from '#portal/decide-claim.ts'
import type { Portal } from '#portal/portal.ts'
import { ClusterUnreachableError } from '#solana/cluster.ts'
import { readTokenCredit } from '#solana/read-token-credit.ts'
import type { ClaimRow, NewTransfer, SenderRow } from '#store/schema.ts'

export interface SentClaim {
  id: string
  /** The signature of the transaction that paid it. */
  tx: string
  /** Although the transaction does not fit: recorded as such. */
  force?: boolean | undefined
}

/**
 * Marks a queued claim as sent by a transaction from elsewhere. It must be finalized, without error, settle nothing else, and
 * have moved at least the claim's amount of the token to the claimant's wallet. Before a sender is configured the token is not
 * known: then SOLANA_RPC_URL is asked for the rest, and where it does not answer the operator is taken at their word.
 * Throws invalid_transaction, unknown_claim, claim_not_queued, payment_under_way, and transaction_unproved with what does not
 * fit, unless forced.
 */
export async function markClaimSent(portal: Portal, { id, tx, force = false }: SentClaim): Promise<void> {
  const { store, now } = portal
  if (!isSignature(tx)) throw new PortalError('invalid_transaction')
  const claim = await store.claimDecisions.find(id)
  if (!claim) throw new PortalError('unknown_claim')
  if (claim.status !== 'queued') throw new PortalError('claim_not_queued')
  const sender = await store.senders.find('bulk')
  const { doubt, note } = await examine(portal, sender, claim, tx)
  if (doubt !== null && !force) throw new PortalError('transaction_unproved', { reason: doubt })

  const payment = sender ? paymentOf(claim, sender, tx, now()) : null
  refuseUndecided(
    await store.claimDecisions.markSent(id, tx, payment, {
      at_ms: now(),
      action: doubt === null ? 'mark_sent' : 'mark_sent_forced',
      subject: id,
      detail: `${claim.evm_address}: ${tx}: ${doubt === null ? note : `forced although ${doubt}`}`,
    }),
  )
}

/** What does not fit, in words, or null; and what there is to say of a transaction that is taken. */
async function examine(
  { store, solanaRpcUrl }: Portal,
  sender: SenderRow | undefined,
  claim: ClaimRow,
  tx: Signature,
): Promise<{ doubt: string | null; note: string }> {
  if (await store.claimDecisions.isTransactionUsed(tx)) return doubt('it settles another payment already')
  const rpcUrl = sender?.rpc_url ?? solanaRpcUrl
  try {
    const credit = await readTokenCredit(rpcUrl, tx, claim.sol_address, sender?.mint_address ?? null)
    if (credit === null) return doubt('the cluster knows no such finalized transaction')
    if (credit.error !== null) return doubt('it failed on the chain')
    if (!sender) return taken('finalized; its amount was not looked at: no sender was configured')
    const { baseUnits } = owedIn(claim, sender)
    if (credit.gainedBaseUnits >= baseUnits) return taken('finalized, and moved what is owed')
    const [moved, owed] = [credit.gainedBaseUnits, baseUnits].map((amount) =>
      formatDecimalUnits(amount > 0n ? amount : 0n, sender.mint_decimals),
    )
    return doubt(`it moved ${moved} tokens to the claimant's wallet, and ${owed} are owed`)
  } catch (error) {
    if (!(error instanceof ClusterUnreachableError)) throw error
    const silence = 'the Solana RPC node could not be asked about it'
    return sender ? doubt(silence) : taken(`${silence}, and no sender was configured`)
  }
}

function doubt(words: string) {
  return { doubt: words, note: '' }
}

function taken(note: string) {
  return { doubt: null, note }
}

function owedIn(claim: ClaimRow, sender: SenderRow): TokenAmount {
  return toBaseUnits(claim.amount_ua as AmountUA, sender.mint_decimals)
}

function paymentOf(claim: ClaimRow, sender: SenderRow, tx: string, nowMs: number): NewTransfer {
  const { baseUnits, dustUA } = owedIn(claim, sender)
  return {
    claim_id: claim.id,
    evm_address: claim.evm_address,
    distribution_id: null,
    row_number: null,
    run_id: null,
    state: 'paid',
    recipient: claim.sol_address,
    base_units: baseUnits.toString(),
    dust_ua: dustUA,
    mint_address: sender.mint_address,
    mint_decimals: sender.mint_decimals,
    genesis_hash: sender.genesis_hash,
    pack_limit: null,
    failure: null,
    paid_tx: tx,
    settled_at_ms: nowMs,
  }
}
