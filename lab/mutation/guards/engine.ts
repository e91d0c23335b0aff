import type { Guard } from '#lab/mutation/mutant.ts'

const PIN = { file: 'payout/mint-pin.ts', tests: ['src/payout/mint-pin.test.ts'] }
const CACHE = { file: 'payout/look-up-recipients.ts', tests: ['src/payout/recipient-cache.test.ts'] }
const LOOK_UP = { file: 'payout/look-up-recipients.ts', tests: ['src/payout/look-up-recipients.test.ts'] }
const ERRORS = { file: 'payout/explain-chain-error.ts', tests: ['src/payout/explain-chain-error.test.ts'] }
const UNKNOWN = { file: 'payout/unknown-payments.ts', tests: ['src/payout/unknown-payments.test.ts'] }
const HISTORY = { file: 'payout/wallet-history.ts', tests: ['src/payout/unknown-payments.test.ts'] }
const SOURCE = { file: 'payout/explain-chain-error.ts', tests: ['test/payouts/source-account.test.ts'] }
const AHEAD = { file: 'payout/batches-ahead.ts', tests: ['src/payout/batches-ahead.test.ts'] }
const MARKER = { file: 'payout/next-marker.ts', tests: ['test/payouts/marker-without-sol.test.ts'] }
const SIGNED = { file: 'payout/signed-payments.ts', tests: ['src/payout/signed-payments.test.ts'] }
const LEASE = { file: 'payout/lease-keeper.ts', tests: ['test/payouts/lease-keeper.test.ts'] }
const ALTERED_TESTS = ['test/payouts/altered-while-paying.test.ts']
const COMPARE_TESTS = ['test/payouts/compare-run.test.ts']

