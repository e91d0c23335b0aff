import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { type Clock, inTime } from './clock.ts'
import type { SigningTerms } from './nodes/blockhash-source.ts'
import { payingAccount, type SendingWallet } from './paying-account.ts'
import type { Preflight } from './plan-payout.ts'
import {
  type CheckedWallet,
  checkRecords,
  type RecordsCheck,
  type Unexplained,
} from './records/check-records.ts'
import { PaymentWatch } from './records/payment-watch.ts'
import { describeWait, type RestartBarrier, type RestartWait } from './records/restart-barrier.ts'
import { TransactionReader } from './records/transaction-reader.ts'
import type { BalanceAnchor } from './settle/explain-balance.ts'

/** Says whether a run may sign. */
export type Clearance =
  /** It may, on these terms. The anchor is the source account's balance before it signs anything. */
  | { kind: 'clear'; anchor: BalanceAnchor; terms: SigningTerms }
  /** Not yet, for this reason, in words. It is asked again. */
  | { kind: 'wait'; reason: string }
  /** It may not: the run ends with this sentence once nothing of it is under way. */
  | { kind: 'stop'; reason: string }

interface ClearanceParts {
  store: Store
  wallet: SendingWallet
  clock: Clock
  barrier: Pick<RestartBarrier, 'isPast' | 'isRenewed' | 'left' | 'newestSlot' | 'renew'>
  /** Receives the error for which a run must not sign. */
  onRefused(error: PortalError): void
  /** Checks what else may prevent the run, and reads the terms to sign by: last, by the same node. */
  preflight(node: SolanaRpc, run: Run): Promise<Preflight>
}

/** The result of one check of chain and records. */
interface Look {
  check: RecordsCheck
  /** Null where it was not checked. */
  preflight: Preflight | null
}

/** The time between checks while the balance is unexplained: a late index takes a while. */
const LOOK_AGAIN_AFTER_MS = 5_000

/** The time for which a balance stays unexplained before an operator is asked to decide. */
const ASK_AFTER_MS = 60_000

/** The time for which payments wait for a look for unknown ones. */
const LOOK_WITHIN_MS = 1_500

/** The time for which payments go on beside a look that has not ended. */
const PAY_BESIDE_MS = 60_000

/** The number of transactions from which on their reading is told. */
const LONG_HISTORY = 50

/**
 * Decides whether a run may sign, anew after every start, takeover and resume: nothing that was signed before
 * this process started can land any more, the database keeps what it confirms, the records have what the
 * chain shows, and the wallet has what the run needs. While the run pays, it keeps looking for payments that
 * the records lack.
 */
export class SigningClearance {
  readonly #parts: ClearanceParts
  #settled: Clearance | null = null
  #unexplained: Clearance | null = null
  #lookAgainAtMs = Number.NEGATIVE_INFINITY
  #unexplainedSinceMs: number | null = null
  #isFirstLook = true
  #watch: PaymentWatch | null = null
  /** The look for unknown payments that is under way. */
  #looking: { sinceMs: number; look: Promise<void> } | null = null
  #signal: AbortSignal | undefined
  /** Kept across looks: what was read once is not read again. */
  #transactions: TransactionReader | null = null

  constructor(parts: ClearanceParts) {
    this.#parts = parts
  }

  /** Throws RpcUnavailableError. */
  async ask(run: Run, signal?: AbortSignal): Promise<Clearance> {
    this.#signal = signal
    if (this.#settled?.kind === 'clear') return this.#lookOn(run, this.#settled)
    if (this.#settled) return this.#settled
    const { clock } = this.#parts
    if (this.#unexplained && clock.monotonicMs() < this.#lookAgainAtMs) return this.#unexplained
    const clearance = await this.#examine(run)
    if (clearance.kind !== 'wait') this.#settled = clearance
    return clearance
  }

  /** Waits again for what was signed before: what the records say of it is not to be believed. */
  waitAnew(): void {
    this.#parts.barrier.renew()
  }

  /** Says how much of a long history is read; null while none is being read. */
  get progressWords(): string | null {
    const progress = this.#transactions?.progress
    if (!progress || progress.of < LONG_HISTORY) return null
    return `Nothing is sent before the sending wallet's history is compared with the records: ${progress.read} of ${progress.of} old transactions read.`
  }

  /**
   * Looks for unknown payments. A look that takes longer than a moment, since strangers flood the history, goes
   * on beside the payments, for a minute at most.
   */
  async #lookOn(run: Run, clear: Extract<Clearance, { kind: 'clear' }>): Promise<Clearance> {
    const { clock } = this.#parts
    if (this.#looking === null) {
      const look = this.#lookForUnknown(run).finally(() => {
        this.#looking = null
      })
      this.#looking = { sinceMs: clock.monotonicMs(), look }
      await inTime(clock, look, LOOK_WITHIN_MS)
    } else if (clock.monotonicMs() - this.#looking.sinceMs >= PAY_BESIDE_MS) {
      await this.#looking.look
    }
    return this.#settled ?? clear
  }

