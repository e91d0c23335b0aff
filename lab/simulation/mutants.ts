import type { Mutant } from '#lab/mutation/mutant.ts'

/** The guards that keep a payment from happening twice, getting lost or getting stuck, each to be removed on purpose. */
export const MUTANTS: readonly Mutant[] = [
  {
    // Each of the two proofs makes up for the other: the height, and a later signed transaction.
    name: 'signs again what may still land',
    file: 'payout/settle/attempt-machine.ts',
    guard: `  return bankSlot - contextSlot >= BLOCKHASH_LIFE_BLOCKS
}

function hasExpired(attempt: AttemptFacts, finalized: BlockPosition): boolean {
  return finalized.blockHeight > attempt.lastValidBlockHeight
}

/** Tells whether a later transaction of ours can only have landed after an earlier one could not any more. */
export function isSignedAfter(
  laterLastValidBlockHeight: number,
  { lastValidBlockHeight }: Pick<AttemptFacts, 'lastValidBlockHeight'>,
): boolean {
  return laterLastValidBlockHeight - BLOCKHASH_LIFE_BLOCKS >= lastValidBlockHeight
`,
    without: `  return bankSlot > contextSlot
}

function hasExpired(attempt: AttemptFacts, finalized: BlockPosition): boolean {
  return finalized.slot > attempt.contextSlot
}

/** Tells whether a later transaction of ours can only have landed after an earlier one could not any more. */
export function isSignedAfter(
  laterLastValidBlockHeight: number,
  { lastValidBlockHeight }: Pick<AttemptFacts, 'lastValidBlockHeight'>,
): boolean {
  return laterLastValidBlockHeight > lastValidBlockHeight
`,
  },
  {
    name: 'signs again by a history that may be late, whatever the balance says',
    file: 'payout/settle/gather-evidence.ts',
    guard: `    balance: anchor ? explainReading(reading, anchor) : { kind: 'unknown' as const },
    reachesBack: reading.reachesBack,
    reachesForward: reading.entries.some(({ own }) => own && isSignedAfter(own.lastValidBlockHeight, facts)),
`,
    without: `    balance: { kind: 'explained' as const },
    reachesBack: reading.reachesBack,
    reachesForward: true,
`,
  },
  {
    name: 'settles a transaction by one answer',
    file: 'payout/settle/second-look.ts',
    guard:
      'const agrees = this.#reader.second ? isSameEnding(ending, status) : this.#seenOnce.get(id) === seen',
    without: 'const agrees = true',
  },
  {
    name: 'signs without asking which cluster answers',
    file: 'payout/nodes/with-genesis-check.ts',
    guard: 'if ((await rpc.genesisHash()) !== genesisHash) {',
    without: "if ((await rpc.genesisHash()) !== genesisHash && genesisHash === '') {",
  },
  {
    name: 'journals after sending',
    file: 'payout/payout-loop.ts',
    guard: 'const journaled = await store.journal.write(this.#lease, this.#run.id, planned)',
    without: `for (const { attempt } of planned) await this.#parts.wallet.reader.broadcast(attempt as never)
    const journaled = await store.journal.write(this.#lease, this.#run.id, planned)`,
  },
  {
    name: 'journals without checking the fence',
    file: 'store/payouts/journal.ts',
    guard: '        await assertLease(tx, lease)\n',
    without: '        void lease\n        void assertLease\n',
  },
  {
    name: 'journals a payment of a run that was stopped meanwhile',
    file: 'store/payouts/journal.ts',
    guard: "    .where('state', '=', 'running')\n",
    without: '',
  },
  {
    name: 'ends a run without proving what is on hold',
    file: 'payout/payout-loop.ts',
    guard: 'inFlight === 0 && !(await this.#isProving(outcome))',
    without: 'inFlight === 0 && !(outcome.held < 0 && (await this.#isProving(outcome)))',
  },
  {
    name: 'commits without syncing, and the power goes',
    file: 'store/database/open-sqlite.ts',
    guard: "database.pragma('synchronous = FULL')",
    without: "database.pragma('synchronous = NORMAL')",
  },
  {
    name: 'signs by records that were restored from an older copy',
    file: 'payout/records/check-records.ts',
    guard: 'const { missing, unshown } = await missingPayments(store, wallet, reading.entries)',
    without: `const isAnyHistory = true
  if (isAnyHistory) {
    const paid = reading.entries.some(isFerrys)
    return { kind: 'agree', balance: reading.balance, hasPaidBefore: anchor.slot >= 0 || paid }
  }
  const { missing, unshown } = await missingPayments(store, wallet, reading.entries)`,
  },
  {
    name: 'does not wait after a start, whatever is in flight',
    file: 'payout/records/restart-barrier.ts',
    guard: 'if (blocks > 0 || msLeft > 0) return {',
    without: 'if (blocks < 0) return {',
  },
  {
    name: 'waits for blocks alone, which nodes that catch up show in little time',
    file: 'payout/records/restart-barrier.ts',
    guard: 'blocks > 0 || msLeft > 0',
    without: 'blocks > 0',
  },
  {
    name: 'corrects a claim while its payment waits on a list, and leaves that as it was',
    file: 'store/claims/claim-corrections.ts',
    guard: '    .set({ recipient })\n',
    without: "    .set({ state: 'queued' })\n",
  },
  {
    name: 'pays the address before a correction',
    file: 'store/payouts/run-lists.ts',
    guard: "          recipient: update.ref('excluded.recipient'),\n",
    without: '',
  },
  {
    name: 'journals a payment to a wallet or for a holder who was denied after it was checked',
    file: 'store/payouts/journal.ts',
    guard: '    .where(isNotDenied)\n',
    without: '',
  },
  {
    name: 'signs again what the records call owed',
    file: 'payout/send/signed-payments.ts',
    guard: 'if (!signed) return null',
    without: 'if (signed || !signed) return null',
  },
  {
    name: 'reads from a node that stands still',
    file: 'payout/nodes/node-watch.ts',
    guard: 'if (!position) return null',
    without: 'if (position || !position) return null',
  },
  {
    name: 'books the rent as it was when the run began',
    file: 'payout/nodes/blockhash-source.ts',
    guard: '    this.#current = blockhash\n',
    without: `    const { accountRentLamports } = this.#current ?? blockhash
    this.#current = { ...blockhash, accountRentLamports }
`,
  },
  {
    name: 'books the rent of an account for each transaction that names it',
    file: 'payout/send/sign-batch.ts',
    guard: '(account) => !booked.has(account) && !terms.isCreated(account)',
    without: '() => true',
  },
  {
    name: 'pays a mint that is not the configured one',
    file: 'payout/send/mint-pin.ts',
    guard: 'if (differences.length > 0) throw',
    without: 'if (differences.length < 0) throw',
  },
  {
    name: "compares its clock with another server's",
    file: 'payout/lease-keeper.ts',
    guard: `    const seen = this.#observed.get(name)
    if (seen?.lease.fence !== lease.fence || seen.lease.expiresAtMs !== lease.expiresAtMs) {
      this.#observed.set(name, { lease, sinceMs: this.#clock.monotonicMs() })
      return null
    }
    if (this.#clock.monotonicMs() - seen.sinceMs < LEASE_TTL_MS) return null
`,
    without: '    if (lease.expiresAtMs > this.#clock.now()) return null\n',
  },
]
