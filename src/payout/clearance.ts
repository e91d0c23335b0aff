import { formatDecimalUnits } from '#domain/amounts.ts'
import { PortalError } from '#domain/portal-error.ts'
import type { Run } from '#domain/run.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { type CheckedWallet, checkRecords, type RecordsCheck } from './check-records.ts'
import type { Clock } from './clock.ts'
import { describeWait } from './describe-wait.ts'
import type { BalanceAnchor } from './explain-balance.ts'
import { PaymentWatch } from './payment-watch.ts'
import type { Preflight } from './preflight.ts'
import type { RestartBarrier } from './restart-barrier.ts'
import type { SendingWallet } from './sending-wallet.ts'
import type { SigningTerms } from './signing-terms.ts'

/** Says whether a run may sign. */
export type Clearance =
  /** It may, on these terms. The anchor is the source account's balance before it signs anything. */
  | { kind: 'clear'; anchor: BalanceAnchor; terms: SigningTerms }
  /** Not yet, for this reason, in words. It is asked again. */
  | { kind: 'wait'; reason: string }
  /** It may not: the run ends with this sentence once nothing of it is under way. */
  | { kind: 'stop'; reason: string }

export interface ClearanceParts {
  store: Store
  wallet: SendingWallet
  clock: Clock
  barrier: Pick<RestartBarrier, 'isPast' | 'blocksLeft' | 'newestSlot'>
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

  constructor(parts: ClearanceParts) {
    this.#parts = parts
  }

  /** Throws RpcUnavailableError. */
  async ask(run: Run): Promise<Clearance> {
    if (this.#settled?.kind === 'clear') return this.#lookOn(run, this.#settled)
    if (this.#settled) return this.#settled
    const { clock } = this.#parts
    if (this.#unexplained && clock.monotonicMs() < this.#lookAgainAtMs) return this.#unexplained
    const clearance = await this.#examine(run)
    if (clearance.kind !== 'wait') this.#settled = clearance
    return clearance
  }

  /** Looks for unknown payments. A node that does not answer is asked again. */
  async #lookOn(run: Run, clear: Extract<Clearance, { kind: 'clear' }>): Promise<Clearance> {
    try {
      const unknown = await this.#watch?.look()
      if (unknown) this.#settled = await this.#stopBehind(run, unknown)
    } catch (error) {
      if (!(error instanceof RpcUnavailableError)) throw error
    }
    return this.#settled ?? clear
  }

  async #examine(run: Run): Promise<Clearance> {
    const { store, wallet, barrier } = this.#parts
    const loose = await store.durability()
    if (loose !== null) return this.#stop(new PortalError('store_not_durable', { setting: loose }))
    if (this.#isFirstLook && !barrier.isPast) {
      // Records that are behind are reported at once, not only when the barrier is past. A store that this
      // process created, and a wallet that never paid: nothing unknown can be in flight.
      const isFresh = (check: RecordsCheck) => store.isNew && check.kind === 'agree' && !check.hasPaidBefore
      const look = await this.#look(run, isFresh)
      this.#isFirstLook = false
      if (look.check.kind === 'behind' || isFresh(look.check)) return this.#decide(run, look)
    }
    const blocksLeft = await barrier.blocksLeft(wallet.reader)
    if (blocksLeft > 0) {
      const blocks = blocksLeft === 1 ? '1 block' : `${blocksLeft} blocks`
      return { kind: 'wait', reason: `${BARRIER}: ${blocks} to go, ${describeWait(blocksLeft)}.` }
    }
    return this.#decide(run, await this.#look(run, () => true))
  }

  /**
   * Compares the records and, if they agree and `shouldContinue`, runs the preflight, in one verified read.
   */
  #look(run: Run, shouldContinue: (check: RecordsCheck) => boolean): Promise<Look> {
    return this.#parts.wallet.reader.readSurely(async (node) => {
      const check = await this.#check(run, node)
      const isPreflightDue = check.kind === 'agree' && shouldContinue(check)
      return { check, preflight: isPreflightDue ? await this.#parts.preflight(node, run) : null }
    })
  }

  #decide(run: Run, { check, preflight }: Look): Promise<Clearance> | Clearance {
    if (check.kind === 'behind') return this.#stopBehind(run, check)
    if (check.kind === 'unexplained') return this.#wait(run, check.reason)
    if (!preflight) throw new Error('A run is not cleared before its preflight')
    return preflight.kind === 'blocked'
      ? this.#stop(preflight.blocker)
      : this.#clear(run, check.balance, preflight.terms)
  }

  #check(run: Run, node: SolanaRpc): Promise<RecordsCheck> {
    const { store, barrier } = this.#parts
    return checkRecords(node, store, this.#checkedWallet(run), barrier.newestSlot)
  }

  #checkedWallet(run: Run): CheckedWallet {
    return {
      genesisHash: run.genesisHash,
      walletAddress: run.walletAddress,
      mintAddress: run.mintAddress,
      mintDecimals: run.mintDecimals,
      sourceTokenAccount: this.#parts.wallet.sourceTokenAccount,
    }
  }

  async #clear(run: Run, anchor: BalanceAnchor, terms: SigningTerms): Promise<Clearance> {
    const { store, wallet, clock } = this.#parts
    await store.runs.setAnchor(run.id, anchor)
    await store.recordsBehind.clear(run)
    const account = this.#checkedWallet(run)
    const { reader } = wallet
    this.#watch = new PaymentWatch({ store, reader, clock, account, runId: run.id, sinceSlot: anchor.slot })
    return { kind: 'clear', anchor, terms }
  }

  /** Waits: a late index catches up. A balance that stays unexplained is left to an operator. */
  async #wait({ genesisHash, walletAddress, mintAddress }: Run, reason: string): Promise<Clearance> {
    const { store, clock } = this.#parts
    const nowMs = clock.monotonicMs()
    this.#unexplainedSinceMs ??= nowMs
    this.#lookAgainAtMs = nowMs + LOOK_AGAIN_AFTER_MS
    if (nowMs - this.#unexplainedSinceMs >= ASK_AFTER_MS) {
      const wallet = { genesisHash, walletAddress, mintAddress }
      await store.recordsBehind.set({
        ...wallet,
        payments: 0,
        baseUnits: 0n,
        checkedAtMs: clock.now(),
      })
    }
    this.#unexplained = {
      kind: 'wait',
      reason: `Nothing is sent yet: the sending wallet's balance can not be explained, since ${reason}. If it stays so, stop the run, find out why, and have the sender continue all the same.`,
    }
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

const BARRIER = 'Waiting until nothing that was signed before this server started can still land'