  /** A node that does not answer is asked again. */
  async #lookForUnknown(run: Run): Promise<void> {
    try {
      const unknown = await this.#watch?.look(this.#signal)
      if (unknown) this.#settled = await this.#stopBehind(run, unknown)
    } catch (error) {
      if (!(error instanceof RpcUnavailableError)) throw error
    }
  }

  async #examine(run: Run): Promise<Clearance> {
    const { store, wallet, barrier } = this.#parts
    const loose = await store.durability()
    if (loose !== null) return this.#stop(new PortalError('store_not_durable', { setting: loose }))
    if (this.#isFirstLook && !barrier.isPast) {
      // Records that are behind are reported at once, not only when the barrier is past. A store that this
      // process created, and a wallet that never paid: nothing unknown can be in flight, unless another process may have signed.
      const isFresh = (check: RecordsCheck) =>
        store.isNew && !barrier.isRenewed && check.kind === 'agree' && !check.hasPaidBefore
      const look = await this.#look(run, isFresh)
      this.#isFirstLook = false
      if (look.check.kind === 'behind' || isFresh(look.check)) return this.#decide(run, look)
    }
    const left = await barrier.left(wallet.reader)
    if (left) return { kind: 'wait', reason: `${BARRIER}: ${describeLeft(left)}.` }
    return this.#decide(run, await this.#look(run, () => true))
  }

  /**
   * Compares the records and, if they agree and `shouldContinue`, runs the preflight, in one verified read.
   */
  async #look(run: Run, shouldContinue: (check: RecordsCheck) => boolean): Promise<Look> {
    const look = await this.#parts.wallet.reader.readSurely(async (node) => {
      const check = await this.#check(run, node)
      const isPreflightDue = check.kind === 'agree' && shouldContinue(check)
      return { check, preflight: isPreflightDue ? await this.#parts.preflight(node, run) : null }
    })
    // A run that has ended writes nothing down any more.
    this.#signal?.throwIfAborted()
    return look
  }

  #decide(run: Run, { check, preflight }: Look): Promise<Clearance> | Clearance {
    if (check.kind === 'behind') return this.#stopBehind(run, check)
    if (check.kind === 'unexplained') return this.#wait(run, check)
    if (!preflight) throw new Error('A run is not cleared before its preflight')
    return preflight.kind === 'blocked'
      ? this.#stop(preflight.blocker)
      : this.#clear(run, check.balance, preflight.terms)
  }

  #check(run: Run, node: SolanaRpc): Promise<RecordsCheck> {
    const { store, barrier } = this.#parts
    const transactions = this.#transactionsOf(run)
    return checkRecords(node, store, this.#checkedWallet(run), barrier.newestSlot, {
      transactions,
      signal: this.#signal,
    })
  }

  #transactionsOf(run: Run): TransactionReader {
    const { clock } = this.#parts
    this.#transactions ??= new TransactionReader(this.#checkedWallet(run), () => clock.monotonicMs())
    return this.#transactions
  }

  #checkedWallet(run: Run): CheckedWallet {
    return { ...payingAccount(run), mintDecimals: run.mintDecimals }
  }

  async #clear(run: Run, anchor: BalanceAnchor, terms: SigningTerms): Promise<Clearance> {
    const { store, wallet, clock } = this.#parts
    await store.runs.setAnchor(run.id, anchor)
    await store.recordsBehind.clear(run)
    const account = this.#checkedWallet(run)
    const { reader } = wallet
    const transactions = this.#transactionsOf(run)
    const watched = { account, transactions, runId: run.id, sinceSlot: anchor.slot }
    this.#watch = new PaymentWatch({ store, reader, clock, ...watched })
    return { kind: 'clear', anchor, terms }
  }

  /** Waits: a late index catches up. A balance that stays unexplained is left to an operator. */
  async #wait(
    { genesisHash, walletAddress, mintAddress }: Run,
    { words, unshown }: Unexplained,
  ): Promise<Clearance> {
    const { store, clock } = this.#parts
    const nowMs = clock.monotonicMs()
    this.#unexplainedSinceMs ??= nowMs
    this.#lookAgainAtMs = nowMs + LOOK_AGAIN_AFTER_MS
    if (nowMs - this.#unexplainedSinceMs >= ASK_AFTER_MS) {
      const wallet = { genesisHash, walletAddress, mintAddress }
      const checkedAtMs = clock.now()
      await store.recordsBehind.set({ ...wallet, payments: 0, baseUnits: 0n, unshown, checkedAtMs })
    }
    this.#unexplained = { kind: 'wait', reason: words }
    return this.#unexplained
  }

  async #stopBehind(
    { genesisHash, walletAddress, mintAddress, mintDecimals }: Run,
    { payments, baseUnits }: { payments: number; baseUnits: bigint },
  ): Promise<Clearance> {
    await this.#parts.store.recordsBehind.set({
      genesisHash,
      walletAddress,
      mintAddress,
      payments,
      baseUnits,
      checkedAtMs: this.#parts.clock.now(),
    })
    const amountUA = formatDecimalUnits(baseUnits, mintDecimals)
    return this.#stop(new PortalError('records_behind_chain', { payments, amountUA }))
  }

  #stop(error: PortalError): Clearance {
    this.#parts.onRefused(error)
    return { kind: 'stop', reason: error.message }
  }
}

function describeLeft({ blocks, waitMs }: RestartWait): string {
  const wait = describeWait(waitMs)
  return blocks === 0 ? `${wait} to go` : `${blocks} ${blocks === 1 ? 'block' : 'blocks'} to go, ${wait}`
}

const BARRIER = 'Waiting until nothing that was signed before can still land'
