import type { Guard } from '#lab/mutation/mutant.ts'

const CHECKS = ['src/proofs/checks.test.ts']
const PROOFS = { file: 'proofs/check-proofs.ts', tests: CHECKS }
const LISTS = { file: 'proofs/check-list.ts', tests: CHECKS }
const RECEIPTS = { file: 'proofs/check-receipt.ts', tests: ['test/api/signed-receipts.test.ts'] }

/** Guards of the verdicts that claimants get: nothing is called proved that is not. */
export const PROOF_GUARDS: readonly Guard[] = [
  {
    ...PROOFS,
    name: 'calls a proof of another root proved',
    guard: 'if (proof.root !== root) {',
    without: "if (proof.root === '') {",
  },
  {
    ...PROOFS,
    name: 'calls a proof proved that leads elsewhere',
    guard: 'proof.proof.map(fromHex))) === root',
    without: 'proof.proof.map(fromHex))) !== null',
  },
  {
    ...PROOFS,
    name: 'calls a proof proved without a published root',
    guard: 'if (root === null) return notProved(',
    without: "if (root === '') return notProved(",
  },
  {
    ...LISTS,
    name: 'calls a list with another root the published one',
    guard: 'if (published !== null && root !== published) {',
    without: 'if (published !== null && root === null) {',
  },
  {
    ...LISTS,
    name: 'calls a list proved that adds up to another total',
    guard: 'readTotal(totalUA.trim(), coinDecimals) !== totalWei',
    without: 'readTotal(totalUA.trim(), coinDecimals) < 0n',
  },
  {
    ...RECEIPTS,
    name: 'calls a receipt of any key that of the portal',
    guard: "if (published !== '' && published !== signed.publicKey) {",
    without: "if (published !== '' && signed.publicKey === '') {",
  },
  {
    ...RECEIPTS,
    name: 'calls a receipt proved that was changed',
    guard: 'if (!isSigned(signed))',
    without: 'if (signed === null)',
  },
]
