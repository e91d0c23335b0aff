import type { Guard } from '#lab/mutation/mutant.ts'

const HEADERS = { file: 'api/security-headers.ts', tests: ['src/api/security-headers.test.ts'] }
const BODIES = { file: 'api/body-time-limits.ts', tests: ['test/api/slow-bodies.test.ts'] }
const LIMITS = { file: 'api/rate-limits.ts', tests: ['test/api/rate-limits.test.ts'] }
const SHEDDING = { file: 'api/shed-load.ts', tests: ['test/api/shed-load.test.ts'] }
const HTTP = 'test/api/http.test.ts'

/** Guards of HTTP requests and of their answers. */
export const API_GUARDS: readonly Guard[] = [
  {
    ...SHEDDING,
    name: 'lets a queue of requests grow without end',
    guard: "if (underWay[kind] >= most[kind]) return done(new PortalError('too_busy'))",
    without: '',
  },
  {
    ...SHEDDING,
    name: 'turns everybody away after the first busy hour',
    guard: 'underWay[kind] -= 1',
    without: 'underWay[kind] -= 0',
  },
  {
    ...HEADERS,
    name: 'lets other pages frame the panel',
    guard: 'frameAncestors: ["\'none\'"],',
    without: '',
  },
  {
    ...HEADERS,
    name: 'runs scripts from anywhere',
    guard: 'scriptSrc: ["\'self\'"],',
    without: 'scriptSrc: ["*"],',
  },
  {
    ...HEADERS,
    name: 'lets a page send what it knows anywhere',
    guard: 'connectSrc: ["\'self\'"],',
    without: 'connectSrc: ["*"],',
  },
  {
    ...HEADERS,
    name: 'lets a page be told where its links lead',
    guard: 'baseUri: ["\'none\'"],',
    without: '',
  },
  {
    ...HEADERS,
    name: 'takes the opener from wallets that open windows',
    guard: "crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },",
    without: '',
  },
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
    name: 'hands the database text that it can not store',
    file: 'api/refuse-nul.ts',
    guard: "if (typeof next === 'string' && next.includes('\\0')) return true",
    without: '',
    tests: ['test/api/nul-characters.test.ts'],
  },
  {
    name: 'looks up any number of made-up tokens',
    file: 'api/require-admin.ts',
    guard: "if (limit.isOver(client, token)) throw new PortalError('too_many_requests')",
    without: '',
    tests: ['test/api/rate-limits.test.ts'],
  },
  {
    ...BODIES,
    name: 'waits for a body as long as it takes',
    guard: 'setTimeout(() => cut(request, reply), bodyMs)',
    without: 'setTimeout(() => {}, bodyMs)',
  },
  {
    ...BODIES,
    name: 'waits for an upload that drips',
    guard: 'now - before < periodBytes',
    without: 'now === before',
  },
  {
    name: "writes a visitor's whole address into the log",
    file: 'api/describe-request.ts',
    guard: 'from: networkOf(clientAddress(request))',
    without: 'from: clientAddress(request)',
    tests: ['test/api/request-log.test.ts'],
  },
  {
    name: 'tells the client what went wrong inside',
    file: 'api/to-portal-error.ts',
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
    name: "takes a client's request id",
    file: 'api/create-server.ts',
    guard: 'genReqId: () => randomUUID(),\n    requestIdHeader: false,',
    without: "genReqId: () => randomUUID(),\n    requestIdHeader: 'x-request-id',",
    tests: [HTTP],
  },
  {
    name: 'lets answers of the API be kept by caches',
    file: 'api/create-server.ts',
    guard: "if (isApiPath(request.url)) reply.header('Cache-Control', 'no-store')",
    without: '',
    tests: [HTTP],
  },
  {
    name: 'takes on work while it is closing',
    file: 'api/drain.ts',
    guard: "done(this.#isClosing ? new PortalError('not_ready') : undefined)",
    without: 'done()',
    tests: ['test/api/shutdown.test.ts'],
  },
  {
    name: 'is ready while it is being stopped',
    file: 'api/routes/public-routes.ts',
    guard: 'drain.assertNotAnnounced()',
    without: '',
    tests: ['test/api/shutdown.test.ts'],
  },
  {
    name: 'keeps the wallet while it is being stopped',
    file: 'bin/assemble-portal.ts',
    guard: 'void payouts.close()',
    without: '',
    tests: ['test/api/shutdown-of-a-payer.test.ts'],
  },
  {
    name: 'has any page frame the claim page',
    file: 'api/security-headers.ts',
    guard: 'policy.frameAncestors = ["\'self\'", ...safeAppOrigins]',
    without: "policy.frameAncestors = ['*']",
    tests: ['test/api/safe-app.test.ts'],
  },
  {
    name: 'has the panel framed by a Safe',
    file: 'api/web-pages.ts',
    guard: "return sendPage(request, reply.header('X-Robots-Tag', 'noindex, nofollow'), pages.admin)",
    without: 'return sendPage(request, widenForClaimPage(reply, options.app.settings), pages.admin)',
    tests: ['test/api/safe-app.test.ts'],
  },
  {
    name: 'has the panel found by search engines',
    file: 'api/web-pages.ts',
    guard: "reply.header('X-Robots-Tag', 'noindex, nofollow')",
    without: 'reply',
    tests: ['test/api/web-pages.test.ts'],
  },
]
