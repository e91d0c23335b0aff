import type { Guard } from '#lab/mutation/mutant.ts'

const TESTS = ['test/snapshot/snapshot.test.ts']
const TRANSFER = { file: 'tools/snapshot/transfer.ts', tests: TESTS }
const CHECKS = { file: 'tools/snapshot/check-holders.ts', tests: TESTS }
const BUILD = { file: 'tools/snapshot/build-snapshot.ts', tests: TESTS }

/** Guards of lists made from the chain: a source that contradicts another one ends it. */
export const SNAPSHOT_GUARDS: readonly Guard[] = [
  {
    ...TRANSFER,
    name: 'counts transfers that another contract has logged',
    guard: 'if (log.address.toLowerCase() !== token.toLowerCase() || ',
    without: 'if (',
  },
  {
    ...TRANSFER,
    name: 'counts logs of other blocks than asked for',
    guard: 'if (block < from || block > to)',
    without: 'if (block < 0n)',
  },
  {
    ...CHECKS,
    name: 'takes balances that do not add up to the supply',
    guard: 'if (sum + atZeroAddress !== totalSupply) {',
    without: 'if (totalSupply < 0n) {',
  },
  {
    ...CHECKS,
    name: 'takes a balance that balanceOf contradicts',
    guard: 'if (told !== balance) throw',
    without: 'if (told === undefined) throw',
  },
  {
    name: 'takes a list from a node that has left out transfers between two holders',
    file: 'tools/snapshot/check-holders.ts',
    guard: '  await someAtOnce(groups, compareMany)\n',
    without: '',
    tests: ['tools/snapshot/build-snapshot.test.ts'],
  },
  {
    name: 'takes balances of a block that was replaced while it was read',
    file: 'tools/snapshot/build-snapshot.ts',
    guard: 'if ((await node.block(block.number)).hash !== block.hash) {',
    without: 'if (block.hash === null) {',
    tests: ['tools/snapshot/build-snapshot.test.ts'],
  },
  {
    name: 'goes on with a reading of logs that did not hold',
    file: 'tools/snapshot/build-snapshot.ts',
    guard: 'if (error instanceof SnapshotError) await holders.state?.discard()',
    without: '',
    tests: ['tools/snapshot/build-snapshot.test.ts'],
  },
  {
    ...CHECKS,
    name: 'takes a balance that the state contradicts',
    guard: 'if (proved !== balance) throw',
    without: 'if (proved < 0n) throw',
  },
  {
    name: 'takes proofs that do not lead to the state root',
    file: 'tools/snapshot/trie-proof.ts',
    guard: 'if (encoded === undefined || keccak256(encoded) !== node)',
    without: 'if (encoded === undefined)',
    tests: TESTS,
  },
  {
    ...BUILD,
    name: 'takes a block that the second node does not have',
    guard: 'other.hash !== hash || other.stateRoot !== stateRoot',
    without: 'other.hash === null',
  },
  {
    ...BUILD,
    name: 'takes balances that the second node contradicts',
    guard: 'balances.of(holder) !== balance)?.[0]',
    without: 'balance < 0n)?.[0]',
    tests: ['tools/snapshot/build-snapshot.test.ts'],
  },
  {
    ...BUILD,
    name: 'makes a list of a block that can still be replaced',
    guard: 'if (blockNumber > final.number) {',
    without: 'if (blockNumber < 0n) {',
  },
]
