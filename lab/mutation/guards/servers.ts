import type { Guard } from '#lab/mutation/mutant.ts'

const SNAPSHOTS = { file: 'store/snapshots.ts', tests: ['src/store/snapshots.test.ts'] }
const KEYS = { tests: ['test/database/secrets-key.test.ts'] }

/** Several servers on one database. */
export const SERVER_GUARDS: readonly Guard[] = [
  {
    ...SNAPSHOTS,
    name: 'goes on with a list that was given up',
    guard: 'if (beaten.numUpdatedRows !== 1n)',
    without: 'if (beaten.numUpdatedRows < 0n)',
  },
  {
    ...SNAPSHOTS,
    name: 'discards the rows of the list in force',
    guard: 'if (discarded.numDeletedRows !== 1n) return',
    without: '',
  },
  {
    ...SNAPSHOTS,
    name: "discards what another server's import has staged",
    guard: `.where('heartbeatAtMs', '<', sql<number>\`\${nowMs} - \${sql.lit(GIVEN_UP_AFTER_MS)}\`)`,
    without: '',
  },
  {
    ...SNAPSHOTS,
    name: 'publishes a list that lacks rows',
    guard: 'if (rows !== expected)',
    without: 'if (rows < 0)',
  },
  {
    ...SNAPSHOTS,
    name: 'loads the first list twice',
    guard: 'if (facts.onlyIfFirst && (await isAnyPublished(tx))) return false',
    without: '',
  },
  {
    name: 'speaks for a run without its lease',
    file: 'store/runs.ts',
    guard: '.$if(lease !== undefined, (query) =>',
    without: '.$if(lease !== undefined && id < 0, (query) =>',
    tests: ['test/payout/speaks-for-run.test.ts'],
  },
  {
    ...KEYS,
    name: 'starts with another SECRETS_KEY',
    file: 'app/assert-own-key.ts',
    guard: '(await identity.bind(fingerprint)) !== fingerprint',
    without: '(await identity.bind(fingerprint)) === undefined',
  },
  {
    ...KEYS,
    name: 'binds a database to a key that does not open its sender',
    file: 'app/assert-own-key.ts',
    guard: 'unreadableWords(secrets, sender) !== null',
    without: "unreadableWords(secrets, sender) === ''",
  },
  {
    ...KEYS,
    name: 'makes another key file for a database that is there',
    file: 'config/secrets-key.ts',
    guard: 'if (!mayMake && existsSync(databaseLocation) && !existsSync(path))',
    without: 'if (mayMake && existsSync(databaseLocation) && !existsSync(path))',
  },
]
