import type { Guard } from '#lab/mutation/mutant.ts'

const CHANGE_TESTS = 'test/sender/sender-change.test.ts'
const ESTIMATES = 'test/api/estimates.test.ts'
const HOLDS = 'test/records/holds.test.ts'
const CONFIGURE = { file: 'app/senders/configure-sender.ts', tests: ['test/sender/sender-change.test.ts'] }
const SETTLE = { file: 'app/payouts/holds.ts', tests: ['test/records/hold-proof.test.ts'] }
const MARK = { file: 'app/claims/claim-decisions.ts', tests: ['test/api/manual-claims.test.ts'] }
const PAID_FROM = 'test/sender/paid-from.test.ts'
const PLAN = { file: 'payout/plan-payout.ts', tests: [ESTIMATES] }

/** Guards of the operator's requests to the senders. */
export const PAYOUT_GUARDS: readonly Guard[] = [
  {
    file: 'payout/send/look-up-recipients.ts',
    name: 'counts a run by accounts that were frozen once',
    guard: 'if (remembered ? isFrozen(remembered) : unknown.length < maxFresh)',
    without: 'if (!remembered && unknown.length < maxFresh)',
    tests: [ESTIMATES],
  },
  {
    ...CONFIGURE,
    name: 'pays from mainnet without a word of the operator',
    guard: "if (!config.confirmMainnet) throw new PortalError('confirm_mainnet')",
    without: '',
  },
  {
    ...CONFIGURE,
    name: 'pays from mainnet with a key that anyone would try',
    guard: 'if (config.testKey || isGuessableKey(key))',
    without: 'if (config.testKey)',
  },
  {
    ...CONFIGURE,
    name: 'keeps a sending key unsealed',
    guard: 'app.secrets.seal(key, sendingKeyPlace(terms, isAsked))',
    without: 'Buffer.from(key)',
    tests: ['test/api/secrets.test.ts'],
  },
  {
    ...CONFIGURE,
    name: 'changes the sender under a run',
    guard: "if (!keeps(BOUND_WHILE_PAYING)) throw new PortalError('sender_in_use')",
    without: '',
    tests: [CHANGE_TESTS],
  },
  {
    ...CONFIGURE,
    name: 'changes the wallet while a payment is unsettled',
    guard: "const BOUND_WHILE_UNSETTLED = ['walletAddress', 'sourceTokenAccount',",
    without: "const BOUND_WHILE_UNSETTLED = ['sourceTokenAccount',",
    tests: [CHANGE_TESTS],
  },
  {
    name: 'takes a transaction for a payment before it is final',
    file: 'solana/connect-rpc.ts',
    guard:
      "commitment: 'finalized',\n            encoding: 'base64',\n            maxSupportedTransactionVersion",
    without:
      "commitment: 'confirmed',\n            encoding: 'base64',\n            maxSupportedTransactionVersion",
    tests: ['src/solana/connect-rpc.test.ts'],
  },
  {
    ...SETTLE,
    name: "takes another cluster's word for a payment",
    guard: 'withGenesisCheck(node, attempt.genesisHash, () => readPayment(app, held, node, tx))',
    without: 'readPayment(app, held, node, tx)',
  },
  {
    ...SETTLE,
    name: 'sends again what the cluster knows',
    guard: "if (commitment !== 'finalized' || error === null) throw new PortalError('transaction_landed')",
    without: '',
  },
  {
    ...SETTLE,
    name: 'sends again without the words',
    guard: "if (confirm !== HOLD_CONFIRMATION) throw new PortalError('hold_unconfirmed')",
    without: '',
    tests: ['test/records/holds.test.ts'],
  },
  {
    name: 'estimates from another cluster',
    file: 'payout/send/look-up-recipients.ts',
    guard: '    await assertGenesisHash(rpc, genesisHash)\n',
    without: '',
    tests: ['src/payout/send/look-up-recipients.test.ts'],
  },
  {
    ...PLAN,
    name: 'starts without enough SOL',
    guard: 'if (walletLamports < estimate.leastLamports) {',
    without: 'if (walletLamports < 0n) {',
  },
  {
    file: 'app/senders/paid-from.ts',
    tests: [PAID_FROM],
    name: 'pays a token from another account with a wallet that has paid it',
    guard: 'if (bound.sourceTokenAccount !== account)',
    without: 'if (false)',
  },
  {
    file: 'app/senders/paid-from.ts',
    tests: [PAID_FROM],
    name: 'pays from one account with two wallets',
    guard: ' && payingAccount(other).sourceTokenAccount === account)',
    without: ' && false)',
  },
  {
    file: 'domain/sender.ts',
    tests: [PAID_FROM, 'src/domain/sender.test.ts'],
    name: "pays from an account that was written beside a sender's key",
    guard: '...(hasOwnSource(terms) ? [] : SOURCE_FIELDS)',
    without: '...[]',
  },
  {
    file: 'payout/payouts.ts',
    tests: ['test/payouts/paid-from-treasury.test.ts'],
    name: 'pays a run from another account than it was started for',
    guard: ' || !paysFromSame(sender, run)',
    without: '',
  },
  {
    file: 'payout/paying-account.ts',
    tests: ['test/payouts/paid-from-treasury.test.ts'],
    name: 'takes all that the treasury holds for allowed',
    guard: 'spendableBaseUnits: isByDelegate && allowed < amount ? allowed : amount,',
    without: 'spendableBaseUnits: amount,',
  },
  {
    ...PLAN,
    name: 'starts without enough tokens',
    guard: 'if (funds.spendableBaseUnits < needed) {',
    without: 'if (funds.spendableBaseUnits < 0n) {',
  },
  {
    name: 'starts although nothing can be paid',
    file: 'app/payouts/start-payout.ts',
    guard: 'if (plan.blocker) throw plan.blocker',
    without: '',
    tests: [ESTIMATES],
  },
  {
    name: 'pays a distribution in another token',
    file: 'app/payouts/source-terms.ts',
    guard: "if (!isOfThisToken) throw new PortalError('distribution_of_other_token')",
    without: '',
    tests: ['test/api/other-errors.test.ts'],
  },
  {
    ...SETTLE,
    name: 'settles a hold by a transaction that paid somebody else',
    guard: 'if (gained < baseUnits) return',
    without: 'if (gained < 0n) return',
    tests: [HOLDS],
  },
  {
    ...SETTLE,
    name: 'settles two holds by one transaction',
    guard: 'if (tx !== attempt.signature && (await app.store.claimDecisions.isTransactionUsed(tx))) {',
    without: "if (tx === '') {",
    tests: [HOLDS],
  },
  {
    ...SETTLE,
    name: 'sends again what the history shows',
    guard:
      "if (result.kind === 'contradicted' || (result.kind === 'undecided' && result.lacks === 'position')) {",
    without: "if (result.kind === 'undecided' && result.lacks === 'position') {",
  },
  {
    ...SETTLE,
    name: 'sends again what can still land',
    guard: " || (result.kind === 'undecided' && result.lacks === 'position')",
    without: '',
  },
  {
    ...MARK,
    name: 'marks a claim sent by a transaction that moved less',
    guard: 'if (moved >= owed)',
    without: 'if (moved >= 0n)',
  },
  {
    ...MARK,
    name: 'marks a claim sent by a transaction that failed',
    guard: "if (record.error !== null) return { doubt: 'it failed on the chain' }",
    without: '',
  },
  {
    ...MARK,
    name: 'marks a claim sent by the word of another cluster',
    guard: 'withGenesisCheck(node, genesisHash, () => node.transaction(tx, mintAddress))',
    without: 'node.transaction(tx, mintAddress)',
  },
  {
    ...MARK,
    name: 'records a payment as proved that nobody looked at',
    guard: 'proved: false }',
    without: 'proved: true }',
    tests: ['test/api/mark-sent-without-sender.test.ts'],
  },
]
