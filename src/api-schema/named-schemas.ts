import { z } from 'zod'
import { adminClaim, claimsOverTimeResponse, statsResponse, uploadResponse } from './admin.ts'
import {
  approval,
  bulkSenderConfigBody,
  bulkSenderEstimateResponse,
  bulkSenderProgress,
  bulkSenderStatusResponse,
} from './bulk-sender.ts'
import {
  accountResponse,
  adminClaimDetail,
  allocationProofResponse,
  allocationResponse,
  claimAttempt,
  claimResponse,
  destinationResponse,
  signedReceipt,
  submitClaimBody,
} from './claims.ts'
import { deniedAddress } from './deny-list.ts'
import { errorResponse } from './error.ts'
import { ledgerEntry, ledgerTotal } from './ledger.ts'
import { listAsked, listChange, listDifference, listPreview, listVersion, listWarning } from './lists.ts'
import { claimBanner, claimControlsResponse, network, portalResponse, progressResponse } from './portal.ts'
import { portalStateResponse, runInState, senderInState } from './portal-state.ts'
import {
  cluster,
  decimalString,
  epochSeconds,
  leftOut,
  messageResponse,
  okResponse,
  paymentSum,
} from './primitives.ts'
import {
  expected,
  heldPayment,
  heldTransaction,
  hold,
  payoutRun,
  runComparison,
  runCost,
  runPayment,
  startBody,
  unsignedHold,
} from './runs.ts'
import {
  anchorNowBody,
  continueWithoutBody,
  otherMovement,
  reconcileResponse,
  recordsBehind,
  runStateFields,
  senderSource,
  tokenFactsResponse,
} from './sender-records.ts'
import {
  distribution,
  distributionProgressResponse,
  distributionUploadResponse,
  repeatedRow,
  repeats,
  standaloneConfigBody,
  standaloneStatsResponse,
  standaloneStatusResponse,
  startDistributionBody,
  tokenName,
} from './standalone-sender.ts'

/** The schemas that have a name in the API's document, and so in each client that is generated from it. */
const NAMED_SCHEMAS = {
  Account: accountResponse,
  Allocation: allocationResponse,
  AllocationProof: allocationProofResponse,
  AnchorNow: anchorNowBody,
  Approval: approval,
  Attempt: claimAttempt,
  Banner: claimBanner,
  BulkSenderProgress: bulkSenderProgress,
  BulkSenderStatus: bulkSenderStatusResponse,
  Claim: adminClaim,
  ClaimControls: claimControlsResponse,
  ClaimDetail: adminClaimDetail,
  ClaimStats: statsResponse,
  ClaimStatus: claimResponse,
  ClaimsOverTime: claimsOverTimeResponse,
  Cluster: cluster,
  ContinueWithout: continueWithoutBody,
  DecimalString: decimalString,
  DeniedAddress: deniedAddress,
  Destination: destinationResponse,
  Distribution: distribution,
  DistributionProgress: distributionProgressResponse,
  DistributionUpload: distributionUploadResponse,
  EpochSeconds: epochSeconds,
  Error: errorResponse,
  Estimate: bulkSenderEstimateResponse,
  Expected: expected,
  HeldPayment: heldPayment,
  HeldTransaction: heldTransaction,
  Hold: hold,
  LedgerEntry: ledgerEntry,
  LedgerTotal: ledgerTotal,
  LeftOut: leftOut,
  ListChange: listChange,
  ListDifference: listDifference,
  ListPreview: listPreview,
  ListAsked: listAsked,
  ListVersion: listVersion,
  ListWarning: listWarning,
  Message: messageResponse,
  Network: network,
  Ok: okResponse,
  OtherMovement: otherMovement,
  PaymentSum: paymentSum,
  PayoutState: runStateFields.state,
  Portal: portalResponse,
  PortalState: portalStateResponse,
  Progress: progressResponse,
  PublishedList: uploadResponse,
  Receipt: signedReceipt,
  Reconciliation: reconcileResponse,
  RecordsBehind: recordsBehind,
  RepeatedRow: repeatedRow,
  Repeats: repeats,
  Run: payoutRun,
  RunComparison: runComparison,
  RunCost: runCost,
  RunPayment: runPayment,
  RunState: runInState,
  SenderConfig: bulkSenderConfigBody,
  SenderSource: senderSource,
  SenderState: senderInState,
  SignedClaim: submitClaimBody,
  StandaloneSenderConfig: standaloneConfigBody,
  StandaloneSenderStatus: standaloneStatusResponse,
  StandaloneStats: standaloneStatsResponse,
  Start: startBody.unwrap().unwrap(),
  StartDistribution: startDistributionBody.unwrap().unwrap(),
  TokenFacts: tokenFactsResponse,
  TokenName: tokenName,
  UnsignedHold: unsignedHold,
  WaitingSince: runStateFields.waitingSince,
} satisfies Record<string, z.ZodType>

/** Registers the names, by which `z.toJSONSchema` then refers to these schemas. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries<z.ZodType>(NAMED_SCHEMAS)) {
    schema.register(z.globalRegistry, { ...schema.meta(), id })
  }
}
