import type { ColumnType, Generated, Insertable, InsertType, Selectable } from 'kysely'
import type { BaseUnits, Wei } from '#domain/amounts.ts'
import type { Claim, ClaimCorrection } from '#domain/claim.ts'
import type { ClaimBanner } from '#domain/claim-controls.ts'
import type { SiweTerms } from '#domain/claim-message.ts'
import type { DeniedAddress } from '#domain/denied-address.ts'
import type { EvmAddress } from '#domain/evm-address.ts'
import type { Maker, Passkey } from '#domain/passkey.ts'
import type { AskedUpload, Snapshot } from '#domain/snapshot.ts'
import type { PaymentRecord } from '#domain/transfer.ts'
import type {
  AcknowledgedTransactionTable,
  AttemptTable,
  AttemptTallyTable,
  AttemptTransferTable,
  DistributionTable,
  LeaseTable,
  RecordsBehindTable,
  RunTable,
  SenderTable,
  TableOf,
  TransferFailureTable,
  TransferTable,
  TransferTallyTable,
} from '#store/payouts/payout-tables.ts'

/**
 * The tables as Kysely sees them; the migrations make them. Rows are the records of `domain`: what the database keeps as text
 * (amounts, JSON) or as 0 and 1 is read by column-readers.ts. Times are milliseconds since the epoch.
 */
export interface Schema {
  snapshot: SnapshotTable
  allocation: AllocationTable
  list_upload: ListUploadTable
  list_upload_chunk: ListUploadChunkTable
  list_choice: ListChoiceTable
  claim: ClaimTable
  claim_correction: ClaimCorrectionTable
  reset_nonce: ResetNonceTable
  claim_tally: ClaimTallyTable
  payment_tally: PaymentTallyTable
  ledger_tally: LedgerTallyTable
  admin_session: AdminSessionTable
  sign_in_failure: SignInFailureTable
  denied_address: DeniedAddress
  claim_controls: ClaimControlsTable
  known_client: KnownClientTable
  store_identity: StoreIdentityTable
  receipt_key: ReceiptKeyTable
  running_server: RunningServerTable
  store_mark: StoreMarkTable
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
  action_head: ActionHeadTable
  transfer_failure: TransferFailureTable
  acknowledged_transaction: AcknowledgedTransactionTable
  records_behind: RecordsBehindTable
  alert: AlertTable
  passkey: Passkey
  maker: Maker
}

interface SnapshotTable extends TableOf<Omit<Snapshot, 'unseenWarnings'>, 'id' | 'seal'> {
  /** When its import was last heard of, by the database's clock. */
  heartbeatAtMs: number
  /** Of its file so far, while it is staged. */
  rowsRead: Generated<number>
  /** JSON in the database. */
  unseenWarnings: ColumnType<Snapshot['unseenWarnings'], string | null | undefined, string | null>
}

interface AllocationTable {
  snapshotId: number
  evmAddress: EvmAddress
  amountWei: Wei
  /** Keyed over version, address and amount (see config/allocation-seal.ts). */
  seal: string
}

interface ListUploadTable extends AskedUpload {
  createdAtMs: number
}

interface ListUploadChunkTable {
  uploadId: string
  seq: number
  bytes: Uint8Array
}

/** The choices that a person made for a file, by its columns: both as JSON. */
interface ListChoiceTable {
  columns: string
  choices: string
}

interface ClaimTable extends TableOf<Omit<Claim, 'siweTerms'>, 'seq' | 'correctedAtMs'> {
  siweTerms: ColumnType<SiweTerms | null, SiweTerms | null, string | null>
  /**
   * `amountWei` behind its own length: sorts as the number does. No generated column: SQLite would read the
   * row for it where an index has it.
   */
  amountOrder: ColumnType<string, never, string>
}

/** What claims said before they were corrected, in order. */
interface ClaimCorrectionTable extends TableOf<Omit<ClaimCorrection, 'siweTerms'>, 'id'> {
  siweTerms: ColumnType<SiweTerms | null, string | null, string | null>
}

/** The newest nonce of an address among its claims that a Reset deleted: only a newer signature of it is taken. */
interface ResetNonceTable {
  evmAddress: EvmAddress
  nonce: number
}

/** Claims counted and summed by the hour. Triggers keep it: see migrations/claim-tally.ts. */
interface ClaimTallyTable {
  series: 'submitted' | 'sent' | 'rejected' | 'listed'
  /** Hours since the epoch. */
  hour: number
  /** Rows of one hour are added up: they keep writers out of each other's way. */
  stripe: number
  claims: number
  amountWei: Wei
}

