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
]
