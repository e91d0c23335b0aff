import { joinObservers, type Observe, unobserved } from '#domain/portal-event.ts'
import type { RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import { createAcknowledgementStore } from './acknowledgements.ts'
import { createAddressListStore } from './address-lists.ts'
import {
  createAdminSessionStore,
  createKnownClientStore,
  createSignInFailureStore,
} from './admin-sessions.ts'
import { createAlertStore } from './alerts.ts'
import { createClaimControlStore } from './claim-controls.ts'
import { createClaimCorrectionStore } from './claim-corrections.ts'
import { createClaimDecisionStore } from './claim-decisions.ts'
import { createClaimRecordStore } from './claim-records.ts'
import { createClaimTallyStore } from './claim-tallies.ts'
import { createClaimStore } from './claims.ts'
import { type Database, databaseEpoch, type OpenOptions, openDatabase } from './database.ts'
import { createDenyListStore } from './deny-list.ts'
import { createDistributionStore } from './distributions.ts'
import { readDurability } from './durability.ts'
import { createFigureStore } from './figures.ts'
import { createHoldStore } from './holds.ts'
import { createToldJournal, createToldTakeOverStore } from './journal-events.ts'
import { createKnownTransactionStore } from './known-transactions.ts'
import { createLeaseStore } from './leases.ts'
import { createLedgerStore } from './ledger.ts'
import { createListRowStore } from './list-rows.ts'
import { createListUploadStore } from './list-uploads.ts'
import { createClaimsAboveListStore, createListVersionStore } from './list-versions.ts'
import { createMomentReader } from './one-moment.ts'
import { createOperatorActionStore } from './operator-actions.ts'
import { createPaymentTallyStore } from './payment-tallies.ts'
import { createRecordsBehindStore } from './records-behind.ts'
import { createRunPaymentStore } from './run-payments.ts'
import { createRunningServerStore } from './running-servers.ts'
import { createRunStore } from './runs.ts'
import { createSenderStore } from './senders.ts'
import { createSnapshotStore } from './snapshots.ts'
import { createStoreIdentity } from './store-identity.ts'
import { OPEN_BOX, UNSEALED } from './unsealed.ts'

export type Store = ReturnType<typeof createStore>

/** What a server's store is opened with, besides its database. */
export interface StoreParts {
  seals?: RecordSeal
  secrets?: SecretBox
  observe?: Observe
}

/** Opens everything that Ferry remembers: `postgres://…` for PostgreSQL, else the path of an SQLite file. */
export async function openStore(
  location: string,
  { seals, secrets, observe, ...options }: OpenOptions & StoreParts = {},
): Promise<Store> {
  return createStore(await openDatabase(location, options), seals, secrets, observe)
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
    runningServers: createRunningServerStore(database),
    senders: createSenderStore(database, secrets, observe),
    distributions: createDistributionStore(database, observe),
    runs: createRunStore(database, seals, observe),
    runPayments: createRunPaymentStore(database),
    ledger: createLedgerStore(database),
    recordsBehind: createRecordsBehindStore(database),
    journal: createToldJournal(database, seals, observe),
    claimDecisions: createClaimDecisionStore(database, observe),
    addressLists: createAddressListStore(database),
    denyList: createDenyListStore(database, observe),
    holds: createHoldStore(database),
    figures: createFigureStore(database),
    alerts: createAlertStore(database),
    operatorActions: createOperatorActionStore(database),
    leases: createLeaseStore(database),
    /** Reads several records as one commit left them. */
    atOneMoment: createMomentReader(database, secrets),
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
