import { randomUUID } from 'node:crypto'
import { PortalError } from '#domain/portal-error.ts'
import { joinObservers, type Observe, unobserved } from '#domain/portal-event.ts'
import type { Run } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { openSendingWallet } from '#solana/sending-key.ts'
import { RpcUnavailableError, type SolanaRpc } from '#solana/solana-rpc.ts'
import type { Store } from '#store/store.ts'
import { SigningClearance } from './clearance.ts'
import { type Clock, systemClock } from './clock.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import { createReaderOf, type FailoverRpc } from './nodes/failover-rpc.ts'
import { withGenesisCheck } from './nodes/with-genesis-check.ts'
import { payingAccount, type SendingWallet } from './paying-account.ts'
import type { PaymentAuthorization } from './payment-authorization.ts'
import { preflight } from './plan-payout.ts'
import { compareEnded } from './records/compare-with-chain.ts'
import { minimumRestartWaitMs, RestartBarriers } from './records/restart-barrier.ts'
import { runPayout } from './run-payout.ts'
import { runUntilStopped, waitingForNode } from './run-until-stopped.ts'
import type { RecipientCache } from './send/look-up-recipients.ts'
import { newAttemptId } from './send/memo.ts'
import { pinnedMint } from './send/mint-pin.ts'
import { SignedPayments } from './send/signed-payments.ts'
import { settleInBackground } from './settle/settle-in-background.ts'

interface PayoutsOptions {
  store: Store
  connect(rpcUrl: string, role?: string): SolanaRpc
  /** A second, independent node that must agree before anything is signed again. */
  secondNodeUrl: string | null
  /** Opens a sender's sealed key. Throws sender_unreadable where the sender is not as it was when the key was sealed. */
  openKey(sender: Sender): Uint8Array
  authorization: PaymentAuthorization
  /** Recipients that an estimate has looked up. */
  recipients: RecipientCache
  /** Told of what interrupts a run or ends it. Never given a key. */
  onError(error: unknown, runId: number | null): void
  /** Told of the leases of runs. */
  observe?: Observe
  clock?: Clock
  pollMs?: number
  /** How long a process waits at least before it signs, on the cluster of a genesis hash. */
  restartWaitMs?(genesisHash: string, slotMs: number): number
  newAttemptId?(): string
}

/** Tells whether a run was started for the account that its sender pays from. */
function paysFromSame(sender: Sender, run: Run): boolean {
  return sender.sourceOwner === run.sourceOwner && sender.sourceTokenAccount === run.sourceTokenAccount
}

/** Belongs to no transaction: 64 zero bytes in base58. */
const NO_SIGNATURE = '1'.repeat(64)

/** Stands behind the second node's host in messages: it is none of the sender's nodes, and set elsewhere. */
export const SECOND_NODE_ROLE = 'the second node, SOLANA_VERIFY_RPC_URL'

/** How often a server looks for runs that another may have left behind. */
const ADOPT_EVERY_MS = 5_000

/** How long after an unexpected error a run is gone on with. */
const RESTART_AFTER_MS = 5_000

/** Runs payouts in this process. The store says which runs there are; this only keeps them going. */
export interface Payouts {
  /** The node behind an RPC URL. */
  connect(rpcUrl: string): SolanaRpc
  /** The nodes of a sender, and the second node. Throws sender_unreadable: nodes that somebody wrote into the database are asked nothing. */
  readerOf(sender: Sender): FailoverRpc
  /**
   * Asks the second node once whether it searches the history of transactions. Returns what is wrong with it, in
   * words; null where nothing is, or none is configured.
   */
  examineSecondNode(genesisHash: string): Promise<string | null>
  /** Notes that a sender was configured: what was signed before, by whatever process, is waited out from here on. */
  noteSender(sender: Sender): Promise<void>
  /** Goes on with whatever an earlier process left unfinished, and from then on with what other servers leave. */
  resume(): Promise<void>
  /** Notes that an operator settled an attempt: what it was signed for may be signed again, where the records say so. */
  noteSettled(attemptId: string): void
  /** Begins or goes on with a run, in the background. */
  launch(run: Run): void
  /** Says what a run waits for in this process that could not be written down; null when it does not, or could. */
  unsaidWords(runId: number): string | null
  /** Stops between two steps. Runs stay unfinished in the store, to be resumed. */
  close(): Promise<void>
}

