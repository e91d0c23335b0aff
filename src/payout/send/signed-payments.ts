import type { Run } from '#domain/run.ts'
import type { Transfer } from '#domain/transfer.ts'
import type { SendingWallet } from '#payout/paying-account.ts'
import type { PaymentAuthorization } from '#payout/payment-authorization.ts'
import type { Debt, JournaledAttempt, SettledDebts } from '#store/payouts/journal.ts'
import type { Store } from '#store/store.ts'
import type { SignedAttempt } from './sign-batch.ts'

/** The part of an attempt that says when it can land, as it was signed. */
type SignedFacts = Pick<JournaledAttempt, 'signature' | 'lastValidBlockHeight' | 'contextSlot'>

/** The wallet whose transactions are meant, on its cluster. */
type Wallet = Pick<Run, 'genesisHash' | 'walletAddress'>

interface Signed extends SignedFacts {
  wallet: string
  runId: number
  /** What has paid is forgotten when this run ends. */
  untilRunId: number
  debts: readonly string[]
  creates: readonly string[]
  hasPaid: boolean
}

/**
 * Remembers the payments that this process signed, and those that the records had as paid or under way when it took a run up. Whoever
 * can write to the database can have the records call a payment owed that is on its way or has landed: it is signed again only once this
 * process itself proved that the first can not pay. What has paid is remembered until the run ends, and taken up again with the next: what
 * was altered before that, the comparison with the chain finds, which comes after it.
 */
export class SignedPayments {
  readonly #attempts = new Map<string, Signed>()
  readonly #byDebt = new Map<string, Signed>()
  /** Paid before a run was taken up: the transaction, by debt, and the run. */
  readonly #paidBefore = new Map<string, { signature: string | null; untilRunId: number }>()
  readonly #created = new Set<string>()

  /** Adds attempts that are about to be sent. */
  add(planned: readonly SignedAttempt[], transfers: readonly Transfer[]): void {
    const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]))
    for (const { attempt, transfers: carried, creates } of planned) {
      const { runId, signature, lastValidBlockHeight, contextSlot } = attempt
      const facts = { signature, lastValidBlockHeight, contextSlot }
      const debts = carried.flatMap(({ id }) => byId.get(id) ?? []).map(debtOf)
      const term = { runId, untilRunId: runId, hasPaid: false }
      this.#set(attempt.id, { ...facts, ...term, wallet: keyOf(attempt), debts, creates })
    }
  }

  /** Adds what the records have as paid or under way when a run is taken up, before the wallet is compared with the chain. */
  takeUp(run: Pick<Run, 'id'>, { open, paid }: SettledDebts): void {
    for (const { attempt, debts } of open) {
      if (this.#attempts.has(attempt.id)) continue
      const { runId, signature, lastValidBlockHeight, contextSlot } = attempt
      const facts = { signature, lastValidBlockHeight, contextSlot }
      const term = { runId, untilRunId: run.id, hasPaid: false }
      const carried = { debts: debts.map(debtOf), creates: [] }
      this.#set(attempt.id, { ...facts, ...term, ...carried, wallet: keyOf(attempt) })
    }
    for (const { paidTx: signature, ...debt } of paid)
      this.#paidBefore.set(debtOf(debt), { signature, untilRunId: run.id })
  }

  #set(attemptId: string, signed: Signed): void {
    this.#attempts.set(attemptId, signed)
    for (const debt of signed.debts) this.#byDebt.set(debt, signed)
    for (const account of signed.creates) this.#created.add(account)
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

  /** Removes what has paid in a run that has ended, or had before it. */
  endRun(runId: number): void {
    for (const [id, signed] of this.#attempts)
      if (signed.untilRunId === runId && signed.hasPaid) this.remove(id)
    for (const [debt, { untilRunId }] of this.#paidBefore)
      if (untilRunId === runId) this.#paidBefore.delete(debt)
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
    const debt = debtOf(transfer)
    const before = this.#paidBefore.get(debt)
    if (before) return describePaidBefore(before)
    const signed = this.#byDebt.get(debt)
    if (!signed) return null
    const when = signed.runId === transfer.runId ? 'in this run' : `in run ${signed.runId}`
    return `It was signed ${when}, in transaction ${signed.signature}, and nothing proved that this one can not pay. Look it up before you start another run`
  }
}

function keyOf({ genesisHash, walletAddress }: Wallet): string {
  return `${genesisHash} ${walletAddress}`
}

function describePaidBefore({ signature }: { signature: string | null }): string {
  const by = signature ? ` by transaction ${signature}` : ''
  return `The records had it as paid${by} when this run was taken up, and call it owed now. Find out who altered them, and look it up before you start another run`
}

/** Identifies the debt by what its seal or signature covers: a claim's EVM address, or a row of a distribution. */
function debtOf({ evmAddress, distributionId, rowNumber }: Debt): string {
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
