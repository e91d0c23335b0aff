import type { Guard } from '#lab/mutation/mutant.ts'

const REFUSED = 'test/api/refused-claims.test.ts'
const DESTINATIONS = 'test/api/destinations.test.ts'

const DESTINATION = { file: 'app/claims/destination-lookup.ts', tests: [DESTINATIONS] }
const REPORT = { file: 'app/claims/destination-lookup.ts', tests: [DESTINATIONS] }
const LOOKUP = {
  file: 'app/claims/destination-lookup.ts',
  tests: ['src/app/claims/destination-lookup.test.ts'],
}

/** Guards of the addresses that claims name. */
export const DESTINATION_GUARDS: readonly Guard[] = [
  {
    ...LOOKUP,
    name: 'takes the mint that is paid out for a wallet',
    guard: "if (address === sender?.mintAddress) return 'token_mint'",
    without: '',
  },
  {
    ...REPORT,
    name: 'takes an address that no key has while no node answers',
    guard: "problem: problem === 'off_curve' ? 'sol_off_curve_unseen' : null",
    without: 'problem: null',
    tests: [REFUSED],
  },
  {
    ...REPORT,
    name: "takes a mint's address for a wallet's",
    guard: "problem: 'sol_is_token_mint'",
    without: 'problem: null',
  },
  {
    ...REPORT,
    name: "takes a token account's address for a wallet's",
    guard: "problem: 'sol_is_token_account'",
    without: 'problem: null',
  },
  {
    ...REPORT,
    name: "takes a program's address for a wallet's",
    guard: "problem: 'sol_is_program'",
    without: 'problem: null',
  },
  {
    ...REPORT,
    name: 'takes an address that no key has where no account exists',
    guard: "problem: 'sol_off_curve' }",
    without: 'problem: null }',
  },
  {
    ...DESTINATION,
    name: 'takes what the cluster knows to be no wallet, once it is confirmed',
    guard: "problem === 'sol_off_curve_unconfirmed' && confirmedProgramOwned",
    without: 'confirmedProgramOwned',
  },
  {
    ...DESTINATION,
    name: 'takes a vault that nobody confirmed',
    guard: "problem === 'sol_off_curve_unconfirmed' && confirmedProgramOwned",
    without: "problem === 'sol_off_curve_unconfirmed'",
  },
  {
    ...LOOKUP,
    name: 'takes the word of another cluster about a destination',
    guard: 'sender && assertGenesisHash(node, sender.genesisHash),',
    without: '',
  },
  {
    ...LOOKUP,
    name: 'asks no node about a destination before there is a sender',
    guard: 'const node = parts.connect(nodeUrl(parts, sender), TIMEOUT)',
    without: 'if (!sender) return null\n  const node = parts.connect(nodeUrl(parts, sender), TIMEOUT)',
    tests: [DESTINATIONS],
  },
  {
    name: 'has an address signed for before it is known to be a wallet',
    file: 'web/claim/form/use-address-entry.ts',
    guard: 'return found === null || (found === problem && !isRefusal(found))',
    without: 'return true',
    tests: ['test/browser/destinations.test.ts'],
  },
  {
    name: "lets a flood of made-up addresses through to the sender's node",
    file: 'app/claims/bounded-destination-lookup.ts',
    guard: "if (!asked && pending.size >= bounds.mostPending) return 'unknown'",
    without: '',
    tests: ['src/app/claims/bounded-destination-lookup.test.ts'],
  },
]
