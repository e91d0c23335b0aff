import type { RecordSeal } from '#domain/sealed-record.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import { createAcknowledgementStore } from './acknowledgements.ts'
import { createAddressListStore } from './address-lists.ts'
import { createAdminSessionStore } from './admin-sessions.ts'
import { createAlertStore } from './alerts.ts'
import { createClaimControlStore } from './claim-controls.ts'
import { createClaimCorrectionStore } from './claim-corrections.ts'
import { createClaimDecisionStore } from './claim-decisions.ts'
import { createClaimRecordStore } from './claim-records.ts'
import { createClaimTallyStore } from './claim-tallies.ts'
import { createClaimStore } from './claims.ts'
import { createClaimsAboveListStore } from './claims-above-list.ts'
import { type Database, type OpenOptions, openDatabase } from './database.ts'
import { databaseEpoch } from './database-epoch.ts'
import { createDenyListStore } from './deny-list.ts'
import { createDistributionStore } from './distributions.ts'
import { readDurability } from './durability.ts'
import { createFigureStore } from './figures.ts'
import { createHoldStore } from './holds.ts'
import { createJournal } from './journal.ts'
import { createKnownClientStore } from './known-clients.ts'
import { createKnownTransactionStore } from './known-transactions.ts'
import { createLeaseStore } from './leases.ts'
import { createLedgerStore } from './ledger.ts'
import { createListRowStore } from './list-rows.ts'
import { createListUploadStore } from './list-uploads.ts'
import { createListVersionStore } from './list-versions.ts'
import { createMomentReader } from './one-moment.ts'
import { createOperatorActionStore } from './operator-actions.ts'
import { createPaymentTallyStore } from './payment-tallies.ts'
import { createRecordsBehindStore } from './records-behind.ts'
import { createRunPaymentStore } from './run-payments.ts'
import { createRunningServerStore } from './running-servers.ts'
import { createRunStore } from './runs.ts'
import { createSenderStore } from './senders.ts'
import { createSignInFailureStore } from './sign-in-failures.ts'
import { createSnapshotStore } from './snapshots.ts'
import { createStoreIdentity } from './store-identity.ts'
import { createTakeOverStore } from './take-overs.ts'
import { OPEN_BOX, UNSEALED } from './unsealed.ts'

export type Store = ReturnType<typeof createStore>

/** What a server's store is opened with, besides its database. */
export interface StoreSeals {
  seals?: RecordSeal
  secrets?: SecretBox
}

/** Opens everything that Ferry remembers: `postgres://…` for PostgreSQL, else the path of an SQLite file. */
export async function openStore(
  location: string,
  { seals, secrets, ...options }: OpenOptions & StoreSeals = {},
): Promise<Store> {
  return createStore(await openDatabase(location, options), seals, secrets)
}

/**
 * Creates the store. A server passes its seals and its secret box: the records that payments are signed and compared by are sealed,
 * and so are the URLs of nodes.
 */
export function createStore(database: Database, seals: RecordSeal = UNSEALED, secrets: SecretBox = OPEN_BOX) {
  return {
    snapshots: createSnapshotStore(database),
    listRows: createListRowStore(database),
    listVersions: createListVersionStore(database),
    listUploads: createListUploadStore(database),
    claimsAboveList: createClaimsAboveListStore(database),
    claims: createClaimStore(database),
    claimControls: createClaimControlStore(database),
    claimCorrections: createClaimCorrectionStore(database),
    claimRecords: createClaimRecordStore(database),
    claimTallies: createClaimTallyStore(database),
    paymentTallies: createPaymentTallyStore(database),
    adminSessions: createAdminSessionStore(database),
    signInFailures: createSignInFailureStore(database),
    knownClients: createKnownClientStore(database),
    identity: createStoreIdentity(database),
    runningServers: createRunningServerStore(database),
    senders: createSenderStore(database, secrets),
    distributions: createDistributionStore(database),
    runs: createRunStore(database, seals),
    runPayments: createRunPaymentStore(database),
    ledger: createLedgerStore(database),
    recordsBehind: createRecordsBehindStore(database),
    journal: createJournal(database, seals),
    claimDecisions: createClaimDecisionStore(database),
    addressLists: createAddressListStore(database),
    denyList: createDenyListStore(database),
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
    acknowledgements: createAcknowledgementStore(database, seals),
    takeOvers: createTakeOverStore(database, seals),
    close: database.close,
  }
}
