import type { OneAtATime } from '#domain/concurrency.ts'
import type { ListAnswer } from '#domain/list-preview.ts'
import type { PaymentCaps } from '#domain/payment-caps.ts'
import type { ReceiptKey, ReceiptSigner } from '#domain/portal-receipt.ts'
import type { PortalSettings } from '#domain/portal-settings.ts'
import type { AllocationSeal, RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import type { AccountCheck } from '#evm/account-check.ts'
import type { AccountLookup } from '#evm/account-lookup.ts'
import type { BeginSurvey } from '#evm/contract-survey.ts'
import type { SignerCheck } from '#evm/signer-check.ts'
import type { Payouts } from '#payout/payouts.ts'
import type { RecipientCache } from '#payout/send/look-up-recipients.ts'
import type { WalletBalances } from '#payout/wallet-balances.ts'
import type { Store } from '#store/store.ts'
import type { ListTrees } from './allocations/list-trees.ts'
import type { ClaimControlsInForce } from './claims/claim-controls.ts'
import type { DestinationLookup } from './claims/destination-lookup.ts'
import type { ClaimWriter } from './claims/submit-claim.ts'
import type { RepeatLookup } from './distributions/repeated-rows.ts'
import type { SecondSecret } from './second-secret/second-secret.ts'
import type { SignInQueue } from './sessions/sign-in-queue.ts'

/** The operator's password, known only by its hash. */
interface PasswordCheck {
  verify(password: string): Promise<boolean>
}

/** What sessions end with, besides their own time. */
interface SessionTerms {
  /** Of the password that they were opened with (see config/read-config.ts). */
  passwordFingerprint: string
  /** How long one lasts that is not used. */
  idleMs: number
}

/** Everything that the use cases of this module work with. `bin` composes it. */
export interface AppContext {
  settings: PortalSettings
  store: Store
  /** Recovers the signer of a message, off the event loop. */
  signers: SignerCheck
  /** Checks whether an account signed a message: with its key, or as a contract wallet. */
  accounts: AccountCheck
  /** Looks up whether an account is a contract, for anyone. */
  accountLookup: AccountLookup
  /** Looks for contracts that can not sign among the addresses of a list. */
  beginSurvey: BeginSurvey
  /** The claim window, the pause and the banner, as the operator has set them. */
  claimControls: ClaimControlsInForce
  /** Commits the claims of one turn of the event loop together. */
  claimWriter: ClaimWriter
  adminPassword: PasswordCheck
  sessionTerms: SessionTerms
  signInQueue: SignInQueue
  payouts: Payouts
  /** What the sending wallets can pay, as a node showed it last. */
  balances: WalletBalances
  /** The states of recipients that estimates found. */
  recipients: RecipientCache
  /** Finds what distributions would pay again, to be shown. */
  repeats: RepeatLookup
  /** Looks up the kind of a claimant's address on the cluster. */
  destinations: DestinationLookup
  /** The same for any client, within bounds. */
  boundedDestinations: DestinationLookup
  secrets: SecretBox
  /** A second, independent node has to agree before anything is signed again (SOLANA_VERIFY_RPC_URL). */
  hasVerifyNode: boolean
  caps: PaymentCaps
  /** False where STANDALONE_SENDER is off: claims alone are paid. */
  hasStandaloneSender: boolean
  /** Asked for before anything moves money. */
  secondSecret: SecondSecret
  /** Makes and compares the seals of accepted claims and uploaded rows. */
  seals: RecordSeal
  allocationSeals: AllocationSeal
  /** Signs what the portal has received from a claimant. */
  receiptSigner: ReceiptSigner
  /** All keys that receipts were signed with, in order: they change while no server runs. */
  receiptKeys: readonly ReceiptKey[]
  /** Proves rows of the holder list. */
  listTrees: ListTrees
  /** Receives, in words, what was changed in the holder list. For the operator's log. */
  onListChanged(words: string): void
  /** The default node of the sender's form. */
  solanaRpcUrl: string
  /** The file that is loaded at start and read again by Reload. */
  allocationsFile: string | null
  /** What the operator says of that file where it may be read in two ways (ALLOCATIONS_CONFIRM). */
  allocationsAnswer: ListAnswer
  /** Imports of holder lists wait for each other. */
  imports: OneAtATime
  now(): number
}
