import { AmountSyntaxError, toBaseUnits } from '#domain/amounts.ts'
import type { Claim } from '#domain/claim.ts'
import { signedMessage } from '#domain/claim-message.ts'
import type { DeniedAddress } from '#domain/denied-address.ts'
import type { Run } from '#domain/run.ts'
import { type RecordSeal, type SealedRecord, sealedClaim, sealedRow } from '#domain/sealed-record.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { SignerCheck } from '#evm/signer-check.ts'
import type { PaidToken, PaymentAuthorization } from '#payout/payment-authorization.ts'
import { judgePayment } from '#payout/send/judge-payment.ts'
import { MAINNET_GENESIS_HASH } from '#solana/clusters.ts'
import type { PaymentToAddress } from '#store/claims/claims.ts'
import type { Store } from '#store/store.ts'
import { explainBrokenSeal } from './explain-broken-seal.ts'

interface AuthorizationParts {
  store: Pick<Store, 'claims' | 'runs' | 'journal' | 'takeOvers' | 'denyList'>
  signers: Pick<SignerCheck, 'recover'>
  seals: RecordSeal
}

/** The records that a batch of transfers is compared with. */
interface Records {
  claims: Map<string, Claim>
  runs: Map<number, Run>
  earlierPayments: readonly PaymentToAddress[]
  /** By transfer: the transaction that paid it already. */
  paid: ReadonlyMap<number, string>
  /** Transfers whose EVM address has another payment in the same run, or under way. */
  contested: ReadonlySet<number>
  /** By transfer: why it may have been paid by a payment that was recorded from the chain. */
  doubts: ReadonlyMap<number, string>
  /** By address. */
  denied: ReadonlyMap<string, DeniedAddress>
}

/**
 * Compares payments with what was accepted: a claim's with the claim, the claim with its seal and, where a
 * key signed it, with its own signature, recovered anew; a distribution's row with its seal. A payment that
 * the journal has as paid is not made again, even if its own row says otherwise, and none to or for an address on the deny list. An attacker who can only
 * write to the database redirects nothing.
 */
export function createPaymentAuthorization({
  store,
  signers,
  seals,
}: AuthorizationParts): PaymentAuthorization {
  async function read(transfers: readonly Transfer[]): Promise<Records> {
    const claimIds = transfers.flatMap(({ claimId }) => (claimId === null ? [] : [claimId]))
    const claims = await store.claims.withIds(claimIds)
    const addresses = claims.map(({ evmAddress }) => evmAddress)
    const parties = transfers.flatMap(({ recipient, evmAddress }) => [recipient, evmAddress ?? []].flat())
    const denied = await store.denyList.among(parties)
    const ids = transfers.map(({ id }) => id)
    const runIds = new Set(transfers.flatMap(({ runId }) => (runId === null ? [] : [runId])))
    const runs = await Promise.all(Array.from(runIds, (id) => store.runs.find(id)))
    return {
      claims: new Map(claims.map((claim) => [claim.id, claim])),
      runs: new Map(runs.flatMap((run) => (run ? [[run.id, run]] : []))),
      earlierPayments: await store.claims.paymentsTo(addresses, MAINNET_GENESIS_HASH),
      doubts: await doubtsOf(transfers, runs),
      denied: new Map(denied.map((entry) => [entry.address, entry])),
      paid: await store.journal.paidAmong(ids),
      contested: await store.journal.contestedAmong(ids),
    }
  }

  async function doubtsOf(transfers: readonly Transfer[], runs: readonly (Run | undefined)[]) {
    const doubts = new Map<number, string>()
    for (const run of runs) {
      const listed = transfers.filter(({ runId }) => runId === run?.id)
      for (const [id, words] of run ? await store.takeOvers.doubts(run, listed) : []) doubts.set(id, words)
    }
    return doubts
  }

  async function objectionTo(transfer: Transfer, token: PaidToken, records: Records): Promise<string | null> {
    if ((transfer.claimId === null) === (transfer.distributionId === null)) {
      return 'The payment belongs neither to a claim nor to a row of a distribution'
    }
    const paidBy = records.paid.get(transfer.id)
    if (paidBy !== undefined) return `It was paid before, by transaction ${paidBy}`
    if (records.contested.has(transfer.id)) return CONTESTED
    const claim = transfer.claimId === null ? null : records.claims.get(transfer.claimId)
    if (claim === undefined) return 'Its claim is not in the records'
    const ofSource =
      claim === null
        ? objectionToSeal(sealedRow(transfer), transfer.seal ?? '')
        : await objectionToClaim(claim, transfer, records)
    return (
      ofSource ??
      objectionToTerms(transfer, token, records) ??
      objectionToParties(transfer, records) ??
      records.doubts.get(transfer.id) ??
      null
    )
  }

  function objectionToSeal(record: SealedRecord, seal: string): string | null {
    const differing = seals.differences(record, seal)
    return differing && explainBrokenSeal(record, seal, differing)
  }

  async function objectionToClaim(
    claim: Claim,
    transfer: Transfer,
    { earlierPayments }: Records,
  ): Promise<string | null> {
    const broken = objectionToSeal(sealedClaim(claim), claim.seal)
    if (broken) return broken
    if (claim.signedBy === 'key' && !(await isSignedByKey(claim))) {
      return 'The signature of its claim is not one of the EVM address over the Solana address, the amount and the nonce'
    }
    if (claim.status !== 'queued') return `Its claim is ${claim.status}, not queued`
    const earlier = earlierPayments.find(
      ({ id, evmAddress }) => evmAddress === claim.evmAddress && id !== transfer.id,
    )
    if (earlier) return `Its EVM address was paid before, by transaction ${earlier.paidTx}`
    return objectionToPayment(claim, transfer)
  }

  async function isSignedByKey(claim: Claim): Promise<boolean> {
    const result = await signers.recover(signedMessage(claim), claim.signature)
    return 'signer' in result && result.signer === claim.evmAddress
  }

  return {
    async check(transfers, token) {
      const records = await read(transfers)
      const objections = await Promise.all(
        transfers.map(
          async (transfer) => [transfer.id, await objectionTo(transfer, token, records)] as const,
        ),
      )
      return new Map(objections.flatMap(([id, words]) => (words === null ? [] : [[id, words]])))
    },
  }
}

