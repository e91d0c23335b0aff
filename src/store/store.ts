import { NO_CAPS, type PaymentCaps } from '#domain/payment-caps.ts'
import { joinObservers, type Observe, unobserved } from '#domain/portal-event.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import {
  createAdminSessionStore,
  createKnownClientStore,
  createSignInFailureStore,
} from './admin-sessions.ts'
import { createAddressListStore } from './claims/address-lists.ts'
import { createClaimControlStore } from './claims/claim-controls.ts'
import { createClaimCorrectionStore } from './claims/claim-corrections.ts'
import { createClaimDecisionStore } from './claims/claim-decisions.ts'
import { createClaimRecordStore } from './claims/claim-records.ts'
import { createClaimTallyStore, createPaymentTallyStore } from './claims/claim-tallies.ts'
import { createClaimStore } from './claims/claims.ts'
import { createDenyListStore } from './claims/deny-list.ts'
import { createCloseOutStore } from './close-out.ts'
import { type Database, databaseEpoch, readDurability } from './database/database.ts'
import { type OpenOptions, openDatabase } from './database/open-database.ts'
import { createRunningServerStore, createStoreIdentity } from './database/store-identity.ts'
import { createAlertStore, createFigureStore } from './figures.ts'
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
import { createListedRunStore } from './payouts/listed-runs.ts'
import { createRunPaymentStore, createRunResultStore } from './payouts/run-payments.ts'
import { createRunStore } from './payouts/runs.ts'
import { createReceiptKeyStore } from './receipt-keys.ts'
import { createAcknowledgementStore } from './records/acknowledgements.ts'
import { createKnownTransactionStore } from './records/known-transactions.ts'
import { createRecordsBehindStore } from './records/records-behind.ts'
import { createSenderStore } from './senders.ts'

export type Store = ReturnType<typeof createStore>

/** What a server's store is opened with, besides its database. */
interface StoreParts {
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
    ...createReaders(database, secrets, observe),
    listRows: createListRowStore(database),
    listVersions: createListVersionStore(database),
    listUploads: createListUploadStore(database),
    claimsAboveList: createClaimsAboveListStore(database),
    claims: createClaimStore(database, observe),
    claimCorrections: createClaimCorrectionStore(database, observe),
    claimRecords: createClaimRecordStore(database),
    adminSessions: createAdminSessionStore(database, observe),
    signInFailures: createSignInFailureStore(database),
    knownClients: createKnownClientStore(database),
    identity: createStoreIdentity(database),
    receiptKeys: createReceiptKeyStore(database),
    runningServers: createRunningServerStore(database),
    runs: createRunStore(database, seals, observe),
    ledger: createLedgerStore(database),
    journal: createToldJournal(database, seals, observe, caps),
    claimDecisions: createClaimDecisionStore(database, observe),
    addressLists: createAddressListStore(database),
    denyList: createDenyListStore(database, observe),
    alerts: createAlertStore(database),
    passkeys: createPasskeyStore(database),
    makers: createMakerStore(database),
    leases: createLeaseStore(database),
    /** Reads several records as one commit left them. */
    inReadTransaction: <T>(read: (records: ReadTransaction) => Promise<T>): Promise<T> =>
      database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => read(createReaders({ ...database, db: tx }, secrets, unobserved))),
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

/** Seals nothing and accepts any seal: for a store without payments. */
export const UNSEALED: RecordSeal = { make: () => '', differences: () => null, fits: () => true }

/** Leaves secrets as they are: for a store in a test or a simulation. */
const OPEN_BOX: SecretBox = {
  seal: (plain) => Buffer.from(plain),
  open: (sealed) => Buffer.from(sealed),
}

/** The records as one commit left them. Their queries are to be made one after the other. */
export type ReadTransaction = ReturnType<typeof createReaders>

/** Creates the stores that are also read in one transaction: none of what they show side by side is older or newer than another. */
function createReaders(database: Database, secrets: SecretBox, observe: Observe) {
  return {
    claimControls: createClaimControlStore(database, observe),
    claimTallies: createClaimTallyStore(database),
    closeOut: createCloseOutStore(database),
    distributions: createDistributionStore(database, observe),
    paymentTallies: createPaymentTallyStore(database),
    figures: createFigureStore(database),
    holds: createHoldStore(database),
    listedRuns: createListedRunStore(database),
    operatorActions: createOperatorActionStore(database),
    recordsBehind: createRecordsBehindStore(database),
    runPayments: createRunPaymentStore(database),
    runResults: createRunResultStore(database),
    senders: createSenderStore(database, secrets, observe),
    snapshots: createSnapshotStore(database, observe),
  }
}
