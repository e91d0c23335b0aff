/**
 * One payment owed to one Solana wallet.
 *
 *     queued ──▶ in_flight ──▶ paid
 *       ▲          │├───────▶ failed ──(a new run)──▶ queued
 *       └──────────┘└───────▶ hold ──▶ paid | failed | queued
 *
 * A distribution's row that was paid before may be `left_out` when a run of it begins: neither this run nor a later one pays it.
 * `in_flight` has exactly one unresolved attempt. On `hold` nothing is sent until evidence appears or an operator settles it: its
 * attempt can not be decided, or expired once too often; or nothing was signed, since the payment is not as it was accepted.
 */
export const TRANSFER_STATES = ['queued', 'in_flight', 'hold', 'paid', 'failed', 'left_out'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

/** What became of a payment in one run: its state there, and `rejected` where an operator withdrew it by rejecting its claim. */
export const RUN_PAYMENT_STATES = [...TRANSFER_STATES, 'rejected'] as const
export type RunPaymentState = (typeof RUN_PAYMENT_STATES)[number]

/**
 * One signed transaction. It exists only once its bytes are durably journaled.
 *
 *     journaled ──▶ broadcast ──▶ confirmed ──▶ paid         finalized without error
 *         │             │ ▲           │ │
 *         │             │ └───────────┘ └─────▶ failed       finalized with an error: nothing was moved
 *         │             ├─────────────────────▶ expired       proved not to have landed and unable to land
 *         └─────────────┴─────────────────────▶ hold ──▶ paid | failed | expired
 *
 * `journaled` may or may not have been sent (the process may have ended in between), so it is treated as sent.
 */
export const ATTEMPT_STATES = [
  'journaled',
  'broadcast',
  'confirmed',
  'hold',
  'paid',
  'failed',
  'expired',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

export const UNRESOLVED_ATTEMPT_STATES = [
  'journaled',
  'broadcast',
  'confirmed',
  'hold',
] as const satisfies AttemptState[]

/**
 * One start of a payout, over claims or a distribution.
 *
 *     running ──▶ stopping ──▶ stopped
 *        └──▶ completed | failed
 */
export const RUN_STATES = ['running', 'stopping', 'stopped', 'completed', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/**
 * The state of a sender, derived from its newest run: `waiting` is a running one that can not go on just now;
 * `ready` is a sender that has never run.
 */
export const SENDER_STATES = [
  'ready',
  'running',
  'stopping',
  'waiting',
  'completed',
  'stopped',
  'failed',
] as const
export type SenderState = (typeof SENDER_STATES)[number]

/**
 * The progress of a run or a sender, in the four words of the progress bar: one that was stopped is `ready`
 * again.
 */
export const PROGRESS_STATUSES = ['ready', 'running', 'completed', 'failed'] as const
export type ProgressStatus = (typeof PROGRESS_STATUSES)[number]

/** The status of a distribution: one that was stopped is `pending`, because it can be started again. */
export const DISTRIBUTION_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
export type DistributionStatus = (typeof DISTRIBUTION_STATUSES)[number]

/** The words that have to be typed before payments on hold are sent again. */
export const HOLD_CONFIRMATION = 'not paid'
