import type { Guard } from '#lab/mutation/mutant.ts'

const HEADERS = { file: 'api/security-headers.ts', tests: ['src/api/security-headers.test.ts'] }
const LIMITS = { file: 'api/rate-limits.ts', tests: ['test/api/rate-limits.test.ts'] }
const HTTP = 'test/api/http.test.ts'

/** Guards of HTTP requests and of their answers. */
export const API_GUARDS: readonly Guard[] = [
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
    guard: 'allowList: (request: FastifyRequest) => trustProxy === false && isLoopback(request.ip),',
    without: 'allowList: () => true,',
  },
  {
    ...LIMITS,
    name: 'limits all that come through a proxy as one',
    guard: 'trustProxy === false && isLoopback(request.ip)',
    without: 'false',
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
    guard: "if (this.#isClosing) throw new PortalError('not_ready')",
    without: '',
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
    name: 'has the panel found by search engines',
    file: 'api/web-pages.ts',
    guard: "reply.header('X-Robots-Tag', 'noindex, nofollow')",
    without: 'reply',
    tests: ['test/api/web-pages.test.ts'],
  },
]
