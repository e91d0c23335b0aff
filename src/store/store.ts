import { NO_CAPS, type PaymentCaps } from '#domain/payment-caps.ts'
import { joinObservers, type Observe, unobserved } from '#domain/portal-event.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import {
  createAdminSessionStore,
  createKnownClientStore,
  createSignInFailureStore,
} from './admin-sessions.ts'
import { createAlertStore } from './alerts.ts'
import { createAddressListStore } from './claims/address-lists.ts'
import { createClaimControlStore } from './claims/claim-controls.ts'
import { createClaimCorrectionStore } from './claims/claim-corrections.ts'
import { createClaimDecisionStore } from './claims/claim-decisions.ts'
import { createClaimRecordStore } from './claims/claim-records.ts'
import { createClaimTallyStore } from './claims/claim-tallies.ts'
import { createClaimStore } from './claims/claims.ts'
import { createDenyListStore } from './claims/deny-list.ts'
import { type Database, databaseEpoch, type OpenOptions, openDatabase } from './database/database.ts'
import { readDurability } from './database/durability.ts'
import { createRunningServerStore } from './database/running-servers.ts'
import { createStoreIdentity } from './database/store-identity.ts'
import { createFigureStore } from './figures.ts'
import { createListRowStore } from './lists/list-rows.ts'
import { createListUploadStore } from './lists/list-uploads.ts'
import { createClaimsAboveListStore, createListVersionStore } from './lists/list-versions.ts'
import { createSnapshotStore } from './lists/snapshots.ts'
import { createOperatorActionStore } from './operator-actions.ts'
import { createMakerStore, createPasskeyStore } from './passkeys.ts'
import { createDistributionStore } from './payouts/distributions.ts'
import { createHoldStore } from './payouts/holds.ts'
import { createToldJournal, createToldTakeOverStore } from './payouts/journal-events.ts'
import { createLeaseStore } from './payouts/leases.ts'
import { createLedgerStore } from './payouts/ledger.ts'
import { createPaymentTallyStore } from './payouts/payment-tallies.ts'
import { createRunPaymentStore } from './payouts/run-payments.ts'
import { createRunStore } from './payouts/runs.ts'
import { createMomentReader } from './read-transaction.ts'
import { createReceiptKeyStore } from './receipt-keys.ts'
import { createAcknowledgementStore } from './records/acknowledgements.ts'
import { createKnownTransactionStore } from './records/known-transactions.ts'
import { createRecordsBehindStore } from './records/records-behind.ts'
import { createSenderStore } from './senders.ts'
import { OPEN_BOX, UNSEALED } from './unsealed.ts'

export type Store = ReturnType<typeof createStore>

/** What a server's store is opened with, besides its database. */
export interface StoreParts {
  seals?: RecordSeal
  secrets?: SecretBox
  observe?: Observe
  /** What is signed at most. */
  caps?: PaymentCaps
}

/** Opens everything that Ferry remembers: `postgres://…` for PostgreSQL, else the path of an SQLite file. */
export async function openStore(
  location: string,
  { seals, secrets, observe, caps, ...options }: OpenOptions & StoreParts = {},
): Promise<Store> {
  return createStore(await openDatabase(location, options), seals, secrets, observe, caps)
}

/**
 * Creates the store. A server passes its seals and its secret box: the records that payments are signed and compared by are sealed,
 * and so are the URLs of nodes. It also passes an observer: each write that pays, decides or configures something tells it of what it
 * has committed.
 */
export function createStore(
  database: Database,
  seals: RecordSeal = UNSEALED,
  secrets: SecretBox = OPEN_BOX,
  observer: Observe = unobserved,
  caps: PaymentCaps = NO_CAPS,
) {
  // What is committed is committed, even if the observer throws.
  const observe = joinObservers([observer], () => {})
  return {
    snapshots: createSnapshotStore(database, observe),
    listRows: createListRowStore(database),
    listVersions: createListVersionStore(database),
    listUploads: createListUploadStore(database),
    claimsAboveList: createClaimsAboveListStore(database),
    claims: createClaimStore(database, observe),
    claimControls: createClaimControlStore(database, observe),
    claimCorrections: createClaimCorrectionStore(database, observe),
    claimRecords: createClaimRecordStore(database),
    claimTallies: createClaimTallyStore(database),
    paymentTallies: createPaymentTallyStore(database),
    adminSessions: createAdminSessionStore(database, observe),
    signInFailures: createSignInFailureStore(database),
    knownClients: createKnownClientStore(database),
    identity: createStoreIdentity(database),
    receiptKeys: createReceiptKeyStore(database),
    runningServers: createRunningServerStore(database),
    senders: createSenderStore(database, secrets, observe),
    distributions: createDistributionStore(database, observe),
    runs: createRunStore(database, seals, observe),
    runPayments: createRunPaymentStore(database),
    ledger: createLedgerStore(database),
    recordsBehind: createRecordsBehindStore(database),
    journal: createToldJournal(database, seals, observe, caps),
    claimDecisions: createClaimDecisionStore(database, observe),
    addressLists: createAddressListStore(database),
    denyList: createDenyListStore(database, observe),
    holds: createHoldStore(database),
    figures: createFigureStore(database),
    alerts: createAlertStore(database),
    operatorActions: createOperatorActionStore(database),
    passkeys: createPasskeyStore(database),
    makers: createMakerStore(database),
    leases: createLeaseStore(database),
    /** Reads several records as one commit left them. */
    inReadTransaction: createMomentReader(database, secrets),
    isNew: database.isNew,
    epoch: () => databaseEpoch(database),
    /**
     * Reads which settings may make the database lose what it has confirmed, in words; null when none does.
     */
    durability: () => readDurability(database),
    knownTransactions: createKnownTransactionStore(database, seals),
    acknowledgements: createAcknowledgementStore(database, seals, observe),
    takeOvers: createToldTakeOverStore(database, seals, observe),
    close: database.close,
  }
}
