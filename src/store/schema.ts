import type { Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { SignedBy } from '#domain/claim-nonce.ts'
import type { ClaimStatus } from '#domain/claim-status.ts'
import type {
  AcknowledgedTransactionTable,
  AttemptTable,
  AttemptTallyTable,
  AttemptTransferTable,
  DistributionTable,
  LeaseTable,
  PaymentRecord,
  RecordsBehindTable,
  RunTable,
  SenderTable,
  TransferFailureTable,
  TransferTable,
  TransferTallyTable,
} from './payout-tables.ts'

export type { AttemptKind, PaymentRecord, SenderKind } from './payout-tables.ts'

/**
 * The tables as Kysely sees them; the migrations make them. Times are milliseconds since the epoch, amounts are
 * decimal strings, flags are 0 or 1 (SQLite knows no booleans), EVM addresses are lower case.
 */
export interface Schema {
  snapshot: SnapshotTable
  allocation: AllocationTable
  claim: ClaimTable
  claim_tally: ClaimTallyTable
  payment_tally: PaymentTallyTable
  admin_session: AdminSessionTable
  sign_in_failure: SignInFailureTable
  store_identity: StoreIdentityTable
  sender: SenderTable
  distribution: DistributionTable
  run: RunTable
  transfer: TransferTable
  transfer_tally: TransferTallyTable
  attempt: AttemptTable
  attempt_transfer: AttemptTransferTable
  attempt_tally: AttemptTallyTable
  lease: LeaseTable
  operator_action: OperatorActionTable
  transfer_failure: TransferFailureTable
  acknowledged_transaction: AcknowledgedTransactionTable
  records_behind: RecordsBehindTable
}

/** One version of the holder list. At most one is `published`; older ones are kept as `superseded`. */
interface SnapshotTable {
  id: Generated<number>
  state: 'staging' | 'published' | 'superseded'
  fileName: string
  /** Random. Its rows are sealed with it, so that none of another version fits, whatever its id. */
  nonce: string
  fileHash: string | null
  addressCount: number
  /** Addresses that it gives something. */
  payableCount: number
  totalWei: string
  createdAtMs: number
  /** When its import was last heard of, by the database's clock. */
  heartbeatAtMs: number
  publishedAtMs: number | null
  /** Keyed over what was published (see domain/holder-list-seal.ts), for as long as it is in force. */
  seal: Generated<string>
}

interface AllocationTable {
  snapshotId: number
  evmAddress: string
  amountWei: string
  /** Keyed over version, address and amount (see config/allocation-seal.ts). */
  seal: string
}

interface ClaimTable {
  /** Order of arrival, and the cursor of lists. */
  seq: Generated<number>
  id: string
  evmAddress: string
  /** The address as it was signed, letter case and all. */
  ethSigned: string
  solAddress: string
  snapshotId: number
  amountWei: string
  /** Whole tokens as they were signed: fixed from then on. */
  amountUA: string
  chainId: number
  nonce: string
  signature: string
  /** What made the signature: a key, whose signature can be verified again without a node, or a contract wallet. */
  signedBy: Generated<SignedBy>
  /** Keyed over what was accepted (see domain/claim-seal.ts); empty where none was made. */
  seal: Generated<string>
  status: ClaimStatus
  submittedAtMs: number
  solTx: string | null
  /** When it was sent or rejected. */
  settledAtMs: number | null
  rejectReason: string | null
  /**
   * `amountWei` behind its own length: sorts as the number does. No generated column: SQLite would read the
   * row for it where an index has it.
   */
  amountOrder: GeneratedAlways<string>
}

/** Claims counted and summed by the hour. Triggers keep it: see migrations/claim-tally.ts. */
interface ClaimTallyTable {
  series: 'submitted' | 'sent' | 'rejected' | 'listed'
  /** Hours since the epoch. */
  hour: number
  /** Rows of one hour are added up: they keep writers out of each other's way. */
  stripe: number
  claims: number
  amountWei: string
}

/** The payments of claims counted and summed. Triggers keep it: see migrations/payment-tally.ts. */
interface PaymentTallyTable {
  recordedBy: PaymentRecord
  genesisHash: string
  mintDecimals: number
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  payments: number
  baseUnits: string
}

interface AdminSessionTable {
  tokenHash: string
  createdAtMs: number
  expiresAtMs: number
}

/** Sign-ins that failed, by the client's address, until their window ends. */
interface SignInFailureTable {
  client: string
  failures: number
  endsAtMs: number
}

/** The one row that says whose store it is. */
interface StoreIdentityTable {
  id: number
  /** Of the SECRETS_KEY (see config/key-fingerprint.ts). */
  keyFingerprint: string
  /** When it was last written to only to see whether it can be. */
  probedAtMs: number
}

/** What an operator decided against or without the chain's word. Never deleted. */
interface OperatorActionTable {
  id: Generated<number>
  atMs: number
  action: OperatorAction
  /** What it was done to: an attempt's or a claim's id. */
  subject: string
  /** What was known and what was typed, in words. */
  detail: string
}

export type OperatorAction =
  | 'settle_hold_paid'
  | 'settle_hold_expired'
  | 'mark_sent'
  | 'mark_sent_forced'
  | 'reject'
  | 'reset_claims'
  | 'take_over'
  | 'continue_without'
  | 'acknowledge'

export type SnapshotRow = Selectable<SnapshotTable>
export type ClaimRow = Selectable<ClaimTable>
export type NewClaim = Insertable<ClaimTable>
export type SenderRow = Selectable<SenderTable>
export type NewSender = Insertable<SenderTable>
export type RunRow = Selectable<RunTable>
export type DistributionRow = Selectable<DistributionTable>
export type NewRun = Insertable<RunTable>
export type TransferRow = Selectable<TransferTable>
export type NewTransfer = Insertable<TransferTable>
export type OperatorActionRow = Selectable<OperatorActionTable>
export type NewOperatorAction = Insertable<OperatorActionTable>
export type AttemptRow = Selectable<AttemptTable>
export type NewAttempt = Insertable<AttemptTable>
export type RecordsBehindRow = Selectable<RecordsBehindTable>
export type NewRecordsBehind = Insertable<RecordsBehindTable>