/** The payments of claims counted and summed. Triggers keep it: see migrations/payment-tally.ts. */
interface PaymentTallyTable {
  recordedBy: PaymentRecord
  genesisHash: string
  /** Empty where it was marked sent before there was a sender. */
  mintAddress: string
  mintDecimals: number
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  payments: number
  baseUnits: BaseUnits
}

/** All payments counted and summed by the hour. Triggers keep it: see migrations/ledger-tally.ts. */
interface LedgerTallyTable {
  /** Hours since the epoch. */
  hour: number
  genesisHash: string
  mintAddress: string
  mintDecimals: number
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  payments: number
  baseUnits: BaseUnits
}

interface AdminSessionTable {
  tokenHash: string
  createdAtMs: number
  /** Written at most once a minute. */
  lastUsedAtMs: number
  expiresAtMs: number
  /** What it was opened with, in words; null for a session of before. */
  browser: string | null
}

/** Sign-ins that failed, by the client's address, until their window ends. */
interface SignInFailureTable {
  client: string
  failures: number
  endsAtMs: number
}

/** The one row with what operators changed while the portal runs. */
interface ClaimControlsTable {
  id: number
  claimsOpenAtMs: number | null
  claimsCloseAtMs: number | null
  paused: number
  pauseMessage: string | null
  /** JSON in the database. */
  banner: ColumnType<ClaimBanner | null, string | null, string | null>
}

/** Devices and addresses that signed in, by keyed hashes, until they are forgotten. */
interface KnownClientTable {
  client: string
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

/** The keys that receipts were signed with. */
interface ReceiptKeyTable {
  /** From 0, in the order of their use. */
  place: number
  key: string
  /** In whole seconds: the time is part of what the two keys sign. */
  fromMs: number
  signedByPrevious: string | null
  confirmsPrevious: string | null
}

/** The conditions that somebody was alerted of and that are not over yet. */
interface AlertTable {
  condition: string
  begunAtMs: number
}

/** The servers that are open on this store, by the database's clock. */
interface RunningServerTable {
  id: string
  seenAtMs: number
}

/** The one row, where there is any, by which a store is not to be used: see database.ts. */
export interface StoreMarkTable {
  id: number
  /** `unfinished`: a copy into it was begun. `moved`: a copy of it is in use in its place. */
  mark: 'unfinished' | 'moved'
  /** The same in the copy and in what it was made from. */
  copyId: string
  /** The other one of the two, without a password. */
  otherStore: string
  atMs: number
}

/** What operators did. Never changed, never deleted: each entry is chained to the one before (see domain/action-chain.ts). */
interface OperatorActionTable {
  id: Generated<number>
  atMs: number
  session: string | null
  person: string | null
  action: OperatorAction
  /** The object of the action: an attempt's or a claim's id. */
  subject: string
  /** The facts known at the time and the words that were typed. */
  detail: string
  previous: string
  hash: string
}

/** The one row by which the next entry is chained. */
interface ActionHeadTable {
  id: number
  hash: string
  /** The newest entry that a webhook was told of, or that is not to be told. */
  toldId: number
}

export type OperatorAction =
  | 'sign_in'
  | 'sign_in_unknown_browser'
  | 'end_session'
  | 'end_all_sessions'
  | 'configure_sender'
  | 'upload_distribution'
  | 'start_run'
  | 'stop_run'
  | 'reach_cap'
  | 'settle_hold_paid'
  | 'settle_hold_expired'
  | 'mark_sent'
  | 'mark_sent_forced'
  | 'reject'
  | 'reset_claims'
  | 'take_over'
  | 'continue_without'
  | 'anchor_now'
  | 'acknowledge'
  | 'change_claim_controls'
  | 'undo_reject'
  | 'note'
  | 'delete_distribution'
  | 'pay_again'
  | 'leave_out_repeats'
  | 'deny_addresses'
  | 'allow_addresses'
  | 'publish_list'
  | 'restore_list'
  | 'discard_upload'
  | 'register_passkey'
  | 'remove_passkey'

/** A row to insert. Names every column that the database does not fill in: Kysely lets one that may be null be left out in silence. */
export type NewRow<Table> = Insertable<Table> & {
  [Column in keyof Table as undefined extends InsertType<Table[Column]> ? never : Column]: InsertType<
    Table[Column]
  >
}

export type NewClaim = NewRow<Omit<ClaimTable, 'amountOrder'>>
export type NewRun = NewRow<RunTable>
export type NewTransfer = NewRow<TransferTable>
export type NewAttempt = NewRow<AttemptTable>
export type RecordedAction = Selectable<OperatorActionTable>
/** Who asks for it is written down with it. */
export type NewOperatorAction = Pick<RecordedAction, 'atMs' | 'action' | 'subject' | 'detail'>
