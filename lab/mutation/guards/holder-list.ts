import type { Guard } from '#lab/mutation/mutant.ts'

const LISTS = 'src/lists/read-allocations.test.ts'
const CSV = 'src/lists/read-csv-rows.test.ts'
const JSON_LISTS = 'src/lists/read-json-rows.test.ts'
const DISTRIBUTIONS = 'src/lists/read-distribution.test.ts'
const PAYMENT_ROWS = { file: 'lists/distribution-check.ts', tests: [DISTRIBUTIONS] }
const UNCLEAR = { tests: ['src/lists/list-shape/unclear-exports.test.ts'] }
const SNAPSHOT_TESTS = ['test/snapshot/snapshot.test.ts']
const NATIVE = {
  file: 'tools/snapshot/build-native-snapshot.ts',
  tests: ['test/snapshot/native.test.ts'],
}
const CHECKS = { file: 'tools/snapshot/check-holders.ts', tests: SNAPSHOT_TESTS }
const RAISED = ['test/seals/altered-rows.test.ts']
const QUESTIONS = { file: 'app/allocations/question-list.ts', tests: ['test/api/publish-list.test.ts'] }

const PUBLISHING = { tests: ['test/api/publish-list.test.ts'] }
const IN_FORCE = { file: 'app/allocations/active-allocation.ts', tests: RAISED }
const VERDICTS = ['src/proofs/checks.test.ts']
const PROOFS = { file: 'proofs/check-proofs.ts', tests: VERDICTS }
const PROVED_LISTS = { file: 'proofs/check-list.ts', tests: VERDICTS }

