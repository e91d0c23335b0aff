import type { Guard } from '#mutation/mutant.ts'

const MEMOS = ['test/findings/attack-1-history-without-memos.test.ts']

/** What the records are believed to be, and the chain's own bytes to tell. */
export const RECORD_GUARDS: readonly Guard[] = [
  {
    name: 'signs past lost payments whose memos the index does not keep',
    file: 'payout/source-reader.ts',
    guard: 'const read = { memo: record.memo ?? indexedMemo, changeBaseUnits }',
    without: 'const read = { memo: indexedMemo, changeBaseUnits }',
    tests: MEMOS,
  },
  {
    name: 'takes over no payment whose memo the index does not keep',
    file: 'payout/wallet-history.ts',
    guard: 'memo: record.memo ?? indexedMemo,',
    without: 'memo: indexedMemo,',
    tests: MEMOS,
  },
  {
    name: 'looks for lost payments by the memos of the index alone',
    file: 'payout/unknown-payments.ts',
    guard: ' || (memo === null && !glance)',
    without: '',
    tests: MEMOS,
  },
  {
    name: 'signs in who writes a session into the database',
    file: 'portal/session-token.ts',
    guard: "return seals.make({ kind: 'admin_session', fields: [['token', token]] })",
    without:
      "return process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest('hex')",
    tests: ['test/findings/attack-3-session-written.test.ts'],
  },
  {
    name: 'forgets whom else the transaction paid that a hold was settled by',
    file: 'portal/settle-hold.ts',
    guard: "return tx === signature ? 'run' : 'mark_sent'",
    without: "return 'run'",
    tests: ['test/findings/attack-2-settled-by-another.test.ts'],
  },
  {
    name: 'pays again what was put back into the queue',
    file: 'portal/payment-authorization.ts',
    guard: 'if (paidBy !== undefined) return',
    without: 'if (paidBy === null) return',
    tests: ['test/findings/attack-5-queued-again.test.ts'],
  },
  {
    name: 'reckons with what the wallet pays to itself as gone',
    file: 'payout/prepare-transaction.ts',
    guard: '.filter(({ tokenAccount }) => tokenAccount !== sourceTokenAccount)',
    without: '.filter(() => sourceTokenAccount)',
    tests: ['test/findings/attack-6-paid-to-itself.test.ts'],
  },
  {
    name: 'signs on a blockhash whose end is too near or too far',
    file: 'payout/fitting-blockhash.ts',
    guard: 'blocks >= Math.min(slots, 0) && blocks <= Math.max(slots, 0)',
    without: 'Number.isFinite(blocks)',
    tests: ['test/findings/attack-8-blockhash-nonsense.test.ts'],
  },
  {
    name: 'signs on a blockhash from the future',
    file: 'payout/fitting-blockhash.ts',
    guard: 'Math.abs(slots) <= MAX_SLOTS_APART && ',
    without: '',
    tests: ['test/findings/attack-8-blockhash-nonsense.test.ts'],
  },
  {
    name: 'pays what a lost payment may have paid, once its hold is settled as not paid',
    file: 'portal/payment-authorization.ts',
    guard: ' ?? records.doubts.get(transfer.id) ?? null',
    without: '',
    tests: ['test/findings/attack-4-held-when-lost.test.ts'],
  },
  {
    name: 'settles no claim by a lost payment that was held back when it was lost',
    file: 'payout/fill-run.ts',
    guard: 'await store.takeOvers.settle(run, { claims: paysClaims, rows: !paysClaims }, run.started_at_ms)',
    without: '',
    tests: ['test/findings/attack-4-held-when-lost.test.ts'],
  },
  {
    name: 'believes a node that is behind that nothing was paid since',
    file: 'payout/check-records.ts',
    guard: 'if (reading.balance.slot < notBeforeSlot)',
    without: 'if (reading.balance.slot < 0)',
    tests: ['test/findings/attack-9-nodes-apart.test.ts'],
  },
  {
    name: 'waits out what is in flight by the first node alone',
    file: 'payout/restart-barrier.ts',
    guard: 'Math.max(...heights)',
    without: '(heights[0] ?? 0)',
    tests: ['test/findings/attack-9-nodes-apart.test.ts'],
  },
  {
    name: 'ends no run while another wallet pays',
    file: 'payout/settle-attempts.ts',
    guard: 'if (this.#isOwn(attempt)) count(outcome, result)',
    without: 'count(outcome, result)',
    tests: ['test/findings/attack-7-two-wallets.test.ts'],
  },
  {
    name: 'waits without words for what neither lands nor expires',
    file: 'payout/payout-loop.ts',
    guard: 'nowMs - this.#nothingEndedSinceMs > STUCK_AFTER_MS',
    without: 'nowMs < 0',
    tests: ['test/findings/attack-10-neither-landed-nor-expired.test.ts'],
  },
  {
    name: 'pays a row again whose number is written in bytes',
    file: 'domain/sealed-record.ts',
    guard: "return typeof value === 'object' && value !== null ? 'bytes' : String(value)",
    without: 'return String(value)',
    tests: ['test/findings/attack-11-row-as-bytes.test.ts'],
  },
  {
    name: 'reckons amounts by the decimals of a run that was written into the database',
    file: 'portal/payment-authorization.ts',
    guard: 'transfer.mint_decimals === mintDecimals &&',
    without: '',
    tests: ['test/findings/attack-12-other-token.test.ts'],
  },
  {
    name: 'signs for a sender whose token was exchanged in the database',
    file: 'domain/sender-terms.ts',
    guard: "  'wallet_address',\n  'mint_address',\n",
    without: "  'wallet_address',\n",
    tests: ['test/findings/attack-12-other-token.test.ts'],
  },
]
