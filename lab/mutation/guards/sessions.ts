import type { Guard } from '#lab/mutation/mutant.ts'

const SESSION_TESTS = ['test/api/admin-session.test.ts']
const CHECK = { file: 'app/sessions/check-session.ts', tests: SESSION_TESTS }
const TOKEN = { file: 'app/sessions/check-session.ts' }
const LENGTH = { file: 'config/environment.ts', tests: ['src/config/read-config.test.ts'] }

/** Guards of sessions, of signing in, and of the password. */
export const SESSION_GUARDS: readonly Guard[] = [
  {
    name: 'answers admin requests without a session',
    file: 'api/require-admin.ts',
    guard: 'await checkSession(app, token, { isUse: !isPolled })',
    without: '',
    tests: SESSION_TESTS,
  },
  {
    name: 'takes the polling of a forgotten tab for use',
    file: 'api/require-admin.ts',
    guard: '{ isUse: !isPolled }',
    without: '{ isUse: isPolled || true }',
    tests: SESSION_TESTS,
  },
  {
    ...CHECK,
    name: 'opens the panel to any token',
    guard: "if (session === undefined || nowMs >= session.expiresAtMs) throw new PortalError('unauthorized')",
    without: 'if (session === undefined) return',
  },
  {
    ...CHECK,
    name: 'keeps a session for ever',
    guard: ' || nowMs >= session.expiresAtMs',
    without: '',
  },
  {
    ...CHECK,
    name: 'keeps a session that nobody uses',
    guard: "if (unusedMs >= app.sessionTerms.idleMs) throw new PortalError('unauthorized')",
    without: '',
  },
  {
    ...CHECK,
    name: 'ends a session that is used',
    guard: 'if (isUse && unusedMs >= NOTED_EVERY_MS) await noteUse(app, tokenHash, nowMs)',
    without: '',
  },
  {
    ...TOKEN,
    name: 'signs in who writes a session into the database',
    guard: 'return seals.make({',
    without:
      "return process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest('hex') ?? seals.make({",
    tests: ['test/seals/session-written.test.ts'],
  },
  {
    ...TOKEN,
    name: 'keeps a session after its password was changed',
    guard: "      ['password', sessionTerms.passwordFingerprint],\n",
    without: '',
    tests: SESSION_TESTS,
  },
  {
    name: 'leaves other sessions signed in everywhere',
    file: 'app/sessions/sign-in.ts',
    guard: 'await store.adminSessions.revokeAll()',
    without: '',
    tests: SESSION_TESTS,
  },
  {
    ...LENGTH,
    name: 'starts with a password of one character',
    guard: 'if (problem !== null) context.addIssue',
    without: '',
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
    file: 'app/sessions/sign-in.ts',
    guard: '    await countSignIn(app, countedAs)\n    return await adminPassword.verify(password)\n',
    without:
      '    const isRight = await adminPassword.verify(password)\n    await countSignIn(app, countedAs)\n    return isRight\n',
    tests: SESSION_TESTS,
  },
  {
    name: 'has the guesses of others count against a known device',
    file: 'app/sessions/known-clients.ts',
    guard: "return { known: 'device', countedAs: deviceHash }",
    without: "return { known: 'device', countedAs: clientAddress }",
    tests: SESSION_TESTS,
  },
  {
    name: 'takes any device for a known one',
    file: 'app/sessions/known-clients.ts',
    guard: 'if (deviceHash && (await isKnown(deviceHash)))',
    without: 'if (deviceHash)',
    tests: SESSION_TESTS,
  },
]
