import type { Generated } from 'kysely'
import type { AttemptState, RunState, TransferState } from '#domain/payout-states.ts'

/** The tables of the payout: who pays, what is owed and paid, and the journal. What is said of units in schema.ts holds for them too. */

/** The sender of claims, and that of spreadsheets. */
export type SenderKind = 'bulk' | 'standalone'

/** A configured sending wallet. The key is sealed with the server's secret. */
export interface SenderTable {
  kind: SenderKind
  rpc_url: string
  /** Further nodes of the same cluster, a JSON array of URLs: read from, and sent to, while the ones before them do not answer. */
  fallback_rpc_urls: Generated<string>
  sealed_key: Buffer
  wallet_address: string
  mint_address: string
  mint_decimals: number
  token_program: string
  /** Names of the mint's Token-2022 extensions, a JSON array, as they were when it was configured. */
  mint_extensions: Generated<string>
  genesis_hash: string
  batch_size: number
  delay_ms: number
  /** The most that is offered for a compute unit, in micro-lamports. */
  priority_fee_cap: number
  is_test_key: number
  configured_at_ms: number
}

/** A spreadsheet of wallets and amounts, to be paid as it stands. Its rows are its transfers. */
export interface DistributionTable {
  id: string
  file_name: string
  file_hash: string
  row_count: number
  total_base_units: string
  mint_address: string
  mint_decimals: number
  genesis_hash: string
  created_at_ms: number
}

export interface RunTable {
  id: Generated<number>
  sender: SenderKind
  /** The distribution that it pays; null for a run over the queued claims. */
  distribution_id: string | null
  state: RunState
  wallet_address: string
  mint_address: string
  mint_decimals: number
  token_program: string
  genesis_hash: string
  rpc_url: string
  batch_size: number
  delay_ms: number
  priority_fee_cap: number
  transfer_count: number
  batch_count: number
  /** The source account's finalized balance before the run signed anything, and the slot of that bank; null until read. */
  anchor_slot: Generated<number | null>
  anchor_base_units: Generated<string | null>
  /** Keyed over the anchor and what the records said was paid before the run (see anchors.ts). */
  anchor_seal: Generated<string | null>
  /** How long it was paying, by the payer's monotonic clock; the time in which it waited is left out. */
  active_ms: Generated<number>
  /** Since when it waits for a node, another server or the records; null while it does not. */
  waiting_since_ms: Generated<number | null>
  /** What the comparison with the chain after it found, in JSON; null until it is made. */
  comparison: Generated<string | null>
  /** What it was reckoned to cost when it was started. */
  estimated_fee_lamports: string
  estimated_rent_lamports: string
  /** Why it failed, or what it waits for. */
  message: string | null
  started_at_ms: number
  finished_at_ms: number | null
}

/** A payment owed. It outlives its claim: what was paid is never deleted. */
export interface TransferTable {
  id: Generated<number>
  /** Set for a claim's payment, for as long as the claim stands. */
  claim_id: string | null
  /** The claim's, kept when the claim is reset; null for a distribution's row. */
  evm_address: string | null
  /** Set for a distribution's row, with its number in the file. */
  distribution_id: string | null
  row_number: number | null
  /** The run that pays it, or paid it; null before the first. */
  run_id: number | null
  state: TransferState
  recipient: string
  base_units: string
  dust_ua: string
  mint_address: string
  /** Of the mint; the coin's own where the mint was not known when it was marked sent. */
  mint_decimals: number
  /** `unknown` where it was marked sent before any sender was configured. */
  genesis_hash: string
  /** The most transfers its next transaction may carry: halved each time one fails on chain, until the failedTransfer stands alone. */
  pack_limit: number | null
  failure: string | null
  paid_tx: string | null
  /** How it is known to be paid; null until it is. */
  recorded_by: Generated<PaymentRecord | null>
  /** For a payment that was recorded without a run: the newest run there was then, 0 before the first. */
  recorded_after_run: Generated<number | null>
  /** Keyed over a distribution's row as it was uploaded; null for a claim's payment, which the claim's own seal covers. */
  seal: Generated<string | null>
  settled_at_ms: number | null
}

/** `run`: journaled and seen final. `take_over`: booked from the chain. `mark_sent`: proved by its transaction; forced ones are not. */
export type PaymentRecord = 'run' | 'take_over' | 'mark_sent' | 'mark_sent_forced'

/** The transfers on a run's list, counted by state. Triggers keep it: see migrations/transfer-tally.ts. */
export interface TransferTallyTable {
  run_id: number
  state: TransferState
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  transfers: number
}

/** A run's attempts, counted by state. Triggers keep it: see migrations/attempt-tally.ts. */
export interface AttemptTallyTable {
  run_id: number
  state: Extract<AttemptState, 'paid' | 'failed' | 'hold'>
  /** Rows that differ in this alone are added up: they keep writers out of each other's way. */
  stripe: number
  attempts: number
  /** What they carry. */
  transfers: number
  fee_lamports: string
  rent_lamports: string
}

/** How often and why payments failed, by run: what a past run is counted from after a later one took its transfers over. */
export interface TransferFailureTable {
  run_id: number
  transfer_id: number
  reason: string
  at_ms: number
}

export interface AttemptTable {
  /** 128 random bits in base64url: also what its memo says. */
  id: string
  run_id: number
  kind: Generated<AttemptKind>
  state: AttemptState
  signature: string
  wire_bytes: Buffer
  blockhash: string
  last_valid_block_height: number
  /** The slot at which its blockhash was read: it can not have landed before. */
  context_slot: number
  wallet_address: string
  source_token_account: string
  genesis_hash: string
  /** The fencing token of the runner that journaled it. */
  fence: number
  journaled_at_ms: number
  /** When it was found that it can not be decided, if ever. */
  held_at_ms: number | null
  resolved_at_ms: number | null
  slot: number | null
  /** What it takes from the source account if it lands without error. */
  base_units: Generated<string>
  /** What it costs if it lands, failed or not. */
  fee_lamports: string
  /** What stays in the token accounts that it creates. */
  rent_lamports: string
  error: string | null
  /** Keyed over its signature and what it pays to whom (see domain/attempt-seal.ts). */
  seal: Generated<string>
}

/** A `marker` moves nothing: it shows how far the history that a node tells reaches. */
export type AttemptKind = 'payment' | 'marker'

export interface AttemptTransferTable {
  attempt_id: string
  transfer_id: number
  position: number
  /** 1 while the attempt is unresolved. A unique index allows one attempt in flight a transfer. */
  in_flight: number
}

/** One runner at a time for each sending wallet. `fence` grows with every new owner. */
export interface LeaseTable {
  name: string
  owner: string
  fence: number
  expires_at_ms: number
}

/** A transaction of the sending wallet that is no payment of ours, and that an operator has explained. */
export interface AcknowledgedTransactionTable {
  genesis_hash: string
  signature: string
  note: string
  at_ms: number
  /** Keyed over cluster and signature. */
  seal: Generated<string>
}

/** Payments by a wallet that the chain shows and the journal lacks. While a row stands, nothing is signed for that wallet. */
export interface RecordsBehindTable {
  genesis_hash: string
  wallet_address: string
  mint_address: string
  /** 0 where only the wallet's balance is unexplained. */
  payments: number
  base_units: string
  checked_at_ms: number
  /** 1 once an operator pays on without them: the next check takes the balance as it finds it. */
  accepted: Generated<number>
}
