import type { Guard } from '#lab/mutation/mutant.ts'

const COMMAND_TESTS = ['test/api/claim-command.test.ts']
const SIGNATURE = {
  file: 'web/claim/sign-elsewhere/read-signature.ts',
  tests: ['src/web/claim/sign-elsewhere/read-signature.test.ts'],
}
const EVM_ADDRESS = {
  file: 'web/claim/sign-elsewhere/read-evm-address.ts',
  tests: ['src/web/claim/sign-elsewhere/read-evm-address.test.ts'],
}

/** Guards of claims that are signed elsewhere, and of those of the command. */
export const CLAIM_ELSEWHERE_GUARDS: readonly Guard[] = [
  {
    file: 'tools/claim/run-claim.ts',
    name: 'the claim command submits without a confirmation',
    guard: "!yes && !(await terminal.confirm('Submit this claim?'))",
    without: 'false',
    tests: COMMAND_TESTS,
  },
  {
    file: 'tools/claim/look-up-claim.ts',
    name: 'the claim command signs for a destination that is refused',
    guard:
      "if (problem !== 'sol_off_curve_unconfirmed') throw new CommandRefusedError(new PortalError(problem).message)",
    without: "if (problem !== 'sol_off_curve_unconfirmed') return false",
    tests: COMMAND_TESTS,
  },
  {
    ...SIGNATURE,
    name: 'a pasted signature of another key is sent',
    guard: 'isSameAccount(signer, eth) ?',
    without: 'signer !== null ?',
  },
  {
    ...EVM_ADDRESS,
    name: 'an entered EVM address with a wrong checksum is taken',
    guard: 'isOneCase || text === address ?',
    without: 'true ?',
  },
]
