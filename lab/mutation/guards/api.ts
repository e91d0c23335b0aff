import type { Guard } from '#lab/mutation/mutant.ts'

const LIMITS = { file: 'api/limits.ts', tests: ['test/api/rate-limits.test.ts'] }
const HTTP = 'test/api/http.test.ts'

/** Guards of HTTP requests and of their answers. */
export const API_GUARDS: readonly Guard[] = [
  {
    name: 'logs secrets',
    file: 'api/create-logger.ts',
    guard: "redact: { paths, censor: '[redacted]' }",
    without: 'name: undefined',
    tests: ['src/api/create-logger.test.ts'],
  },
  {
    name: 'logs secrets that lie deeper',
    file: 'api/create-logger.ts',
    guard: ', `*.*.${name}`',
    without: '',
    tests: ['src/api/create-logger.test.ts'],
  },
  {
    ...LIMITS,
    name: 'limits nobody',
    guard: "done(new PortalError('too_many_requests'))",
    without: 'done()',
  },
  {
    ...LIMITS,
    name: 'limits all that come through a proxy as one',
    file: 'api/client-of.ts',
    guard: 'if (trustProxy !== false) return clientAddress\n',
    without: '',
  },
  {
    name: 'looks up any number of made-up tokens',
    file: 'api/require-admin.ts',
    guard: "if (limit.isOver(client, token)) throw new PortalError('too_many_requests')",
    without: '',
    tests: ['test/api/rate-limits.test.ts'],
  },
  {
    name: 'tells the client what went wrong inside',
    file: 'api/answer-error.ts',
    guard: "if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) {",
    without:
      "if (typeof statusCode !== 'number') throw error\n  if (statusCode < 400 || statusCode >= 500) {",
    tests: [HTTP],
  },
  {
    name: 'takes the start of a file for the whole of it',
    file: 'api/uploaded-file.ts',
    guard: "if (file.truncated) throw new PortalError('payload_too_large')",
    without: '',
    tests: ['test/api/allocations.test.ts'],
  },
  {
    name: 'takes on work while it is closing',
    file: 'api/drain.ts',
    guard: "done(this.#isClosing ? new PortalError('not_ready') : undefined)",
    without: 'done()',
    tests: ['test/api/shutdown.test.ts'],
  },
  {
    name: 'keeps the wallet while it is being stopped',
    file: 'bin/assemble-portal.ts',
    guard: 'void payouts.close()',
    without: '',
    tests: ['test/api/shutdown-of-a-payer.test.ts'],
  },
]
