import type { Guard } from '#lab/mutation/mutant.ts'

const PASSWORD = {
  file: 'config/admin-password.ts',
  tests: ['src/config/read-config.test.ts', 'src/config/admin-password.test.ts'],
}
const BOX = { file: 'config/seals.ts', tests: ['src/config/seals.test.ts'] }
const SENDER = { file: 'app/senders/configure-sender.ts', tests: ['test/sender/change-nodes.test.ts'] }
const ROTATION_TESTS = ['test/database/rotate-key.test.ts']
const ROTATE = { file: 'store/tools/key-rotation/rotate-key.ts', tests: ROTATION_TESTS }
const SESSION_TESTS = ['test/api/admin-session.test.ts']
const CHECK = { file: 'app/sessions/sessions.ts', tests: SESSION_TESTS }
const TOKEN = { file: 'app/sessions/sessions.ts' }

/** Guards of secrets, passwords and sessions. */
export const SECRET_GUARDS: readonly Guard[] = [
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
    name: 'salts nothing',
    guard: 'randomBytes(SALT_BYTES)',
    without: 'Buffer.alloc(SALT_BYTES)',
  },
  {
    name: 'uses a key file that others can read',
    file: 'config/secrets-key.ts',
    guard: ' && (mode & ANYONE_BUT_OWNER) !== 0',
    without: ' && mode === 0',
    tests: ['src/config/read-config.test.ts'],
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
    name: 'makes genuine what was altered, when the key is rotated',
    file: 'store/tools/key-rotation/rotate-key.ts',
    guard: 'const fitting = rows.filter((row) => row.fits(from))',
    without: 'const fitting = rows.filter((row) => row.fits(from) || true)',
    tests: ROTATION_TESTS,
  },
  {
    ...ROTATE,
    name: 'rotates the key under a running server',
    guard: '    await assertNobodyServes(within)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates the key in the middle of a run',
    guard: '    await assertNothingRuns(within)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates with a key that is not the present one',
    guard: '    await assertOwn(within, from)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'commits a rotation without opening anything',
    guard: '    await assertSealed(within, to, resealed)\n',
    without: '',
  },
  {
    ...ROTATE,
    name: 'rotates the key and keeps sessions',
    guard: "    await tx.deleteFrom('admin_session').execute()\n",
    without: '',
  },
  {
    name: 'goes on with a key that the store belongs to no more',
    file: 'app/server-start.ts',
    guard: '    onOtherKey()\n',
    without: '',
    tests: ['src/app/server-start.test.ts'],
  },
  {
    name: 'answers admin requests without a session',
    file: 'api/require-admin.ts',
    guard: 'await checkSession(app, token, { isUse: !isPolled })',
    without: '',
    tests: SESSION_TESTS,
  },
  {
    ...CHECK,
    name: 'opens the panel to any token',
    guard: "if (session === undefined || nowMs >= session.expiresAtMs) throw new PortalError('unauthorized')",
    without: 'if (session === undefined) return',
  },
  {
    ...TOKEN,
    name: 'signs in who writes a session into the database',
    guard: "return seals.make({\n    kind: 'admin_session',",
    without:
      "return process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest('hex') ?? seals.make({\n    kind: 'admin_session',",
    tests: ['test/seals/altered-rows.test.ts'],
  },
  {
    ...TOKEN,
    name: 'keeps a session after its password was changed',
    guard: "      ['password', sessionTerms.passwordFingerprint],\n",
    without: '',
    tests: SESSION_TESTS,
  },
  {
    name: 'lets one address guess passwords',
    file: 'store/admin-sessions.ts',
    guard: ".where('sign_in_failure.failures', '<', max)",
    without: '',
    tests: ['src/store/sign-in-failures.test.ts'],
  },
  {
    name: 'looks at the password before it counts the attempt',
    file: 'app/sessions/sessions.ts',
    guard: '    await countSignIn(app, countedAs)\n    return await adminPassword.verify(password)\n',
    without:
      '    const isRight = await adminPassword.verify(password)\n    await countSignIn(app, countedAs)\n    return isRight\n',
    tests: SESSION_TESTS,
  },
  {
    name: 'logs secrets',
    file: 'api/observe-requests.ts',
    guard: "redact: { paths, censor: '[redacted]' }",
    without: 'name: undefined',
    tests: ['src/api/create-logger.test.ts'],
  },
  {
    name: "tells a node's key",
    file: 'domain/sender.ts',
    guard: "URL.parse(url)?.origin ?? 'an invalid URL'",
    without: 'url',
    tests: ['src/store/observed-store.test.ts'],
  },
]
