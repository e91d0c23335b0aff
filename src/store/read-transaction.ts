import { unobserved } from '#domain/portal-event.ts'
import type { SecretBox } from '#domain/secret-box.ts'
import { createClaimControlStore } from './claims/claim-controls.ts'
import { createClaimTallyStore } from './claims/claim-tallies.ts'
import { createCloseOutStore } from './close-out.ts'
import type { Database } from './database/database.ts'
import { createFigureStore } from './figures.ts'
import { createSnapshotStore } from './lists/snapshots.ts'
import { createOperatorActionStore } from './operator-actions.ts'
import { createDistributionStore } from './payouts/distributions.ts'
import { createHoldStore } from './payouts/holds.ts'
import { createListedRunStore } from './payouts/listed-runs.ts'
import { createPaymentTallyStore } from './payouts/payment-tallies.ts'
import { createRunPaymentStore, createRunResultStore } from './payouts/run-payments.ts'
import { createRecordsBehindStore } from './records/records-behind.ts'
import { createSenderStore } from './senders.ts'

/** The records as one commit left them. Their queries are to be made one after the other. */
export type ReadTransaction = ReturnType<typeof recordsOf>

/** Reads records that are shown side by side: none of them is older or newer than another. */
export function createMomentReader(database: Database, secrets: SecretBox) {
  return <T>(read: (records: ReadTransaction) => Promise<T>): Promise<T> =>
    database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => read(recordsOf({ ...database, db: tx }, secrets)))
}

function recordsOf(database: Database, secrets: SecretBox) {
  return {
    claimControls: createClaimControlStore(database, unobserved),
    claimTallies: createClaimTallyStore(database),
    closeOut: createCloseOutStore(database),
    distributions: createDistributionStore(database, unobserved),
    paymentTallies: createPaymentTallyStore(database),
    figures: createFigureStore(database),
    holds: createHoldStore(database),
    listedRuns: createListedRunStore(database),
    operatorActions: createOperatorActionStore(database),
    recordsBehind: createRecordsBehindStore(database),
    runPayments: createRunPaymentStore(database),
    runResults: createRunResultStore(database),
    senders: createSenderStore(database, secrets, unobserved),
    snapshots: createSnapshotStore(database, unobserved),
  }
}
