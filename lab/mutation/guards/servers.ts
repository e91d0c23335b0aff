import type { Guard } from '#lab/mutation/mutant.ts'

const SNAPSHOTS = { file: 'store/lists/snapshots.ts', tests: ['src/store/lists/snapshots.test.ts'] }
const KEYS = { tests: ['test/database/rotate-key-lists.test.ts'] }
const COPIES = { tests: ['test/database/copy-store.test.ts'] }

/** Several servers on one database, and several copies of one. */
export const SERVER_GUARDS: readonly Guard[] = [
  {
    ...SNAPSHOTS,
    name: 'discards the rows of the list in force',
    guard: 'if (discarded.numDeletedRows === 1n) await',
    without: 'await',
  },
  {
    ...SNAPSHOTS,
    name: 'publishes a list that lacks rows',
    guard: 'if (rows !== expected)',
    without: 'if (rows < 0)',
  },
  {
    name: 'speaks for a run without its lease',
    file: 'store/payouts/runs.ts',
    guard: '.$if(lease !== undefined, (query) =>',
    without: '.$if(lease !== undefined && id < 0, (query) =>',
    tests: ['test/payouts/speaks-for-run.test.ts'],
  },
  {
    ...KEYS,
    name: 'starts with another SECRETS_KEY',
    file: 'app/server-start.ts',
    guard: '(await identity.bind(fingerprint)) !== fingerprint',
    without: '(await identity.bind(fingerprint)) === undefined',
  },
  {
    ...KEYS,
    name: 'makes another key file for a database that is there',
    file: 'config/secrets-key.ts',
    guard: 'if (!mayMake && existsSync(databaseLocation) && !existsSync(path))',
    without: 'if (mayMake && existsSync(databaseLocation) && !existsSync(path))',
  },
  {
    name: 'gives up a commit whose outcome is unknown when the database falls silent',
    file: 'store/database/open-postgres.ts',
    guard: 'return await (isRead(text) ? silence.whileAnswered(answer) : answer)',
    without: 'return await silence.whileAnswered(answer)',
    tests: ['test/database/postgres-limits.test.ts'],
  },
  {
    ...COPIES,
    name: 'starts on a store that was moved, or on half of a copy',
    file: 'store/database/open-database.ts',
    guard: 'if (!evenIfMarked) await assertInUse(db)',
    without: '',
  },
  {
    ...COPIES,
    name: 'lets both be used after a copy',
    file: 'store/tools/copying/copy-store.ts',
    guard: "await source.setMark(markOf('moved', copyId, target))",
    without: '',
  },
  {
    ...COPIES,
    name: 'lets half of a copy be used',
    file: 'store/tools/copying/copy-store.ts',
    guard: "await target.setMark(markOf('unfinished', copyId, source))",
    without: '',
  },
  {
    ...COPIES,
    name: 'copies a store again that is in use elsewhere',
    file: 'store/tools/copying/copy-store.ts',
    guard: 'if (moved !== null && !goesOn)',
    without: 'if (moved !== null && false)',
  },
  {
    ...COPIES,
    name: 'copies what a server writes to',
    file: 'store/tools/copying/postgres-side.ts',
    guard: 'if (uses.length === 0) return',
    without: 'return',
  },
  {
    ...COPIES,
    name: 'lets a server that was overlooked write to what was moved',
    file: 'store/tools/copying/copy-side.ts',
    guard: "if (mark.mark === 'moved') await database.refuseWrites(true)",
    without: '',
  },
  {
    ...COPIES,
    name: 'gives numbers of the source a second time',
    file: 'store/tools/copying/copy-store.ts',
    guard: 'if (table.serial !== null) await target.setNextNumber(table, await source.nextNumber(table))',
    without: '',
  },
  {
    name: 'serves the sender of spreadsheets that is switched off',
    file: 'api/serve.ts',
    guard: "!hasStandaloneSender && errors.includes('standalone_sender_off')",
    without: 'false',
    tests: ['test/sender/standalone-off.test.ts'],
  },
  {
    name: 'starts without the sender of spreadsheets while a run of it has not ended',
    file: 'bin/assemble-portal.ts',
    guard: '  if (!config.hasStandaloneSender) await assertStandaloneIdle(store)\n',
    without: '',
    tests: ['test/sender/standalone-off.test.ts'],
  },
  {
    name: 'chains an entry of the record to nothing',
    file: 'store/operator-actions.ts',
    guard: '.set({ hash })',
    without: '.set({ hash: previous })',
    tests: ['src/store/operator-actions.test.ts'],
  },
]
