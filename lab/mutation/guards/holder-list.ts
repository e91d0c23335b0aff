import type { Guard } from '#lab/mutation/mutant.ts'

const RAISED = ['test/findings/attack-15-raised-allocation.test.ts']
const PUBLISHING = { tests: ['test/api/publish-list.test.ts'] }
const IN_FORCE = { file: 'app/allocations/allocation-in-force.ts', tests: RAISED }

/** Guards of the holder list and the exports: only what was uploaded or accepted counts. */
export const HOLDER_LIST_GUARDS: readonly Guard[] = [
  {
    ...IN_FORCE,
    name: 'gives what an allocation was raised to in the database',
    guard: 'if (row && !app.allocationSeals.fits(',
    without: 'if (row && app.allocationSeals === null && app.allocationSeals.fits(',
  },
  {
    ...IN_FORCE,
    name: 'gives what a holder list says that was written into the database',
    guard: 'if (!seals.fits(record, snapshot.seal)) {',
    without: 'if (seals === null) {',
  },
  {
    ...IN_FORCE,
    name: 'takes an older version for the one in force',
    guard: 'return snapshot.hasNewer ?',
    without: 'return snapshot.id < 0 ?',
  },
  {
    name: 'leaves a superseded version its seal',
    file: 'store/snapshots.ts',
    guard: "{ state: 'superseded', seal: facts.replacedSeal ?? '' }",
    without: "{ state: 'superseded' }",
    tests: RAISED,
  },
  {
    ...PUBLISHING,
    name: 'publishes without the typed words',
    file: 'app/allocations/upload-allocations.ts',
    guard: '(confirm === null || answer.confirm?.trim() === confirm)',
    without: 'confirm !== undefined',
  },
  {
    ...PUBLISHING,
    name: 'publishes what was not shown',
    file: 'app/allocations/upload-allocations.ts',
    guard: 'toSee.every(wasShown)',
    without: 'toSee.some(wasShown)',
  },
  {
    ...PUBLISHING,
    name: 'publishes a list whose unit nobody chose',
    file: 'app/allocations/upload-allocations.ts',
    guard: '!isUndecided && toSee',
    without: 'toSee',
  },
  {
    ...PUBLISHING,
    name: 'publishes other bytes than were shown',
    file: 'app/allocations/publish-upload.ts',
    guard: 'if (fitsUpload(app, { ...upload, fileHash: summary.fileHash }, seal)) return',
    without: 'if (fitsUpload(app, upload, seal) || summary) return',
  },
  {
    ...PUBLISHING,
    name: 'publishes over a list that nobody compared',
    file: 'app/allocations/upload-allocations.ts',
    guard: 'if (!mayPublish || isOtherInForce) throw',
    without: 'if (!mayPublish) throw',
  },
  {
    ...PUBLISHING,
    name: 'refuses no list that gives less than was claimed',
    file: 'app/allocations/question-list.ts',
    guard: '  if (count === 0) return\n  const inTokens',
    without: '  if (count >= 0) return\n  const inTokens',
  },
  {
    name: 'publishes a list that gives less than was claimed meanwhile',
    file: 'store/snapshots.ts',
    guard: "if (facts.keepsClaims && (await isBelowClaims(tx, snapshotId))) return 'below_claims'",
    without: '',
    tests: ['src/store/snapshots.test.ts'],
  },
  {
    name: 'publishes over another list that came first',
    file: 'store/snapshots.ts',
    guard: 'facts.replaces !== undefined &&',
    without: 'facts.replaces === 0 &&',
    tests: ['src/store/snapshots.test.ts'],
  },
  {
    ...PUBLISHING,
    name: 'leaves a replaced version the seal of one in force',
    file: 'app/allocations/stage-list.ts',
    guard: 'app.seals.make(sealedSupersededList(replaced))',
    without: 'replaced.seal',
  },
  {
    name: 'seals a row for every version',
    file: 'config/allocation-seal.ts',
    guard: '${nonce} ',
    without: '',
    tests: ['src/config/allocation-seal.test.ts'],
  },
  {
    name: 'seals a version without what its rows are sealed with',
    file: 'domain/holder-list-seal.ts',
    guard: "  'id',\n  'nonce',\n",
    without: "  'id',\n",
    tests: RAISED,
  },
  {
    name: 'publishes a root that the seal does not cover',
    file: 'domain/holder-list-seal.ts',
    guard: "  'fileHash',\n  'root',\n",
    without: "  'fileHash',\n",
    tests: ['test/api/list-proofs.test.ts'],
  },
  {
    name: 'publishes the root of rows that were changed while they were staged',
    file: 'app/allocations/read-list-rows.ts',
    guard: 'if (!allocationSeals.fits(nonce, address, storedWei, seal)) {',
    without: 'if (nonce === seal) {',
    tests: ['test/api/list-proofs.test.ts'],
  },
  {
    name: 'publishes the root of other rows than the file had',
    file: 'app/allocations/read-list-rows.ts',
    guard: 'if (rowCount !== addressCount || sumWei !== totalWei) {',
    without: 'if (rowCount < 0) {',
    tests: ['test/api/list-proofs.test.ts'],
  },
  {
    name: 'exports an amount that was raised in the database',
    file: 'app/claims/export-claims.ts',
    guard: 'allocationSeals.fits(nonce, address, amountWei, seal)',
    without: 'allocationSeals',
    tests: RAISED,
  },
  {
    name: 'exports a claim whose address was exchanged in the database',
    file: 'app/claims/export-claims.ts',
    guard: 'const isAsAccepted = seals.fits(sealedClaim(claim), claim.seal)',
    without: 'const isAsAccepted = seals !== null',
    tests: ['test/findings/attack-18-exported-claim.test.ts'],
  },
]
