import { randomUUID } from 'node:crypto'
import type { Address } from '@solana/kit'
import { PortalError } from '#domain/portal-error.ts'
import { type Clock, systemClock } from '#payout/clock.ts'
import { ClusterReader } from '#payout/cluster-reader.ts'
import { newAttemptId } from '#payout/memo.ts'
import { readHistorySlot } from '#payout/read-history-slot.ts'
import { runPayout, waitingForNode } from '#payout/run-payout.ts'
import type { SendingWallet } from '#payout/sending-wallet.ts'
import { watchLeftovers } from '#payout/watch-leftovers.ts'
import { askFormat } from '#solana/ask-format.ts'
import { type Cluster, ClusterUnreachableError } from '#solana/cluster.ts'
import { readMint } from '#solana/mint.ts'
import { associatedTokenAccount } from '#solana/recipients.ts'
import { openSendingWallet } from '#solana/sending-key.ts'
import type { RunRow, SenderRow } from '#store/schema.ts'
import type { Store } from '#store/store.ts'

export interface PayoutsOptions {
  store: Store
  connect(rpcUrl: string): Cluster
  /** A second, independent node that must agree before anything is signed again. */
  secondNodeUrl: string | null
  /** Opens a sealed sending key. */
  openKey(sealed: Uint8Array): Uint8Array
  /** Told of what ends a run unexpectedly. Never given a key. */
  onError(error: unknown, runId: number | null): void
  clock?: Clock
  pollMs?: number
  newAttemptId?(): string
}

/** How often a server looks for runs that another may have left behind. */
const ADOPT_EVERY_MS = 5_000

/** How long after an unexpected error a run is gone on with. */
const RESTART_AFTER_MS = 5_000

/** Runs payouts in this process. The store says which runs there are; this only keeps them going. */
export interface Payouts {
  /** The cluster behind an RPC URL. */
  connect(rpcUrl: string): Cluster
  /** Goes on with whatever an earlier process left unfinished, and from then on with what other servers leave. */
  resume(): Promise<void>
  /** Begins or goes on with a run, in the background. */
  launch(run: RunRow): void
  /** Stops between two steps. Runs stay unfinished in the store, to be resumed. */
  close(): Promise<void>
}

function describeInterruption(error: unknown): string {
  return error instanceof ClusterUnreachableError
    ? waitingForNode(error)
    : 'An unexpected error interrupted the run. It is tried again.'
}

export function createPayouts(options: PayoutsOptions): Payouts {
  const { store, connect, clock = systemClock, pollMs = 800 } = options
  const newId = options.newAttemptId ?? newAttemptId
  const holder = randomUUID()
  const closing = new AbortController()
  const running = new Map<number, Promise<void>>()
  const secondNode = options.secondNodeUrl === null ? null : connect(options.secondNodeUrl)
  const background = [
    watchLeftovers(
      { store, connect, secondNode, clock, holder, onError: (error) => options.onError(error, null) },
      closing.signal,
    ),
  ]

  async function keepGoing(run: RunRow): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const wallet = await openWallet(run)
        const parts = { store, wallet, secondNode, clock, holder, pollMs }
        if ((await runPayout(run, parts, closing.signal)) === 'finished') return
      } catch (error) {
        options.onError(error, run.id)
        if (error instanceof PortalError) {
          await store.runs.finish(run.id, 'failed', error.message, clock.now())
          return
        }
        await store.runs.setMessage(run.id, describeInterruption(error))
        // The loop that would heed a stop was not reached. What is under way is settled by the watch over leftovers.
        if ((await store.runs.find(run.id))?.state === 'stopping') {
          await store.runs.finish(run.id, 'stopped', describeInterruption(error), clock.now())
          return
        }
      }
      await clock.sleep(RESTART_AFTER_MS, closing.signal)
    }
  }

  async function openWallet(run: RunRow): Promise<SendingWallet> {
    const sender = await store.senders.find(run.sender)
    if (!sender || sender.wallet_address !== run.wallet_address)
      throw new PortalError('sender_not_configured')
    return openSender(sender, run)
  }

  async function openSender(sender: SenderRow, run: RunRow): Promise<SendingWallet> {
    const genesisHash = run.genesis_hash
    const cluster = connect(sender.rpc_url)
    const reader = new ClusterReader({ first: cluster, second: secondNode, genesisHash, clock })
    const account = await reader.readSurely(async (node) => {
      const mint = await readMint(node, run.mint_address)
      const sourceTokenAccount = await associatedTokenAccount(mint, run.wallet_address as Address)
      const historySlot = await readHistorySlot(node, sourceTokenAccount)
      const accountRentLamports = await node.rentLamports(mint.tokenAccountBytes)
      return { mint, sourceTokenAccount, accountRentLamports, historySlot }
    })
    const signer = await openSendingWallet(options.openKey(sender.sealed_key))
    return {
      ...account,
      cluster,
      reader,
      signer,
      genesisHash,
      format: await askFormat(cluster, signer.address),
      newAttemptId: newId,
    }
  }

  function launch(run: RunRow): void {
    if (running.has(run.id)) return
    running.set(
      run.id,
      keepGoing(run).finally(() => running.delete(run.id)),
    )
  }

  /** Stands by for runs of other servers: whoever gets the wallet's lease goes on with them. */
  async function adoptRuns(): Promise<void> {
    while (!closing.signal.aborted) {
      await clock.sleep(ADOPT_EVERY_MS, closing.signal)
      if (closing.signal.aborted) return
      try {
        for (const run of await store.runs.unfinished()) launch(run)
      } catch (error) {
        options.onError(error, null)
      }
    }
  }

  return {
    connect,

    async resume() {
      for (const run of await store.runs.unfinished()) launch(run)
      background.push(adoptRuns())
    },

    launch,

    async close() {
      closing.abort()
      await Promise.allSettled([...running.values(), ...background])
    },
  }
}
