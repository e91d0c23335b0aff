import type { Address } from '@solana/kit'
import { parseBaseUnits } from '#domain/amounts.ts'
import { culpritOf, explainChainError } from '#payout/explain-chain-error.ts'
import { memoOf } from '#payout/memo.ts'
import type { SendingWallet } from '#payout/sending-wallet.ts'
import { ClusterUnreachableError, type LatestBlockhash } from '#solana/cluster.ts'
import { computeUnitLimit, MAX_COMPUTE_UNITS, priorityPrice, transactionFeeLamports } from '#solana/fees.ts'
import { type Packable, packBatch } from '#solana/packing.ts'
import { type PayoutTransfer, signPayout } from '#solana/payout-transaction.ts'
import { inspectRecipients } from '#solana/recipients.ts'
import type { PlannedAttempt } from '#store/journal.ts'
import type { TransferRow } from '#store/schema.ts'

interface Unpayable {
  transferId: number
  reason: string
  /** The chain refused it for a reason that is not known to be the recipient's. */
  unexplained: boolean
}

/** What one batch came to before anything was written down or sent. */
export interface PreparedBatch {
  planned: PlannedAttempt[]
  /** Transfers that can not be paid, with the reason in words. */
  unpayable: Unpayable[]
  /** Transfers that spoilt their transaction's simulation: to be tried alone. */
  suspects: number[]
  /** Set when the sender itself lacks something: nothing more can be paid until that is mended. */
  blocked: string | null
}

type PayableTransfer = PayoutTransfer & Packable & { id: number }

export interface BatchOptions {
  runId: number
  fence: number
  moreQueued: boolean
  /** The most to offer for a compute unit, in micro-lamports. */
  priceCap: number
  /** How often in a row transactions expired unseen. */
  timesExpired: number
  nowMs: number
}

interface BatchTerms extends BatchOptions {
  blockhash: LatestBlockhash
  price: bigint
}

/** Looks recipients up, packs them, simulates and signs. Sends nothing. */
export async function prepareBatch(
  wallet: SendingWallet,
  transfers: readonly TransferRow[],
  options: BatchOptions,
): Promise<PreparedBatch> {
  const { payable, unpayable } = await inspect(wallet, transfers)
  const batch: PreparedBatch = { planned: [], unpayable, suspects: [], blocked: null }
  const groups = packBatch(payable, options.moreQueued)
  if (groups.length === 0) return batch

  const [blockhash, recentPrices] = await Promise.all([
    readBlockhash(wallet),
    wallet.reader.read((node) => node.recentPriorityFees([wallet.sourceTokenAccount])),
  ])
  const price = priorityPrice(recentPrices, { cap: options.priceCap, timesExpired: options.timesExpired })
  const terms: BatchTerms = { ...options, blockhash, price }
  const outcomes = await Promise.all(groups.map((group) => prepareTransaction(wallet, group, terms)))
  for (const outcome of outcomes) {
    if (outcome.kind === 'planned') batch.planned.push(outcome.attempt)
    if (outcome.kind === 'unpayable') batch.unpayable.push(outcome)
    if (outcome.kind === 'suspects') batch.suspects.push(...outcome.transferIds)
    if (outcome.kind === 'blocked') batch.blocked = outcome.words
  }
  return batch
}

/** Throws ClusterUnreachableError when the node is so far behind that nothing signed now could be proved dead. */
async function readBlockhash({ reader, historySlot }: SendingWallet): Promise<LatestBlockhash> {
  const blockhash = await reader.readSurely((node) => node.latestBlockhash())
  if (blockhash.contextSlot <= historySlot)
    throw new ClusterUnreachableError('its newest blockhash is an old one')
  return blockhash
}

