import type { Guard } from '#lab/mutation/mutant.ts'

const PIN = { file: 'payout/send/mint-pin.ts', tests: ['src/payout/send/mint-pin.test.ts'] }
const HISTORY = {
  file: 'payout/records/wallet-history.ts',
  tests: ['src/payout/records/payment-watch.test.ts'],
}
const AHEAD = { file: 'payout/send/batch-pipeline.ts', tests: ['src/payout/send/batch-pipeline.test.ts'] }
const SIGNED = { file: 'payout/send/signed-payments.ts', tests: ['src/payout/send/signed-payments.test.ts'] }
const LEASE = { file: 'payout/lease-keeper.ts', tests: ['test/payouts/lease-keeper.test.ts'] }
const ALTERED_TESTS = ['test/payouts/altered-while-paying.test.ts']
const COMPARE_TESTS = ['test/payouts/compare-run.test.ts']

/** Guards of how the engine recognizes its own payments, and of who pays from a wallet. */
export const ENGINE_GUARDS: readonly Guard[] = [
  {
    ...SIGNED,
    name: 'signs again what the records call owed though it was sent',
    guard: 'if (!signed) return null',
    without: 'if (signed || !signed) return null',
  },
  {
    ...SIGNED,
    name: 'forgets what is open when its run ends',
    guard: 'if (signed.untilRunId === runId && signed.hasPaid)',
    without: 'if (signed.untilRunId === runId)',
  },
  {
    file: 'payout/run-payout.ts',
    tests: ALTERED_TESTS,
    name: 'forgets at a restart or the end of a run what was paid before',
    guard: 'signed.takeUp(current, await store.journal.settledDebts(current, open))',
    without: '',
  },
  {
    ...SIGNED,
    name: 'believes the records anew about what was paid, after an interruption of the run',
    guard: `    for (const { paidTx: signature, ...debt } of paid)
`,
    without: `    this.#paidBefore.clear()
    for (const { paidTx: signature, ...debt } of paid)
`,
  },
  {
    file: 'payout/run-payout.ts',
    tests: ALTERED_TESTS,
    name: 'signs though the records lack what this process has open',
    guard: '|| isUnlisted) clearance',
    without: ') clearance',
  },
  {
    file: 'payout/run-payout.ts',
    tests: ALTERED_TESTS,
    name: 'signs at once after another process held the wallet',
    guard: 'if (leases.takeChangeOfHands(run.walletAddress) || isUnlisted)',
    without: 'if (isUnlisted)',
  },
  {
    ...LEASE,
    name: 'takes a lease that was deleted for one that nobody held',
    guard: 'this.#noted.set(name, { fence, expiresAtMs: 0 })',
    without: '',
  },
  {
    ...LEASE,
    name: 'overlooks who held a lease between look and taking',
    guard: '!isAsSeen || ',
    without: '',
  },
  {
    ...LEASE,
    name: 'notes a lease anew, after its wallet was waited for',
    guard: 'if (this.#noted.has(name)) return',
    without: '',
  },
  {
    file: 'payout/clearance.ts',
    tests: ALTERED_TESTS,
    name: 'clears a new database at once though the records lack what this process has open',
    guard: '!barrier.isRenewed && ',
    without: '',
  },
  {
    ...SIGNED,
    name: 'believes the validity in a row of what this process signed',
    guard: 'if (!signed) return attempt',
    without: 'if (signed || !signed) return attempt',
  },
  {
    file: 'app/payouts/payment-authorization.ts',
    tests: ALTERED_TESTS,
    name: 'pays two claims of one EVM address',
    guard: 'if (records.contested.has(transfer.id)) return CONTESTED',
    without: '',
  },
  {
    ...PIN,
    name: 'pays in other decimals',
    guard: 'if (now.decimals !== before.decimals)',
    without: 'if (now.decimals < 0)',
  },
  {
    ...PIN,
    name: 'pays a mint that got an extension',
    guard: 'of without(now.extensions, before.extensions)',
    without: 'of without([], before.extensions)',
  },
  {
    name: 'looks a recipient up at a node that is behind',
    file: 'payout/send/look-up-recipients.ts',
    guard: 'inspectRecipients(node, this.#mint, wallets, minContextSlot)',
    without: 'inspectRecipients(node, this.#mint, wallets)',
    tests: ['src/payout/send/batch-pipeline.test.ts'],
  },
  {
    name: 'books rent for recipients who were looked up on another cluster',
    file: 'payout/send/batch-pipeline.ts',
    guard: 'if (await first.verify()) return first.batch',
    without: 'return first.batch',
    tests: ['src/payout/send/batch-pipeline.test.ts'],
  },
  {
    name: 'remembers recipients for ever',
    file: 'payout/send/look-up-recipients.ts',
    guard: 'entry && monotonicMs() - entry.atMs < KEPT_MS ? entry : undefined',
    without: 'entry',
    tests: ['src/payout/send/look-up-recipients.test.ts'],
  },
  {
    name: 'fails recipients on the chain for what the account that is paid from lacks',
    file: 'payout/settle/explain-chain-error.ts',
    guard: 'await lookAtSource(reader, source, explainFailure(error, wireBytes))',
    without: 'explainFailure(error, wireBytes)',
    tests: ['test/payouts/source-account.test.ts'],
  },
  {
    ...HISTORY,
    name: 'takes a payment that the wallet did not sign for one of ours',
    guard: ' && isSigned && ',
    without: ' && ',
  },
  {
    file: 'payout/records/compare-with-chain.ts',
    name: 'takes what failed for a payment',
    guard: 'entries.filter(({ failed }) => !failed)',
    without: 'entries',
    tests: COMPARE_TESTS,
  },
  {
    ...HISTORY,
    name: 'trusts a node that can not show what it lists',
    guard: 'if (unshown.length > 0) throw lacksTransaction(node)',
    without: '',
    tests: COMPARE_TESTS,
  },
  {
    name: 'misses what a marked transaction paid to others',
    file: 'payout/records/unknown-payments.ts',
    guard: 'const payments = beyondRecords(onChain, recorded)',
    without: 'const payments = recorded.length > 0 ? [] : onChain',
    tests: ['src/payout/records/payment-watch.test.ts'],
  },
  {
    name: 'agrees though payments are missing',
    file: 'payout/records/compare-with-chain.ts',
    guard: 'missing: countOf(paid) - countOf(found),',
    without: 'missing: 0,',
    tests: COMPARE_TESTS,
  },
  {
    name: 'agrees though something else left the wallet',
    file: 'payout/records/compare-with-chain.ts',
    guard: 'const otherOutflows = await outflowsAmong(store, changes)',
    without: 'const otherOutflows: string[] = []',
    tests: COMPARE_TESTS,
  },
  {
    ...AHEAD,
    name: 'pays what was queued when it was prepared',
    guard: 'ahead.transfers.every((transfer) => isSamePayment(transfer, byId.get(transfer.id))),',
    without: 'byId.size > 0,',
  },
  {
    ...AHEAD,
    name: 'prepares what is not as it was signed',
    guard: 'await holdUnauthorized(this.#parts, free.slice(0, terms.batchSize))',
    without: 'free.slice(0, terms.batchSize)',
  },
  {
    name: 'sends again what is on hold',
    file: 'payout/send/broadcaster.ts',
    guard: 'mayBroadcast(attempt.state) && clock',
    without: 'mayBroadcast !== undefined && clock',
    tests: ['src/payout/settle/settle-attempts.test.ts'],
  },
  {
    ...LEASE,
    name: 'takes over a lease before its term is over',
    guard: 'if (this.#clock.monotonicMs() - seen.sinceMs < LEASE_TTL_MS) return null',
    without: '',
  },
]