function describeInterruption(error: unknown): string {
  if (error instanceof RpcUnavailableError) return waitingForNode(error)
  if (error instanceof PortalError) return error.message
  if (error instanceof StoreUnavailableError) return `Waiting for the database: ${error.message}.`
  return 'An unexpected error interrupted the run. It is tried again.'
}

export function createPayouts(options: PayoutsOptions): Payouts {
  const { store, connect, recipients, clock = systemClock, pollMs = 800, onError } = options
  const newId = options.newAttemptId ?? newAttemptId
  const observe = joinObservers([options.observe ?? unobserved], (error) => onError(error, null))
  const leases = new LeaseKeeper(store.leases, clock, randomUUID())
  const { restartWaitMs = minimumRestartWaitMs } = options
  const barriers = new RestartBarriers({ store, clock, minimumWaitMs: restartWaitMs })
  const closing = new AbortController()
  const running = new Map<number, Promise<void>>()
  const secondNode = options.secondNodeUrl === null ? null : connect(options.secondNodeUrl, SECOND_NODE_ROLE)
  const background: Promise<void>[] = []
  const unsaid = new Map<number, string>()
  const signed = new SignedPayments()

  const nodesOf = createReaderOf({
    connect,
    second: secondNode,
    clock,
    onUntoldPace: (node, assumedMs) => observe({ event: 'slot_length_untold', node, assumedMs }),
  })

  const readerOf: Payouts['readerOf'] = (sender) => {
    options.openKey(sender)
    return nodesOf(sender)
  }

  async function keepGoing(run: Run): Promise<void> {
    while (!closing.signal.aborted) {
      unsaid.delete(run.id)
      try {
        const wallet = await openWallet(run)
        const barrier = await barriers.of(run.genesisHash)
        const clearance = new SigningClearance({
          store,
          wallet,
          clock,
          barrier,
          onRefused: (error) => onError(error, run.id),
          preflight: (rpc) =>
            runUntilStopped(store.runs, clock, run.id, closing.signal, (signal) =>
              preflight({ store, rpc, recipients, slots: wallet.reader.slots, signal, clock }, run),
            ),
        })
        const { authorization } = options
        const parts = { store, wallet, clock, leases, authorization, clearance, signed, pollMs, observe }
        const outcome = await runPayout(run, parts, closing.signal)
        if (outcome === 'finished') return await compareWithChain(run)
        if (outcome === 'reconfigured') continue
      } catch (error) {
        // The run's own events say what is known of, once.
        if (!(error instanceof PortalError)) onError(error, run.id)
        if (await speakFor(run, error)) return
      }
      await clock.sleep(RESTART_AFTER_MS, closing.signal)
    }
  }

  /** Writes down what interrupted a run, and no more than that: where it can not be written it is kept. True when it has ended by it. */
  async function speakFor(run: Run, reason: unknown): Promise<boolean> {
    try {
      return await isEndedBy(reason, run)
    } catch (error) {
      unsaid.set(run.id, describeInterruption(error instanceof StoreUnavailableError ? error : reason))
      return false
    }
  }

  /** What can not be compared now is compared in the background. */
  async function compareWithChain(run: Run): Promise<void> {
    try {
      await compareEnded(store, readerOf, clock)
    } catch (error) {
      onError(error, run.id)
    }
  }

  /**
   * Writes down what interrupted a run. True when it has ended by it. What is under way is settled in the background. Another server may
   * be paying this very run: only who gets the wallet's lease speaks for it.
   */
  async function isEndedBy(error: unknown, run: Run): Promise<boolean> {
    const current = await store.runs.find(run.id)
    if (current?.state !== 'running' && current?.state !== 'stopping') return true
    const name = run.walletAddress
    const fence = await leases.tryAcquire(name)
    if (fence === null) return false
    const lease = { name, fence }
    try {
      if (error instanceof PortalError && error.code !== 'sender_unreadable') {
        return await store.runs.finish(run.id, 'failed', error.message, clock.now(), lease)
      }
      await store.runs.setWaiting(run.id, describeInterruption(error), clock.now(), lease)
      // The loop that would heed a stop was not reached.
      if ((await store.runs.find(run.id))?.state !== 'stopping') return false
      return await store.runs.finish(run.id, 'stopped', describeInterruption(error), clock.now(), lease)
    } finally {
      await leases.release(name, fence).catch(() => {})
    }
  }

  /** Asks no node: what is to be known of the cluster is part of the one verified look before anything is signed. */
  async function openWallet(run: Run): Promise<SendingWallet> {
    const sender = await store.senders.find(run.sender)
    if (!sender || sender.walletAddress !== run.walletAddress || !paysFromSame(sender, run))
      throw new PortalError('sender_not_configured')
    const key = options.openKey(sender)
    const genesisHash = run.genesisHash
    const reader = nodesOf({ ...sender, genesisHash })
    const mint = pinnedMint(sender)
    const signer = await openSendingWallet(key)
    // Sealed with the key.
    const { sourceOwner, sourceTokenAccount } = payingAccount(sender)
    return {
      mint,
      reader,
      signer,
      genesisHash,
      priorityFeeCap: sender.priorityFeeCap,
      sourceOwner,
      sourceTokenAccount,
      newAttemptId: newId,
    }
  }

  function launch(run: Run): void {
    if (running.has(run.id)) return
    running.set(
      run.id,
      keepGoing(run)
        .catch((error) => onError(error, run.id))
        .finally(() => {
          running.delete(run.id)
          signed.endRun(run.id)
        }),
    )
  }

  /** Adopts unfinished runs of other servers: the process that gets the wallet's lease continues them. */
  async function adoptRuns(): Promise<void> {
    while (!closing.signal.aborted) {
      await clock.sleep(ADOPT_EVERY_MS, closing.signal)
      if (closing.signal.aborted) return
      try {
        for (const run of await store.runs.unfinished()) launch(run)
      } catch (error) {
        onError(error, null)
      }
    }
  }

  /** What was signed before this process started is waited out from now on, not from when a run begins. */
  async function noteSenders(): Promise<void> {
    try {
      for (const kind of ['bulk', 'standalone'] as const) {
        const sender = await store.senders.find(kind)
        if (sender) await noteSender(sender)
      }
    } catch (error) {
      onError(error, null)
    }
  }

  async function noteSender(sender: Sender): Promise<void> {
    try {
      const reader = readerOf(sender)
      reader.compareNodes()
      await leases.note(sender.walletAddress)
      await (await barriers.of(sender.genesisHash)).raise(reader)
    } catch (error) {
      // A node that does not answer now is asked again when a run is to sign.
      if (!(error instanceof RpcUnavailableError)) onError(error, null)
    }
  }

  async function examineSecondNode(genesisHash: string): Promise<string | null> {
    if (!secondNode) return null
    try {
      const search = () => secondNode.signatureStatuses([NO_SIGNATURE], { searchHistory: true })
      await withGenesisCheck(secondNode, genesisHash, search)
      return null
    } catch (error) {
      if (!(error instanceof RpcUnavailableError)) throw error
      return `The Solana RPC node ${secondNode.name} does not search the history of transactions: ${error.message}. A payment that it does not show as landed shortly after waits. Set SOLANA_VERIFY_RPC_URL to a node of this cluster with transaction history.`
    }
  }

  return {
    connect,
    readerOf,
    examineSecondNode,
    noteSender,

    async resume() {
      for (const run of await store.runs.unfinished()) launch(run)
      background.push(
        adoptRuns(),
        noteSenders(),
        settleInBackground(
          { store, readerOf, clock, leases, signed, onError: (e) => onError(e, null) },
          closing.signal,
        ),
      )
    },

    launch,

    noteSettled: (attemptId) => signed.remove(attemptId),

    unsaidWords: (runId) => unsaid.get(runId) ?? null,

    async close() {
      closing.abort()
      await Promise.allSettled([...running.values(), ...background])
    },
  }
}
