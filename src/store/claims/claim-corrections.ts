import { sql, type Updateable } from 'kysely'
import type { Claim } from '#domain/claim.ts'
import type { SiweTerms } from '#domain/claim-message.ts'
import type { Observe } from '#domain/portal-event.ts'
import type { AcceptedClaim } from '#domain/sealed-record.ts'
import type { Database, Dialect } from '#store/database/database.ts'
import type { NewRow, Schema } from '#store/database/schema.ts'
import type { Transaction } from '#store/payouts/attempt-endings.ts'
import { amountOrder } from './claim-conditions.ts'
import { arePaused } from './claim-controls.ts'
import { queueAnew, releaseUnsigned } from './claim-decisions.ts'

/** A claim as it was signed anew. */
export type ClaimRevision = AcceptedClaim & Pick<Claim, 'snapshotId' | 'seal'>

/**
 * The result of a correction. `nonce_not_newer`: what is on record was signed at the same time or later. `claim_under_way`: see
 * isTaken. `claims_paused`: no claim is accepted just now. `key_required`: its address has a key, and not that has signed now.
 */
type CorrectionOutcome =
  | 'done'
  | 'unknown_claim'
  | 'nonce_not_newer'
  | 'claim_under_way'
  | 'key_required'
  | 'claims_paused'

/** What a correction changes of a claim: every column but those that stay. */
type Replacement = Required<Omit<Updateable<Schema['claim']>, 'id' | 'seq' | 'submittedAtMs' | 'solTx'>>

/** Replaces what claims say, and keeps what they said before. */
export function createClaimCorrectionStore({ db, dialect }: Database, observe: Observe) {
  return {
    /**
     * Replaces what a claim says by what was signed anew, and queues it again where it was rejected, in one commit. Nothing is
     * written where a payout has taken the claim: none takes it meanwhile (see insertRun). On the list of a run that has signed
     * nothing for it, its payment goes to the new address, and stays of the amount that was confirmed at the start.
     */
    async correct(
      { id, siweTerms, ...signed }: ClaimRevision,
      nowMs: number,
      { keepsListed }: ListTerms,
    ): Promise<CorrectionOutcome> {
      const outcome = await db.transaction().execute(async (tx): Promise<CorrectionOutcome> => {
        await beginCorrection(tx, dialect)
        const claim = await tx
          .selectFrom('claim')
          .selectAll()
          .where('id', '=', id)
          .$if(dialect === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst()
        if (!claim) return 'unknown_claim'
        if (await arePaused(tx)) return 'claims_paused'
        if (dialect === 'postgres') await awaitJournal(tx, id)
        const terms = { keepsListed: keepsListed || signed.amountWei !== claim.amountWei }
        if (claim.status === 'sent' || (await isTaken(tx, id, terms))) return 'claim_under_way'
        if (BigInt(signed.nonce) <= BigInt(claim.nonce)) return 'nonce_not_newer'
        // That a contract agrees is an EVM node's word alone: it redirects no claim that a key has signed.
        if (claim.signedBy === 'key' && signed.signedBy !== 'key') return 'key_required'
        await redirect(tx, id, signed.solAddress)
        await tx.insertInto('claim_correction').values(replaced(claim, nowMs)).execute()
        await tx
          .updateTable('claim')
          .set({
            ...signed,
            siweTerms: jsonOf(siweTerms),
            amountOrder: amountOrder(signed.amountWei.toString()),
            status: 'queued',
            correctedAtMs: nowMs,
            settledAtMs: null,
            rejectReason: null,
          } satisfies Replacement)
          .where('id', '=', id)
          .execute()
        await releaseUnsigned(tx, id)
        if (claim.status === 'rejected') await queueAnew(tx, id)
        return 'done'
      })
      if (outcome === 'done') observe({ event: 'claim_corrected', claimId: id })
      return outcome
    },
  }
}

function replaced(claim: Claim, nowMs: number): NewRow<Schema['claim_correction']> {
  return {
    claimId: claim.id,
    evmAddress: claim.evmAddress,
    ethSigned: claim.ethSigned,
    solAddress: claim.solAddress,
    snapshotId: claim.snapshotId,
    amountWei: claim.amountWei,
    amountUA: claim.amountUA,
    chainId: claim.chainId,
    nonce: claim.nonce,
    signature: claim.signature,
    signedBy: claim.signedBy,
    siweTerms: jsonOf(claim.siweTerms),
    seal: claim.seal,
    acceptedAtMs: claim.correctedAtMs ?? claim.submittedAtMs,
    correctedAtMs: nowMs,
  }
}

const jsonOf = (terms: SiweTerms | null) => terms && JSON.stringify(terms)

/** Waits for a run that journals the claim's payment. None does from then on until the correction is written: SQLite has one writer. */
async function awaitJournal(tx: Transaction, claimId: string): Promise<void> {
  await tx
    .selectFrom('transfer')
    .select('id')
    .where('claimId', '=', claimId)
    .where('state', '=', 'queued')
    .forUpdate()
    .execute()
}

/** Has a claim's payment that waits for its turn go to another address. What was prepared for the one before is not journaled. */
async function redirect(
  tx: Transaction,
  claimId: string,
  recipient: ClaimRevision['solAddress'],
): Promise<void> {
  await tx
    .updateTable('transfer')
    .set({ recipient })
    .where('claimId', '=', claimId)
    .where('state', '=', 'queued')
    .execute()
}

/** Whether a run keeps what is on its list as it was listed, though it has signed nothing for it. */
export interface ListTerms {
  keepsListed: boolean
}

/**
 * Returns true when a payout has taken a claim: its payment was made, is under way or undecided, or is on the list of an unfinished run
 * that keeps it, or after something was signed for it.
 */
export async function isTaken(
  tx: Transaction,
  claimId: string,
  { keepsListed }: ListTerms,
): Promise<boolean> {
  const transfer = await tx
    .selectFrom('transfer')
    .leftJoin('run', 'run.id', 'transfer.runId')
    .select('transfer.id')
    .where('transfer.claimId', '=', claimId)
    .where(({ or, and, eb, exists, selectFrom, lit }) => {
      const signed = selectFrom('attempt_transfer')
        .select('attempt_transfer.transferId')
        .whereRef('attempt_transfer.transferId', '=', 'transfer.id')
      return or([
        eb('transfer.state', 'in', ['in_flight', 'paid']),
        exists(signed.where('attempt_transfer.inFlight', '=', 1)),
        and([eb('run.state', 'in', ['running', 'stopping']), or([lit(keepsListed), exists(signed)])]),
      ])
    })
    .executeTakeFirst()
  return transfer !== undefined
}

/**
 * Keeps claims from being corrected until the commit, and waits for corrections that are being made. To be called before claims are
 * read for their Solana addresses: what is written by them then goes to the address in force. Two of these do not wait for
 * each other.
 */
export async function keepUncorrected(tx: Transaction, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`lock table claim_correction in share mode`.execute(tx)
  else await beginWriting(tx)
}

/** Begins a correction: waits for whoever keeps claims from being corrected. Two corrections do not wait for each other. */
export async function beginCorrection(tx: Transaction, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`lock table claim_correction in row exclusive mode`.execute(tx)
  else await beginWriting(tx)
}

/** Begins SQLite's transaction as a writing one, by an update of nothing: there is one writer at a time. */
async function beginWriting(tx: Transaction): Promise<void> {
  await sql`update claim_correction set claim_id = claim_id where id < 0`.execute(tx)
}
