import type { Generated } from 'kysely'
import type { AttemptState, RunState, TransferState } from '#domain/payout-states.ts'

/** The tables of the payout: who pays, what is owed and paid, and the journal. What is said of units in schema.ts holds for them too. */

/** The sender of claims, and that of spreadsheets. */
export type SenderKind = 'bulk' | 'standalone'

/** A configured sending wallet. The key is sealed with the server's secret. */
export interface SenderTable {
  kind: SenderKind
  rpcUrl: string
  /** Further nodes of the same cluster, a JSON array of URLs: read from, and sent to, while the ones before them do not answer. */
  fallbackRpcUrls: Generated<string>
  sealedKey: Buffer
  walletAddress: string
  mintAddress: string
  mintDecimals: number
  tokenProgram: string
  /** Names of the mint's Token-2022 extensions, a JSON array, as they were when it was configured. */
  mintExtensions: Generated<string>
  genesisHash: string
  batchSize: number
  delayMs: number
  /** The most that is offered for a compute unit, in micro-lamports. */
  priorityFeeCap: number
  isTestKey: number
  configuredAtMs: number
}

/** A spreadsheet of wallets and amounts, to be paid as it stands. Its rows are its transfers. */
export interface DistributionTable {
  id: string
  fileName: string
  fileHash: string
  rowCount: number
  totalBaseUnits: string
  mintAddress: string
  mintDecimals: number
  genesisHash: string
  createdAtMs: number
}

export interface RunTable {
  id: Generated<number>
  sender: SenderKind
  /** The distribution that it pays; null for a run over the queued claims. */
  distributionId: string | null
  state: RunState
  walletAddress: string
  mintAddress: string
  mintDecimals: number
  tokenProgram: string
  genesisHash: string
  rpcUrl: string
  batchSize: number
  delayMs: number
  priorityFeeCap: number
  transferCount: number
  batchCount: number
  /** The source account's finalized balance before the run signed anything, and the slot of that bank; null until read. */
  anchorSlot: Generated<number | null>
  anchorBaseUnits: Generated<string | null>
  /** Keyed over the anchor and what the records said was paid before the run (see anchors.ts). */
  anchorSeal: Generated<string | null>
  /** How long it was paying, by the payer's monotonic clock; the time in which it waited is left out. */
  activeMs: Generated<number>
  /** Since when it waits for a node, another server or the records; null while it does not. */
  waitingSinceMs: Generated<number | null>
  /** What the comparison with the chain after it found, in JSON; null until it is made. */
  comparison: Generated<string | null>
  /** What it was reckoned to cost when it was started. */
  estimatedFeeLamports: string
  estimatedRentLamports: string
  /** Why it failed, or what it waits for. */
  message: string | null
  startedAtMs: number
  finishedAtMs: number | null
}

/** A payment owed. It outlives its claim: what was paid is never deleted. */
export interface TransferTable {
  id: Generated<number>
  /** Set for a claim's payment, for as long as the claim stands. */
  claimId: string | null
  /** The claim's, kept when the claim is reset; null for a distribution's row. */
  evmAddress: string | null
  /** Set for a distribution's row, with its number in the file. */
  distributionId: string | null
  rowNumber: number | null
  /** The run that pays it, or paid it; null before the first. */
  runId: number | null
  state: TransferState
  recipient: string
  baseUnits: string
  dustUA: string
  mintAddress: string
  /** Of the mint; the coin's own where the mint was not known when it was marked sent. */
  mintDecimals: number
  /** `unknown` where it was marked sent before any sender was configured. */
  genesisHash: string
  /** The most transfers its next transaction may carry: halved each time one fails on chain, until the failedTransfer stands alone. */
  packLimit: number | null
  failure: string | null
  paidTx: string | null
  /** How it is known to be paid; null until it is. */
  recordedBy: Generated<PaymentRecord | null>
  /** For a payment that was recorded without a run: the newest run there was then, 0 before the first. */
  recordedAfterRun: Generated<number | null>
  /** Keyed over a distribution's row as it was uploaded; null for a claim's payment, which the claim's own seal covers. */
  seal: Generated<string | null>
  settledAtMs: number | null
}

/** `run`: journaled and seen final. `take_over`: booked from the chain. `mark_sent`: proved by its transaction; forced ones are not. */
export type PaymentRecord = 'run' | 'take_over' | 'mark_sent' | 'mark_sent_forced'

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
  /** What they carry. */
  transfers: number
  feeLamports: string
  rentLamports: string
}

/** How often and why payments failed, by run: what a past run is counted from after a later one took its transfers over. */
export interface TransferFailureTable {
  runId: number
  transferId: number
  reason: string
  atMs: number
}

export interface AttemptTable {
  /** 128 random bits in base64url: also what its memo says. */
  id: string
  runId: number
  kind: Generated<AttemptKind>
  state: AttemptState
  signature: string
  wireBytes: Buffer
  blockhash: string
  lastValidBlockHeight: number
  /** The slot at which its blockhash was read: it can not have landed before. */
  contextSlot: number
  walletAddress: string
  sourceTokenAccount: string
  genesisHash: string
  /** The fencing token of the runner that journaled it. */
  fence: number
  journaledAtMs: number
  /** When it was found that it can not be decided, if ever. */
  heldAtMs: number | null
  resolvedAtMs: number | null
  slot: number | null
  /** What it takes from the source account if it lands without error. */
  baseUnits: Generated<string>
  /** What it costs if it lands, failed or not. */
  feeLamports: string
  /** What stays in the token accounts that it creates. */
  rentLamports: string
  error: string | null
  /** Keyed over its signature and what it pays to whom (see domain/attempt-seal.ts). */
  seal: Generated<string>
}

/** A `marker` moves nothing: it shows how far the history that a node tells reaches. */
export type AttemptKind = 'payment' | 'marker'

export interface AttemptTransferTable {
  attemptId: string
  transferId: number
  position: number
  /** 1 while the attempt is unresolved. A unique index allows one attempt in flight a transfer. */
  inFlight: number
}

/** One runner at a time for each sending wallet. `fence` grows with every new owner. */
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

/** Payments by a wallet that the chain shows and the journal lacks. While a row stands, nothing is signed for that wallet. */
export interface RecordsBehindTable {
  genesisHash: string
  walletAddress: string
  mintAddress: string
  /** 0 where only the wallet's balance is unexplained. */
  payments: number
  baseUnits: string
  checkedAtMs: number
  /** 1 once an operator pays on without them: the next check takes the balance as it finds it. */
  accepted: Generated<number>
}
