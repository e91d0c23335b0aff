import type { ColumnType, Generated } from 'kysely'
import type { Attempt } from '#domain/attempt.ts'
import type { Distribution } from '#domain/payout-source.ts'
import type { AttemptState, TransferState } from '#domain/payout-states.ts'
import type { RecordsBehind } from '#domain/records-behind.ts'
import type { Run, RunComparison } from '#domain/run.ts'
import type { Sender } from '#domain/sender.ts'
import type { Transfer } from '#domain/transfer.ts'

/** The table of a record: its fields are the columns, and the database may fill in those of `Given`. */
export type TableOf<Row, Given extends keyof Row = never> = {
  [Column in keyof Row]: Column extends Given ? Generated<Row[Column]> : Row[Column]
}

/**
 * The tables of the payout: senders, runs, transfers and the journal. The comment on columns in schema.ts
 * holds for them too.
 */

export interface SenderTable extends Omit<TableOf<Sender>, 'rpcUrl' | 'fallbackRpcUrls' | 'mintExtensions'> {
  /** A JSON array, the first node first, sealed for its row: URLs hold providers' keys. */
  sealedNodeUrls: Buffer
  /** A JSON array. */
  mintExtensions: ColumnType<readonly string[], string, string>
}

export type DistributionTable = TableOf<Distribution>

export interface RunTable
  extends Omit<
    TableOf<
      Run,
      | 'id'
      | 'sourceOwner'
      | 'sourceTokenAccount'
      | 'lastBatchAtMs'
      | 'anchorSlot'
      | 'anchorBaseUnits'
      | 'anchorSeal'
      | 'activeMs'
      | 'waitingSinceMs'
      | 'comparison'
      | 'maxPayments'
      | 'maxBaseUnits'
      | 'selectedCount'
      | 'canary'
      | 'startKey'
      | 'startBodyHash'
    >,
    'comparison'
  > {
  /** JSON. */
  comparison: ColumnType<RunComparison | null, string | null | undefined, string>
}

export type TransferTable = TableOf<
  Transfer,
  'id' | 'formerClaimId' | 'recordedBy' | 'recordedAfterRun' | 'seal'
>

/** The transfers on a run's list, counted by state. Triggers keep it: see migrations/transfer-tally.ts. */
export interface TransferTallyTable {
  runId: number
  state: TransferState
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  transfers: number
}

/** A run's attempts, counted by state. Triggers keep it: see migrations/attempt-tally.ts. */
export interface AttemptTallyTable {
  runId: number
  state: Extract<AttemptState, 'paid' | 'failed' | 'hold'>
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  attempts: number
  /** The number of transfers that they carry. */
  transfers: number
  feeLamports: bigint
  rentLamports: bigint
}

/**
 * The failures of payments, by run: a past run is counted from them after a later one took its transfers
 * over.
 */
export interface TransferFailureTable {
  runId: number
  transferId: number
  reason: string
  atMs: number
}

export type AttemptTable = TableOf<Attempt, 'kind' | 'baseUnits' | 'seal'>

export interface AttemptTransferTable {
  attemptId: string
  transferId: number
  position: number
  /** 1 while the attempt is unresolved. A unique index allows one attempt in flight a transfer. */
  inFlight: number
  /** The attempt's, so that the payments of a run are found in their order. */
  runId: number
}

/** One owner at a time for each sending wallet. `fence` grows with every new owner. */
export interface LeaseTable {
  name: string
  owner: string
  fence: number
  expiresAtMs: number
}

/** A transaction of the sending wallet that is no payment of ours, and that an operator has explained. */
export interface AcknowledgedTransactionTable {
  genesisHash: string
  signature: string
  note: string
  atMs: number
  /** Keyed over cluster and signature. */
  seal: Generated<string>
}

export interface RecordsBehindTable extends TableOf<RecordsBehind> {
  /** 1 once an operator pays on without them: the next check takes the balance as it finds it. */
  accepted: Generated<number>
  /** The slot up to which no Ferry paid from the wallet, as an operator typed. */
  acceptedSlot: Generated<number>
}
