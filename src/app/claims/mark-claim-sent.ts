import type { Address, Signature } from '@solana/kit'
import type { AppContext } from '#app/app-context.ts'
import { withTimeout } from '#app/with-timeout.ts'
import {
  type BaseUnits,
  fitBaseUnits,
  formatDecimalUnits,
  NO_DUST,
  type TokenAmount,
  toBaseUnits,
} from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { UNKNOWN_CLUSTER } from '#domain/cluster-name.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Sender } from '#domain/sender.ts'
import { readTransactionSignature } from '#domain/transaction-signature.ts'
import { withGenesisCheck } from '#payout/nodes/with-genesis-check.ts'
import { RpcUnavailableError, type SolanaRpc, type TransactionRecord } from '#solana/solana-rpc.ts'
import type { NewTransfer } from '#store/database/schema.ts'
import { assertDecided, USED } from './claim-decisions.ts'

export interface SentClaim {
  id: string
  /** The signature of the transaction that paid it. */
  tx: string
  /** Marks it although the transaction does not fit: recorded as such. */
  force?: boolean | undefined
}

/** The doubt about a transaction, or a note on it and whether it proves the payment. */
type Finding = { doubt: string } | { note: string; proved: boolean }

/** Limits the wait for each node's answer: an operator waits for it. */
const TIMEOUT_MS = 8_000

/**
 * A placeholder where the token is not known: no transaction moves it, and only the transaction's error is
 * read.
 */
const NO_MINT = '11111111111111111111111111111111' as Address

/**
 * Marks a queued claim as sent by a transaction from elsewhere, and records the payment. The transaction must
 * be finalized, without error, settle nothing else, and have moved at least the claim's amount of the token
 * to the claimant's wallet. Before a sender is configured the token is not known: then the rest is read from
 * SOLANA_RPC_URL, and the payment counts as unproved. Throws evm_transaction_hash, invalid_transaction,
 * unknown_claim, claim_not_queued, payment_under_way, and transaction_unproved with what does not fit, unless
 * forced.
 */
export async function markClaimSent(app: AppContext, { id, tx: text, force = false }: SentClaim) {
  const { store, now } = app
  const tx = readTransactionSignature(text)
  const claim = await store.claimDecisions.find(id)
  if (!claim) throw new PortalError('unknown_claim')
  if (claim.status !== 'queued') throw new PortalError('claim_not_queued')
  const sender = await store.senders.find('bulk')
  if (sender && fitBaseUnits(claim.amountUA, sender.mintDecimals) === null) {
    const reason = `no token account can hold the ${claim.amountUA} tokens that are owed. Reject the claim`
    throw new PortalError('transaction_unproved', { reason })
  }
  const finding = await examine(app, sender, claim, tx)
  if ('doubt' in finding && !force) {
    throw new PortalError('transaction_unproved', { reason: finding.doubt })
  }

  if (force) {
    await app.secondSecret.demand({
      action: 'mark_sent_forced',
      what: `mark claim ${id} of ${claim.amountUA} ${app.settings.tokenSymbol} as sent by ${tx}, whatever the chain shows`,
      facts: [id, claim.amountUA, claim.solAddress, tx],
    })
  }
  const isProved = 'proved' in finding && finding.proved
  const outcome = await store.claimDecisions.markSent(
    id,
    {
      ...(sender ? paymentFrom(claim, sender) : paymentFromUnknown(claim, app.settings.coinDecimals)),
      claimId: claim.id,
      evmAddress: claim.evmAddress,
      state: 'paid',
      recipient: claim.solAddress,
      paidTx: tx,
      recordedBy: isProved ? 'mark_sent' : 'mark_sent_forced',
      settledAtMs: now(),
    },
    {
      atMs: now(),
      action: 'doubt' in finding ? 'mark_sent_forced' : 'mark_sent',
      subject: id,
      detail: `${claim.evmAddress}: ${tx}: ${'doubt' in finding ? `forced although ${finding.doubt}` : finding.note}`,
    },
    { evenIfUsed: force },
  )
  assertDecided(outcome)
}

async function examine(
  app: AppContext,
  sender: Sender | undefined,
  claim: Claim,
  tx: Signature,
): Promise<Finding> {
  if (await app.store.claimDecisions.isTransactionUsed(tx)) return { doubt: USED }
  try {
    const record = await lookUp(app, sender, tx)
    if (record === null) return { doubt: 'the cluster knows no such finalized transaction' }
    if (record.error !== null) return { doubt: 'it failed on the chain' }
    if (sender) return compareAmounts(claim, sender, record)
    return { note: 'finalized; its amount was not looked at: no sender was configured', proved: false }
  } catch (error) {
    if (!(error instanceof RpcUnavailableError)) throw error
    return { doubt: 'the Solana RPC node did not answer, or answers for another cluster' }
  }
}

function lookUp(
  { payouts, solanaRpcUrl }: AppContext,
  sender: Sender | undefined,
  tx: Signature,
): Promise<TransactionRecord | null> {
  if (!sender) return withTimeout(payouts.connect(solanaRpcUrl).transaction(tx, NO_MINT), TIMEOUT_MS)
  const { genesisHash, mintAddress } = sender
  const ask = (node: SolanaRpc) =>
    withGenesisCheck(node, genesisHash, () => node.transaction(tx, mintAddress))
  return payouts.readerOf(sender).read((node) => withTimeout(ask(node), TIMEOUT_MS))
}

function compareAmounts(claim: Claim, sender: Sender, { movements }: TransactionRecord): Finding {
  const { baseUnits: owed } = owedIn(claim, sender)
  const moved = movements
    .filter(({ owner }) => owner === claim.solAddress)
    .reduce((sum, { baseUnits }) => sum + baseUnits, 0n)
  if (moved >= owed) return { note: 'finalized, and moved what is owed', proved: true }
  const inTokens = (amount: bigint) => formatDecimalUnits(amount, sender.mintDecimals)
  const gained = inTokens(moved > 0n ? moved : 0n)
  return { doubt: `it moved ${gained} tokens to the claimant's wallet, and ${inTokens(owed)} are owed` }
}

function owedIn(claim: Claim, sender: Sender): TokenAmount {
  return toBaseUnits(claim.amountUA, sender.mintDecimals)
}

/** The paid amount, its token and its cluster. */
type PaymentAmount = Pick<
  NewTransfer,
  'baseUnits' | 'dustUA' | 'mintAddress' | 'mintDecimals' | 'genesisHash'
>

function paymentFrom(claim: Claim, sender: Sender): PaymentAmount {
  const { baseUnits, dustUA } = owedIn(claim, sender)
  const { mintAddress, mintDecimals, genesisHash } = sender
  return { baseUnits, dustUA, mintAddress, mintDecimals, genesisHash }
}

/** Returns the amount in the coin's own unit: which token paid it, and on which cluster, is not known. */
function paymentFromUnknown(claim: Claim, coinDecimals: number): PaymentAmount {
  return {
    baseUnits: claim.amountWei as bigint as BaseUnits,
    dustUA: NO_DUST,
    mintAddress: '',
    mintDecimals: coinDecimals,
    genesisHash: UNKNOWN_CLUSTER,
  }
}