/** Guards of the holder list, from the file that is read to the proof that is given: nobody is lost, and no amount is guessed or altered. */
export const HOLDER_LIST_GUARDS: readonly Guard[] = [
  {
    name: 'takes an address twice in one list',
    file: 'lists/allocation-check.ts',
    guard: 'if (firstRow !== undefined) {',
    without: 'if (firstRow === 0) {',
    tests: [CSV, LISTS],
  },
  {
    name: 'takes a list that adds up to more than a uint256',
    file: 'lists/allocation-check.ts',
    guard: 'if (totalWei > MAX_WEI)',
    without: 'if (totalWei < 0n)',
    tests: [LISTS, CSV],
  },
  {
    name: 'takes a number cell that lost digits',
    file: 'lists/list-shape/cell-text.ts',
    guard: 'if (countDigits(text) <= KEPT_DIGITS) return',
    without: 'if (countDigits(text) > 0) return',
    tests: [DISTRIBUTIONS],
  },
  {
    name: 'guesses the unit of a list',
    file: 'lists/list-shape/find-list-shape.ts',
    guard: '  return { unit, isUnitCertain: false }\n',
    without: '  return { unit, isUnitCertain: true }\n',
    tests: ['src/lists/list-shape/known-exports.test.ts'],
  },
  {
    name: 'takes the second of two values for one field',
    file: 'lists/json-table.ts',
    guard: 'if (row.cells[index] !== undefined) {',
    without: 'if (row.cells.length > 99) {',
    tests: [JSON_LISTS, 'src/lists/dropped-holders.test.ts'],
  },
  {
    name: 'takes a gzip that goes on after its end',
    file: 'lists/read-allocations.ts',
    guard: 'if (gunzip.bytesWritten < file.byteCount) {',
    without: 'if (gunzip.bytesWritten < 0) {',
    tests: ['src/lists/read-content.test.ts', LISTS],
  },
  {
    name: 'pays more than a token account holds',
    ...PAYMENT_ROWS,
    guard: 'if (baseUnits <= MAX_BASE_UNITS) return assertBaseUnits(baseUnits)',
    without: 'if (baseUnits > 0n) return baseUnits as BaseUnits',
  },
  {
    name: 'skips a mistyped address as a header',
    ...PAYMENT_ROWS,
    file: 'lists/read-distribution.ts',
    guard: '!LIKELY_ADDRESS.test(cell.trim()) && ',
    without: '',
  },
  {
    name: 'takes a JSON that ends within a list',
    file: 'lists/json-tokens.ts',
    guard: "if (this.#rest !== '' || this.#open.length > 0) throw",
    without: 'if (this.#open.length < 0) throw',
    tests: [JSON_LISTS],
  },
  {
    name: 'passes over a line of JSON that has no address',
    file: 'lists/json-rows.ts',
    guard: 'if (unknown) this.#skipped.push(unknown[0])',
    without: '',
    ...UNCLEAR,
  },
  {
    name: 'forgets that a comma may have been a decimal mark',
    file: 'lists/list-warnings.ts',
    guard: 'const evidence = entry.mark ?? markEvidence(amount)',
    without: 'const evidence = markEvidence(amount)',
    ...UNCLEAR,
  },
  {
    name: 'takes the text of a link to another address',
    file: 'lists/list-shape/cell-text.ts',
    guard: 'return isSame ? digits : null',
    without: 'return isSame || digits',
    ...UNCLEAR,
  },
  {
    name: 'drops a holder above the row that names the columns',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'const problem = first ? problemAbove(row, first) : null',
    without: 'const problem = null',
    tests: ['src/lists/dropped-holders.test.ts'],
  },
  {
    name: 'looks at the other columns of a list in its first rows alone',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (row.problem === undefined) found?.others?.add(row)',
    without: 'if (row.problem !== undefined) found?.others?.add(row)',
    tests: ['test/lists/list-shapes.test.ts'],
  },
  {
    ...QUESTIONS,
    name: 'publishes amounts that may be wrong at one click',
    guard: 'if (!isLoss && !isGain && !isDoubtful) return null',
    without: 'if (!isLoss && !isGain) return null',
    tests: ['test/lists/one-click.test.ts'],
  },
  {
    name: 'takes the start of a file for the whole of it',
    file: 'api/serve.ts',
    guard: "if (file.truncated) throw new PortalError('payload_too_large')",
    without: '',
    tests: ['test/api/allocations.test.ts'],
  },
  {
    ...CHECKS,
    name: 'takes balances that do not add up to the supply',
    guard: 'if (sum + zero !== totalSupply) {',
    without: 'if (totalSupply < 0n) {',
  },
  {
    ...NATIVE,
    name: "takes a node's list of accounts that does not lead to the state root",
    guard: "if (by === 'range' && !isWhole) {",
    without: 'if (by === null) {',
  },
  {
    name: 'takes the balance that a node says beside its proof',
    file: 'tools/snapshot/native-accounts.ts',
    guard: 'if (told !== balance) throw',
    without: 'if (told < 0n) throw',
    tests: NATIVE.tests,
  },
  {
    name: 'takes proofs that do not lead to the state root',
    file: 'tools/snapshot/trie-proof.ts',
    guard: 'if (encoded === undefined || keccak256(encoded) !== node)',
    without: 'if (encoded === undefined)',
    tests: SNAPSHOT_TESTS,
  },
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
    file: 'store/lists/snapshots.ts',
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
    ...QUESTIONS,
    name: 'publishes a first list whose total nobody typed',
    guard: 'base === undefined || (comparison !== null && doesGrow(',
    without: '(base !== undefined && comparison !== null && doesGrow(',
  },
  {
    ...QUESTIONS,
    name: 'asks about no gain of a holder',
    guard: 'multiplied > 0 ||',
    without: 'multiplied < 0 ||',
  },
  {
    ...QUESTIONS,
    name: 'publishes for a script a first list whose total nothing is known of',
    guard: '      isMeasured &&',
    without: '',
  },
  {
    ...QUESTIONS,
    name: 'takes rows for confirmed that were never in force',
    guard: 'version.root === root && isAsPublished(app, version)',
    without: 'isAsPublished(app, version)',
  },
  {
    name: 'takes a column for the amounts though another one has numbers',
    file: 'lists/list-shape/find-list-shape.ts',
    guard: 'if (doubt) throw new UnknownColumnsError(',
    without: 'if (doubt && columns.length === 0) throw new UnknownColumnsError(',
    tests: ['test/api/allocations.test.ts', ...UNCLEAR.tests],
  },
  {
    name: 'takes one column of wallets though another one has addresses',
    file: 'lists/list-shape/other-columns.ts',
    guard: 'return otherAddress < 0\n      ? null',
    without: 'return otherAddress < 1e9\n      ? null',
    tests: ['test/lists/list-shapes.test.ts'],
  },
  {
    name: 'takes wei that are stated to be of a coin with other decimals',
    file: 'lists/list-shape/read-list-entries.ts',
    guard: 'if (problem !== null) throw new UnreadableFileError(problem)',
    without: '',
    tests: ['test/lists/list-shapes.test.ts'],
  },
  {
    name: 'leaves out a row that has an address',
    file: 'lists/allocation-check.ts',
    guard: 'if (!this.#leftOut.has(row))',
    without: 'if (row < 0)',
    ...PUBLISHING,
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
    name: 'publishes other bytes than were shown',
    file: 'app/allocations/kept-lists.ts',
    guard: 'if (fitsUpload(app, { ...upload, fileHash: summary.fileHash }, seal)) return',
    without: 'if (fitsUpload(app, upload, seal) || summary) return',
  },
  {
    name: 'publishes a list that gives less than was claimed meanwhile',
    file: 'store/lists/snapshots.ts',
    guard: "if (facts.keepsClaims && (await isBelowClaims(tx, snapshotId))) return 'below_claims'",
    without: '',
    tests: ['src/store/lists/snapshots.test.ts'],
  },
  {
    name: 'publishes over another list that came first',
    file: 'store/lists/snapshots.ts',
    guard: 'facts.replaces !== undefined &&',
    without: 'facts.replaces === 0 &&',
    tests: ['src/store/lists/snapshots.test.ts'],
  },
  {
    name: 'publishes rows that were changed while they were staged',
    file: 'app/allocations/list-trees.ts',
    guard: 'last)) !== digest) {',
    without: "last)) === '') {",
    tests: ['test/api/list-proofs.test.ts'],
  },
  {
    name: 'seals a row for every version',
    file: 'config/seals.ts',
    guard: '${nonce} ',
    without: '',
    tests: ['src/config/seals.test.ts'],
  },
  {
    name: 'publishes a root that the seal does not cover',
    file: 'domain/sealed-record.ts',
    guard: "root: 'sealed'",
    without: "root: 'unsealed'",
    tests: ['test/api/list-proofs.test.ts'],
  },
  {
    ...PROOFS,
    name: 'calls a proof proved that leads elsewhere',
    guard: 'proof.proof.map(fromHex))) === root',
    without: 'proof.proof.map(fromHex))) !== null',
  },
  {
    ...PROVED_LISTS,
    name: 'calls a list with another root the published one',
    guard: 'if (published !== null && root !== published) {',
    without: 'if (published !== null && root === null) {',
  },
  {
    ...PROVED_LISTS,
    name: 'calls a list proved that adds up to another total',
    guard: 'readTotal(totalUA.trim(), coinDecimals) !== totalWei',
    without: 'readTotal(totalUA.trim(), coinDecimals) < 0n',
  },
  {
    name: 'calls a receipt proved that was changed',
    file: 'proofs/check-receipt.ts',
    guard: 'if (!isSignedBy(signed.publicKey, signed.text, signed.signature))',
    without: 'if (signed === null)',
    tests: ['test/api/signed-receipts.test.ts'],
  },
  {
    name: 'calls the key of a stranger, who has signed the published one, an earlier key of the portal',
    file: 'proofs/receipt-keys.ts',
    guard: 'return isConfirmation',
    without: 'return isConfirmation && !previous',
    tests: ['test/api/signed-receipts.test.ts'],
  },
]