const CONTESTED =
  'Another payment to its EVM address is in this run or under way, and one address is owed one. Reject the claim that is not the latest'

/** Neither the wallet that is paid nor the holder who has claimed may be on the deny list. */
function objectionToParties({ recipient, evmAddress }: Transfer, { denied }: Records): string | null {
  const found = denied.get(recipient) ?? (evmAddress === null ? undefined : denied.get(evmAddress))
  const objection = judgePayment({ denied: found })
  return objection && `${objection.words}. The next run pays it once the address is off the list`
}

function objectionToPayment(claim: Claim, transfer: Transfer): string | null {
  const changed = 'The payment was changed after it was planned:'
  if (transfer.evmAddress !== claim.evmAddress) return `${changed} its EVM address is not the claim's`
  if (transfer.recipient !== claim.solAddress) return `${changed} its Solana address is not the claim's`
  return isOwed(claim, transfer) ? null : `${changed} its amount is not the claim's`
}

function isOwed({ amountUA }: Claim, transfer: Transfer): boolean {
  try {
    const { baseUnits, dustUA } = toBaseUnits(amountUA, transfer.mintDecimals)
    return transfer.baseUnits === baseUnits && transfer.dustUA === dustUA
  } catch (error) {
    // The claim's amount is sealed: the decimals were tampered with.
    if (error instanceof AmountSyntaxError || error instanceof RangeError) return false
    throw error
  }
}

/**
 * Compares a transfer's token with the one being paid, which was compared with the chain, unlike the run's
 * record: base units are right only in that token.
 */
function objectionToTerms(
  transfer: Transfer,
  { mintAddress, mintDecimals, genesisHash }: PaidToken,
  { runs }: Records,
): string | null {
  const run = transfer.runId === null ? undefined : runs.get(transfer.runId)
  if (!run) return 'The payment is on the list of no run'
  const isSame =
    transfer.mintAddress === mintAddress &&
    transfer.mintDecimals === mintDecimals &&
    transfer.genesisHash === genesisHash
  return isSame ? null : "The payment was changed after it was planned: its token is not the run's"
}
