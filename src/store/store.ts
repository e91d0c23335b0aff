import { createAcknowledgementStore } from '#store/acknowledgements.ts'
import { createAddressListStore } from '#store/address-lists.ts'
import { createAdminSessionStore } from '#store/admin-sessions.ts'
import { createClaimDecisionStore } from '#store/claim-decisions.ts'
import { createClaimRecordStore } from '#store/claim-records.ts'
import { createClaimTallyStore } from '#store/claim-tallies.ts'
import { createClaimStore } from '#store/claims.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { databaseEpoch } from '#store/database-epoch.ts'
import { createDistributionStore } from '#store/distributions.ts'
import { readDurability } from '#store/durability.ts'
import { createHoldStore } from '#store/holds.ts'
import { createJournal } from '#store/journal.ts'
import { createKnownTransactionStore } from '#store/known-transactions.ts'
import { createLeaseStore } from '#store/leases.ts'
import { createOperatorActionStore } from '#store/operator-actions.ts'
import { createPaymentTallyStore } from '#store/payment-tallies.ts'
import { createRecordsBehindStore } from '#store/records-behind.ts'
import { createRunStore } from '#store/runs.ts'
import { createSenderStore } from '#store/senders.ts'
import { createSnapshotStore } from '#store/snapshots.ts'
import { createTakeOverStore } from '#store/take-overs.ts'

export type Store = ReturnType<typeof createStore>

/** Opens everything that Ferry remembers: `postgres://…` for PostgreSQL, else the path of an SQLite file. */
export async function openStore(location: string): Promise<Store> {
  return createStore(await openDatabase(location))
}

export function createStore(database: Database) {
  return {
    snapshots: createSnapshotStore(database),
    claims: createClaimStore(database),
    claimRecords: createClaimRecordStore(database),
    claimTallies: createClaimTallyStore(database),
    paymentTallies: createPaymentTallyStore(database),
    adminSessions: createAdminSessionStore(database),
    senders: createSenderStore(database),
    distributions: createDistributionStore(database),
    runs: createRunStore(database),
    recordsBehind: createRecordsBehindStore(database),
    journal: createJournal(database),
    claimDecisions: createClaimDecisionStore(database),
    addressLists: createAddressListStore(database),
    holds: createHoldStore(database),
    operatorActions: createOperatorActionStore(database),
    leases: createLeaseStore(database),
    isNew: database.isNew,
    epoch: () => databaseEpoch(database),
    /** What lets the database forget what it has confirmed, in words; null when nothing does. */
    durability: () => readDurability(database),
    knownTransactions: createKnownTransactionStore(database),
    acknowledgements: createAcknowledgementStore(database),
    takeOvers: createTakeOverStore(database),
    close: database.close,
  }
}
