import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import type { PaymentAuthorization } from '#payout/payment-authorization.ts'
import type { JournaledAttempt } from '#store/payouts/journal.ts'
import type { Store } from '#store/store.ts'
import type { SignedAttempt } from './sign-batch.ts'

/** The part of an attempt that says when it can land, as it was signed. */
type SignedFacts = Pick<JournaledAttempt, 'signature' | 'lastValidBlockHeight' | 'contextSlot'>

/** The wallet whose transactions are meant, on its cluster. */
type Wallet = Pick<Run, 'genesisHash' | 'walletAddress'>

interface Signed extends SignedFacts {
  wallet: string
  runId: number
  debts: readonly string[]
  creates: readonly string[]
  hasPaid: boolean
}

/**
 * Remembers the payments that this process signed. Whoever can write to the database can have the records call a payment owed that is on
 * its way or has landed: it is signed again only once this process itself proved that the first can not pay. What has paid is remembered
 * until its run ends: the comparison with the chain, at the beginning of the next, stands for it. After a restart the restart barrier and
 * that comparison stand for all.
 */
export class SignedPayments {
  readonly #attempts = new Map<string, Signed>()
  readonly #byDebt = new Map<string, Signed>()
  readonly #created = new Set<string>()

  /** Adds attempts that are about to be sent. */
  add(planned: readonly SignedAttempt[], transfers: readonly Transfer[]): void {
    const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]))
    for (const { attempt, transfers: carried, creates } of planned) {
      const { runId, signature, lastValidBlockHeight, contextSlot } = attempt
      const facts = { signature, lastValidBlockHeight, contextSlot }
      const debts = carried.flatMap(({ id }) => byId.get(id) ?? []).map(debtOf)
      const signed = { ...facts, wallet: keyOf(attempt), runId, debts, creates, hasPaid: false }
      this.#attempts.set(attempt.id, signed)
      for (const debt of debts) this.#byDebt.set(debt, signed)
      for (const account of creates) this.#created.add(account)
    }
  }

  /** True of a token account that an attempt creates, or has created in a run that goes on: its rent is booked. */
  isCreated(tokenAccount: string): boolean {
    return this.#created.has(tokenAccount)
  }

  /** Notes that an attempt has paid: the records are believed about it once its run has ended. */
  notePaid(attemptId: string): void {
    const signed = this.#attempts.get(attemptId)
    if (signed) signed.hasPaid = true
  }

  /** Removes an attempt that is proved to have paid nobody, or that an operator settled: its debts may be paid by another. */
  remove(attemptId: string): void {
    const signed = this.#attempts.get(attemptId)
    for (const debt of signed?.debts ?? []) if (this.#byDebt.get(debt) === signed) this.#byDebt.delete(debt)
    for (const account of signed?.creates ?? []) this.#created.delete(account)
    this.#attempts.delete(attemptId)
  }

  /** Removes what a run that has ended has paid. */
  endRun(runId: number): void {
    for (const [id, signed] of this.#attempts) if (signed.runId === runId && signed.hasPaid) this.remove(id)
  }

  /**
   * Removes what a wallet's records do not have as open, though this process has not seen it end. Returns true where there is any: then the
   * records were altered, or another process settled it, and nothing may be signed before it can land no more.
   */
  removeUnlisted(wallet: Wallet, open: readonly Pick<JournaledAttempt, 'id'>[]): boolean {
    const listed = new Set(open.map(({ id }) => id))
    const unlisted = [...this.#attempts].filter(
      ([id, signed]) => signed.wallet === keyOf(wallet) && !signed.hasPaid && !listed.has(id),
    )
    for (const [id] of unlisted) this.remove(id)
    return unlisted.length > 0
  }

  /** Returns an attempt with the facts that were signed, in place of those that its row has now. */
  asSigned(attempt: JournaledAttempt): JournaledAttempt {
    const signed = this.#attempts.get(attempt.id)
    if (!signed) return attempt
    const { signature, lastValidBlockHeight, contextSlot } = signed
    return { ...attempt, signature, lastValidBlockHeight, contextSlot }
  }

  /** Returns why a transfer must not be signed again, in words; null where nothing was signed for its debt. */
  objectionTo(transfer: Transfer): string | null {
    const signed = this.#byDebt.get(debtOf(transfer))
    if (!signed) return null
    const when = signed.runId === transfer.runId ? 'in this run' : `in run ${signed.runId}`
    return `It was signed ${when}, in transaction ${signed.signature}, and nothing proved that this one can not pay. Look it up before you start another run`
  }
}

function keyOf({ genesisHash, walletAddress }: Wallet): string {
  return `${genesisHash} ${walletAddress}`
}

/** Identifies the debt by what its seal or signature covers: a claim's EVM address, or a row of a distribution. */
function debtOf({ evmAddress, distributionId, rowNumber }: Transfer): string {
  return evmAddress ?? `${distributionId} ${rowNumber}`
}

export interface AuthorizingParts {
  store: Pick<Store, 'journal'>
  wallet: Pick<SendingWallet, 'mint' | 'genesisHash'>
  authorization: PaymentAuthorization
  signed: SignedPayments
}

/** Puts transfers on hold that are not as they were accepted, or that this process has signed for already. Returns the others. */
export async function holdUnauthorized(
  { store, wallet, authorization, signed }: AuthorizingParts,
  transfers: readonly Transfer[],
): Promise<Transfer[]> {
  const { mint, genesisHash } = wallet
  const token = { mintAddress: mint.address, mintDecimals: mint.decimals, genesisHash }
  const objections = await authorization.check(transfers, token)
  const free: Transfer[] = []
  for (const transfer of transfers) {
    const reason = objections.get(transfer.id) ?? signed.objectionTo(transfer)
    if (reason === null) free.push(transfer)
    else await store.journal.holdUnverified(transfer, reason)
  }
  return free
}