/** Guards of how the engine recognizes its own payments, and finds the cause of failures. */
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
    guard: 'if (signed.runId === runId && signed.hasPaid)',
    without: 'if (signed.runId === runId)',
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
    name: 'pays by another token program',
    guard: 'if (now.tokenProgram !== before.tokenProgram)',
    without: "if (now.tokenProgram === '')",
  },
  {
    ...PIN,
    name: 'pays a mint that got an extension',
    guard: 'of without(now.extensions, before.extensions)',
    without: 'of without([], before.extensions)',
  },
  {
    ...PIN,
    name: 'pays a mint that lost an extension',
    guard: 'of without(before.extensions, now.extensions)',
    without: 'of without([], now.extensions)',
  },
  {
    ...PIN,
    name: 'computes the rent of all token accounts alike',
    guard: 'tokenAccountBytesOf(tokenProgram)',
    without: 'tokenAccountBytesOf(TOKEN_2022_PROGRAM_ADDRESS)',
  },
  {
    ...CACHE,
    name: 'remembers recipients for ever',
    guard: 'entry && monotonicMs() - entry.atMs < KEPT_MS ? entry.recipient : undefined',
    without: 'entry?.recipient',
  },
  {
    ...CACHE,
    name: 'takes recipients of another cluster for those of this',
    guard: '`${genesisHash} ',
    without: '`',
  },
  {
    ...CACHE,
    name: 'takes accounts of another token for those of this',
    guard: ' ${mint.address} ',
    without: ' ',
  },
  {
    ...LOOK_UP,
    name: 'remembers what another cluster says',
    guard: '    await assertGenesisHash(rpc, genesisHash)\n    recipients.keep(terms, inspected)\n',
    without: '    recipients.keep(terms, inspected)\n    await assertGenesisHash(rpc, genesisHash)\n',
  },
  {
    ...ERRORS,
    name: 'takes every code for one of the token program',
    guard: 'program === null ? undefined : INSTRUCTION_ERRORS[program]?.[key]',
    without: 'INSTRUCTION_ERRORS[TOKEN_PROGRAM_ADDRESS]?.[key]',
  },
  {
    ...ERRORS,
    name: 'reads a code by the program of another instruction',
    guard: 'programOfInstruction(index)\n',
    without: 'programOfInstruction(0)\n',
  },
  {
    ...ERRORS,
    name: 'does not see that lamports are missing',
    guard: 'if (logs.some((line) => line.includes(OUT_OF_LAMPORTS_LOG))) return TOO_LITTLE_SOL_FOR_ACCOUNT',
    without: '',
  },
  {
    ...SOURCE,
    name: 'fails recipients while the account that is paid from is frozen',
    guard: 'account.state === TokenAccountState.Frozen ? SOURCE_FROZEN : null',
    without: 'null',
  },
  {
    ...SOURCE,
    name: 'fails recipients once the account that is paid from is closed',
    guard: 'if (account === null) return SOURCE_CLOSED',
    without: 'if (account === null) return null',
  },
  {
    ...SOURCE,
    name: 'fails recipients on the chain for what the account that is paid from lacks',
    file: 'payout/explain-chain-error.ts',
    guard: 'await lookAtSource(reader, source, explainFailure(error, wireBytes))',
    without: 'explainFailure(error, wireBytes)',
  },
  {
    ...ERRORS,
    name: 'fails recipients for rent that is missing',
    guard: '  InsufficientFundsForRent: TOO_LITTLE_SOL_FOR_RENT,\n',
    without: '',
  },
  {
    ...HISTORY,
    name: 'takes any payment from the wallet for one of ours',
    guard: 'bearsFerryMemo(memo) && isSigned',
    without: 'isSigned',
  },
  {
    ...HISTORY,
    name: 'takes a payment that the wallet did not sign for one of ours',
    guard: ' && isSigned && ',
    without: ' && ',
  },
  {
    ...HISTORY,
    name: 'takes what was paid in for a payment of ours',
    guard: ' && sourceBaseUnits < 0n',
    without: '',
  },
  {
    file: 'payout/compare-with-chain.ts',
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
    ...UNKNOWN,
    name: 'misses what a marked transaction paid to others',
    guard: 'const payments = beyondRecords(onChain, recorded)',
    without: 'const payments = recorded.length > 0 ? [] : onChain',
  },
  {
    ...UNKNOWN,
    name: 'takes what is recorded for unknown',
    guard: 'const payments = beyondRecords(onChain, recorded)',
    without: 'const payments = onChain',
  },
  {
    ...UNKNOWN,
    name: 'takes a deposit for an outflow',
    guard: 'if (sourceBaseUnits >= 0n) return null',
    without: '',
  },
  {
    ...UNKNOWN,
    name: 'takes recorded payments for other outflows',
    guard: 'gains.filter(({ address }) => !recipients.has(address))',
    without: "gains.filter(({ address }) => address !== '' && recipients.size > 0)",
  },
  {
    name: 'agrees though payments are missing',
    file: 'payout/compare-with-chain.ts',
    guard: 'missing: countOf(paid) - countOf(found),',
    without: 'missing: 0,',
    tests: COMPARE_TESTS,
  },
  {
    name: 'agrees though something else left the wallet',
    file: 'payout/compare-with-chain.ts',
    guard: 'const otherOutflows = await outflowsAmong(store, changes)',
    without: 'const otherOutflows: string[] = []',
    tests: COMPARE_TESTS,
  },
  {
    name: 'stays with the larger format though the cluster drops it',
    file: 'payout/payout-loop.ts',
    guard: "if (outcome.hasV1Expired) this.#format = 'v0'",
    without: '',
    tests: ['test/payouts/larger-transactions.test.ts'],
  },
  {
    ...AHEAD,
    name: 'pays what was queued when it was prepared',
    guard: 'ahead.transfers.every((transfer) => isSamePayment(transfer, byId.get(transfer.id))),',
    without: 'byId.size > 0,',
  },
  {
    ...AHEAD,
    name: 'pays who was the recipient when it was prepared',
    guard: 'now.recipient === before.recipient &&',
    without: '',
  },
  {
    ...AHEAD,
    name: 'pays the amount of when it was prepared',
    guard: 'now.baseUnits === before.baseUnits &&',
    without: '',
  },
  {
    ...AHEAD,
    name: 'signs by a simulation of long ago',
    guard: 'nowMs - ahead.atMs <= USABLE_FOR_MS',
    without: 'nowMs >= 0',
  },
  {
    ...AHEAD,
    name: 'prepares ahead of a canary',
    guard: 'terms.mayGoAhead ? this.#atOnce : 1',
    without: 'this.#atOnce',
  },
  {
    ...AHEAD,
    name: 'prepares what is not as it was signed',
    guard: 'await holdUnauthorized(this.#parts, free.slice(0, terms.batchSize))',
    without: 'free.slice(0, terms.batchSize)',
  },
  {
    name: 'sends again what still waits for its turn',
    file: 'payout/broadcaster.ts',
    guard: 'this.#lastSentMs.set(attempt.id, Number.POSITIVE_INFINITY)',
    without: 'this.#lastSentMs.set(attempt.id, clock.monotonicMs())',
    tests: ['src/payout/settle-attempts.test.ts'],
  },
  {
    name: 'sends again what is on hold',
    file: 'payout/broadcaster.ts',
    guard: 'mayBroadcast(attempt.state) && clock',
    without: 'mayBroadcast !== undefined && clock',
    tests: ['src/payout/settle-attempts.test.ts'],
  },
  {
    ...MARKER,
    name: 'signs a marker that the wallet can not pay',
    guard: "explainFailure(error, unsigned.wireBytes, logs).lack !== 'sol'",
    without: 'unsigned.wireBytes.length > 0 && logs.length >= 0',
  },
]
