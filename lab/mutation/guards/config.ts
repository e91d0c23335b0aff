import type { Guard } from '#lab/mutation/mutant.ts'

const PASSWORD = {
  file: 'config/admin-password.ts',
  tests: ['src/config/read-config.test.ts', 'src/config/admin-password.test.ts'],
}
const KEY_FILE = { file: 'config/secrets-key.ts', tests: ['src/config/read-config.test.ts'] }
const FOLDER = { file: 'config/private-folder.ts', tests: ['src/config/private-folder.test.ts'] }
const BOX = { file: 'config/seals.ts', tests: ['src/config/seals.test.ts'] }

const SENDER = { file: 'app/senders/configure-sender.ts', tests: ['test/api/change-nodes.test.ts'] }

/** Guards of secrets and settings. */
export const CONFIG_GUARDS: readonly Guard[] = [
  {
    ...SENDER,
    name: 'changes the nodes of a wallet without key and password',
    guard: '  await checkPassword(app, confirmedBy)\n',
    without: '',
  },
  {
    ...SENDER,
    name: 'changes token or cluster of a wallet without its key',
    guard: "if (isKeyKept && !keeps(BOUND_WHILE_PAYING)) throw new PortalError('sending_key_needed')",
    without: '',
  },
  {
    ...PASSWORD,
    name: 'takes any password',
    guard: 'timingSafeEqual(await scryptOf(password, expected), expected.hash)',
    without: '(await scryptOf(password, expected)).length === expected.hash.length',
  },
  {
    ...PASSWORD,
    name: 'takes a hash that is cheap to guess',
    file: 'config/read-config.ts',
    guard: 'if (password?.isWeak) {',
    without: 'if (password === undefined) {',
  },
  {
    ...PASSWORD,
    name: 'takes a hash that no memory is enough for',
    guard: ' && memoryBytes(parsed) <= MAX_MEMORY_BYTES',
    without: '',
  },
  {
    ...PASSWORD,
    name: 'takes one password on two keyboards for two',
    guard: "password.normalize('NFKC')",
    without: 'password',
  },
  {
    ...PASSWORD,
    name: 'salts nothing',
    guard: 'randomBytes(SALT_BYTES)',
    without: 'Buffer.alloc(SALT_BYTES)',
  },
  {
    ...KEY_FILE,
    name: 'uses a key file that others can read',
    guard: ' && (mode & ANYONE_BUT_OWNER) !== 0',
    without: ' && mode === 0',
  },
  {
    ...KEY_FILE,
    name: 'makes a key file that others can read',
    guard: '{ mode: 0o600, ',
    without: '{ mode: 0o644, ',
  },
  {
    ...KEY_FILE,
    name: 'uses a key of any length',
    guard: 'if (key.length === KEY_BYTES && isCanonical)',
    without: 'if (isCanonical)',
  },
  {
    ...KEY_FILE,
    name: 'uses what base64 makes of a mistyped key',
    guard: 'if (key.length === KEY_BYTES && isCanonical)',
    without: 'if (key.length === KEY_BYTES)',
  },
  {
    ...FOLDER,
    name: 'leaves a data folder open that others can read',
    guard: 'await chmod(folder, OWNER_ALONE)',
    without: '',
  },
  {
    name: 'trusts the header of any proxy',
    file: 'config/trust-proxy.ts',
    guard: "if (value === 'on' || value === 'true') return NEARBY",
    without: "if (value === 'on' || value === 'true') return ['0.0.0.0/0']",
    tests: ['src/config/read-config.test.ts'],
  },
  {
    ...BOX,
    name: 'opens a secret that was moved to another row',
    guard: "['ferry', VERSION, table, row, column, terms]",
    without: "['ferry', VERSION, table, row && '', column, terms]",
  },
  {
    ...BOX,
    name: 'opens a secret that was moved to another column',
    guard: "['ferry', VERSION, table, row, column, terms]",
    without: "['ferry', VERSION, table, row, column && '', terms]",
  },
  {
    ...BOX,
    name: 'opens a secret whose row was changed',
    guard: "['ferry', VERSION, table, row, column, terms]",
    without: "['ferry', VERSION, table, row, column, terms && '']",
  },
  {
    ...BOX,
    name: 'seals twice alike',
    guard: 'randomBytes(NONCE_BYTES)',
    without: 'Buffer.alloc(NONCE_BYTES)',
  },
  {
    ...BOX,
    name: 'opens another version',
    guard: 'sealed[0] !== VERSION || ',
    without: '',
  },
]
