import type { Address } from '@solana/kit'
import { fitBaseUnits, NO_BASE_UNITS, NO_DUST } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Payment } from '#domain/payment.ts'
import type { PayoutSource } from '#domain/payout-source.ts'
import type { Run } from '#domain/run.ts'
import { NO_LIMITS, type RunBudget, type RunLimits, takeWithin } from '#domain/run-limits.ts'
import type { Transfer } from '#domain/transfer.ts'
import { pagesOf } from '#store/database/queries.ts'
import type { TokenKey } from '#store/payouts/settle-debts.ts'
import type { Store } from '#store/store.ts'
import { queuedClaims } from './fill-run.ts'
import { payerOf } from './paying-account.ts'
import type { PaymentAuthorization } from './payment-authorization.ts'
import { judgePayment, type Objection, type PaymentFacts } from './send/judge-payment.ts'

const TRANSFERS_PER_PAGE = 1000

/** A payment owed, with the records' objection to it: null where only its recipient's account may still stand in the way. */
export interface OwedPayment extends Payment {
  objection: Objection | null
}

/** Payments page by page, read anew by each iteration: each node that is tried iterates over them. */
export type OwedPayments = AsyncIterable<OwedPayment[]>

interface OwedParts {
  store: Pick<Store, 'claims' | 'distributions' | 'denyList' | 'holds'>
  authorization: PaymentAuthorization
}

/** The owed payments that a run would take. */
interface OwedTerms {
  token: TokenKey
  /** The owner of the token account that is paid from. */
  payer: Address
  /** Claims that were submitted, and corrected, no later than this; null for all. */
  acceptedBy: number | null
  /** The limits of a limited run; null where it takes all. */
  limits: RunLimits | null
}

type PaidFrom = Pick<OwedTerms, 'token' | 'payer'>

/** A payment before it is judged, and its transfer so far where there is one. */
interface Unjudged extends Omit<Payment, 'baseUnits' | 'dustUA'> {
  amount: Pick<Transfer, 'baseUnits' | 'dustUA'> | null
  evmAddress: EvmAddress | null
  transfer: Transfer | undefined
}

/**
 * Reads the owed payments of a source, each with the records' objection to it: every queued claim that was accepted by that time, or
 * those that a run with these limits would take, or the unpaid rows of a distribution.
 */
export function owedPayments(parts: OwedParts, source: PayoutSource, terms: OwedTerms): OwedPayments {
  return source.kind === 'claims'
    ? queuedPayments(parts, terms)
    : distributionPayments(parts, source.id, terms)
}

function queuedPayments(parts: OwedParts, { token, payer, acceptedBy, limits }: OwedTerms): OwedPayments {
  return readAnew(async function* () {
    const { maxPayments, maxBaseUnits, claimIds } = limits ?? NO_LIMITS
    const only = limits ? { claimIds: claimIds ?? undefined } : undefined
    let budget: RunBudget = { payments: maxPayments, baseUnits: maxBaseUnits }
    for await (const page of queuedClaims(parts.store.claims, acceptedBy, only)) {
      const transfers = await parts.store.holds.unsettledOf(page.map(({ id }) => id))
      const byClaim = new Map(transfers.map((transfer) => [transfer.claimId, transfer]))
      const unjudged = page.map((claim) => ofClaim(claim, byClaim.get(claim.id), token.mintDecimals))
      const { taken, left } = takeWithin(budget, await judge(parts, unjudged, { token, payer }))
      yield taken
      if (left === null) return
      budget = left
    }
  })
}

function ofClaim(claim: Claim, transfer: Transfer | undefined, mintDecimals: number): Unjudged {
  const { id, solAddress, evmAddress, amountUA } = claim
  const amount = fitBaseUnits(amountUA, mintDecimals)
  return { recipient: solAddress, amount, claimId: id, rowNumber: null, evmAddress, transfer }
}