async function inspect(wallet: SendingWallet, transfers: readonly TransferRow[]) {
  const addresses = transfers.map((transfer) => transfer.recipient as Address)
  const recipients = await wallet.reader.read(
    (node) => inspectRecipients(node, wallet.mint, addresses),
    (found) => found.some(({ payable }) => !payable),
  )
  const payable: PayableTransfer[] = []
  const unpayable: PreparedBatch['unpayable'] = []
  for (const [index, transfer] of transfers.entries()) {
    const recipient = recipients[index]
    if (!recipient) throw new Error('A recipient was not looked up')
    if (!recipient.payable) {
      unpayable.push({ transferId: transfer.id, reason: recipient.reason, unexplained: false })
      continue
    }
    const { wallet: owner, tokenAccount, need } = recipient
    payable.push({
      id: transfer.id,
      wallet: owner,
      tokenAccount,
      need,
      baseUnits: parseBaseUnits(transfer.base_units),
      packLimit: transfer.pack_limit,
    })
  }
  return { payable, unpayable }
}

type TransactionOutcome =
  | { kind: 'planned'; attempt: PlannedAttempt }
  | ({ kind: 'unpayable' } & Unpayable)
  | { kind: 'suspects'; transferIds: number[] }
  | { kind: 'blocked'; words: string }

async function prepareTransaction(
  wallet: SendingWallet,
  transfers: readonly PayableTransfer[],
  terms: BatchTerms,
): Promise<TransactionOutcome> {
  const id = wallet.newAttemptId()
  const { blockhash, price } = terms
  const sign = (units: number) =>
    signPayout({
      sender: wallet.signer,
      mint: wallet.mint,
      sourceTokenAccount: wallet.sourceTokenAccount,
      transfers,
      memo: memoOf(id),
      blockhash: blockhash.blockhash,
      lastValidBlockHeight: blockhash.lastValidBlockHeight,
      computeUnitLimit: units,
      microLamportsPerComputeUnit: price,
    })

  const { wireBytes: unlimited } = await sign(MAX_COMPUTE_UNITS)
  const simulation = await wallet.reader.read(
    (node) => node.simulate(unlimited),
    ({ error }) => error !== null,
  )
  if (simulation.error !== null) {
    const culprit = culpritOf(transfers, simulation.failedInstruction)
    return judgeRefusal(transfers, culprit, explainChainError(simulation.error, simulation.logs))
  }

  const units = computeUnitLimit(simulation.computeUnits)
  const { signature, wireBytes } = await sign(units)
  return {
    kind: 'planned',
    attempt: {
      transferIds: transfers.map((transfer) => transfer.id),
      attempt: {
        id,
        run_id: terms.runId,
        state: 'journaled',
        signature,
        wire_bytes: Buffer.from(wireBytes),
        blockhash: blockhash.blockhash,
        last_valid_block_height: blockhash.lastValidBlockHeight,
        context_slot: blockhash.contextSlot,
        wallet_address: wallet.signer.address,
        source_token_account: wallet.sourceTokenAccount,
        genesis_hash: wallet.genesisHash,
        fence: terms.fence,
        journaled_at_ms: terms.nowMs,
        resolved_at_ms: null,
        slot: null,
        fee_lamports: transactionFeeLamports(units, price).toString(),
        rent_lamports: rentOf(wallet, transfers).toString(),
        error: null,
      },
    },
  }
}

/** A wallet that is paid twice gets one account. */
function rentOf(wallet: SendingWallet, transfers: readonly PayableTransfer[]): bigint {
  const created = transfers.filter(({ need }) => need !== 'existing').map(({ tokenAccount }) => tokenAccount)
  return BigInt(new Set(created).size) * wallet.accountRentLamports
}

function judgeRefusal(
  transfers: readonly PayableTransfer[],
  culprit: number | null,
  { words, blame }: ReturnType<typeof explainChainError>,
): TransactionOutcome {
  if (blame === 'sender') return { kind: 'blocked', words }
  const [only] = transfers
  if (transfers.length === 1 && only) {
    return { kind: 'unpayable', transferId: only.id, reason: words, unexplained: blame === 'unknown' }
  }
  const suspects = culprit === null ? transfers : transfers.slice(culprit, culprit + 1)
  return { kind: 'suspects', transferIds: suspects.map((transfer) => transfer.id) }
}