function distributionPayments(parts: OwedParts, id: string, terms: PaidFrom): OwedPayments {
  return readAnew(async function* () {
    const transfers = await parts.store.distributions.transfers(id)
    const unpaid = transfers.filter(({ state }) => state !== 'paid' && state !== 'left_out')
    yield await judge(parts, unpaid.map(ofTransfer), terms)
  })
}

/** Reads the payments on a run's list that are still owed, without those under way, each with the deny list's objection to it. */
export function runPayments(
  store: Pick<Store, 'journal' | 'denyList'>,
  run: Pick<Run, 'id' | 'walletAddress' | 'sourceOwner'>,
): OwedPayments {
  const payer = payerOf(run)
  return readAnew(async function* () {
    const pages = pagesOf(
      0,
      (afterId) => store.journal.pageOfQueued(run.id, afterId, TRANSFERS_PER_PAGE),
      ({ id }) => id,
    )
    for await (const page of pages) yield await judgeQueued(store, page.map(ofTransfer), payer)
  })
}

function readAnew(pages: () => AsyncIterator<OwedPayment[]>): OwedPayments {
  return { [Symbol.asyncIterator]: pages }
}

function ofTransfer(transfer: Transfer): Unjudged {
  const { recipient, claimId, rowNumber, evmAddress } = transfer
  return { recipient, amount: transfer, claimId, rowNumber, evmAddress, transfer }
}

/** Judges payments, some of which may be under way, undecided, or held back by an earlier run: of those it is asked anew what is wrong. */
async function judge(
  { store, authorization }: OwedParts,
  payments: readonly Unjudged[],
  { token, payer }: PaidFrom,
): Promise<OwedPayment[]> {
  const onHold = payments.flatMap(({ transfer }) => (transfer?.state === 'hold' ? [transfer.id] : []))
  const signed = await store.holds.signedAmong(onHold)
  const isHeldBack = ({ transfer }: Unjudged) => transfer?.state === 'hold' && !signed.has(transfer.id)
  const listedAnew = payments.filter(isHeldBack).flatMap((payment) => listAgain(payment, token))
  const unauthorized = await authorization.check(listedAnew, token)
  return judgeQueued(store, payments, payer, ({ transfer }) => {
    if (transfer?.state === 'in_flight') return { underWay: 'in_flight' }
    if (transfer?.state !== 'hold') return {}
    return signed.has(transfer.id) ? { underWay: 'hold' } : { unauthorized: unauthorized.get(transfer.id) }
  })
}

/** A payment that was held back, as the next run puts it on its list. */
function listAgain({ transfer, amount, recipient }: Unjudged, token: TokenKey): Transfer[] {
  if (!transfer || !amount) return []
  const { mintAddress, mintDecimals, genesisHash } = token
  const { baseUnits, dustUA } = amount
  return [{ ...transfer, recipient, baseUnits, dustUA, mintAddress, mintDecimals, genesisHash }]
}

async function judgeQueued(
  { denyList }: Pick<Store, 'denyList'>,
  payments: readonly Unjudged[],
  payer: Address,
  factsOf: (payment: Unjudged) => Pick<PaymentFacts, 'underWay' | 'unauthorized'> = () => ({}),
): Promise<OwedPayment[]> {
  const parties = payments.flatMap(({ recipient, evmAddress }) =>
    evmAddress === null ? [recipient] : [recipient, evmAddress],
  )
  const denied = new Map((await denyList.among(parties)).map((entry) => [entry.address, entry]))
  return payments.map((payment) => {
    const { recipient, evmAddress, claimId, rowNumber, amount } = payment
    const objection = judgePayment({
      ...factsOf(payment),
      baseUnits: amount === null ? null : amount.baseUnits,
      isPayer: recipient === payer,
      denied: denied.get(recipient) ?? (evmAddress === null ? undefined : denied.get(evmAddress)),
    })
    const { baseUnits, dustUA } = amount ?? { baseUnits: NO_BASE_UNITS, dustUA: NO_DUST }
    return { recipient, baseUnits, dustUA, claimId, rowNumber, objection }
  })
}
