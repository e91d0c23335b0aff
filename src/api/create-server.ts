import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { AppContext } from '#app/app-context.ts'
import type { Build } from '#config/build.ts'
import type { TrustProxy } from '#config/trust-proxy.ts'
import { answerClientError, answerError, answerExpectation } from './answer-error.ts'
import {
  createClientOf,
  type IsTrustedProxy,
  rememberClients,
  trustedProxies,
  warnOfProxy,
} from './client-of.ts'
import { withoutSearch } from './create-logger.ts'
import type { Drain } from './drain.ts'
import {
  type BodyTimeLimits,
  boundConnections,
  limitBodyTime,
  limitRates,
  type MostUnderWay,
  refuseNul,
  shedLoad,
} from './limits.ts'
import { type Metrics, serveMetrics } from './metrics-route.ts'
import {
  describeRequest,
  NO_OBSERVER,
  OneLineLogController,
  observeRequests,
  type RequestObserver,
  scopeRequests,
} from './observe-requests.ts'
import { actForOperators } from './require-admin.ts'
import { serveAdminClaims } from './routes/admin-claim-routes.ts'
import { serveAdminSession } from './routes/admin-session-routes.ts'
import { serveBulkSender } from './routes/bulk-sender-routes.ts'
import { type DemoAccount, demoRoutes } from './routes/demo-routes.ts'
import { serveDenyList } from './routes/deny-list-routes.ts'
import { serveLedger } from './routes/ledger-routes.ts'
import { serveLists } from './routes/list-routes.ts'
import { servePublic } from './routes/public-routes.ts'
import { serveSafeApp } from './routes/safe-app-routes.ts'
import { serveSecondSecret } from './routes/second-secret-routes.ts'
import { serveStandaloneSender } from './routes/standalone-sender-routes.ts'
import { serveState } from './routes/state-routes.ts'
import { serializerCompiler, validatorCompiler } from './schema-compilers.ts'
import { isApiPath, setSecurityHeaders } from './security-headers.ts'
import { serveOn } from './serve.ts'
import { serveWebPages } from './web-pages.ts'

const MAX_JSON_BYTES = 64 * 1024
const MAX_UPLOAD_BYTES = 1024 ** 3

export interface ServerOptions {
  app: AppContext
  drain: Drain
  logger: FastifyBaseLogger
  build: Build
  /** The folder that `npm run build` writes the page to. */
  distDir: string
  adminFlag: string
  trustProxy: TrustProxy
  maxUploadBytes?: number
  /** The folder that uploads are received in. */
  uploadDir: string
  bodyTimeLimits?: BodyTimeLimits | undefined
  mostUnderWay?: MostUnderWay | undefined
  /** Adds a wallet of throwaway keys to the claim page: for trying Ferry out, never for real claims. */
  demo?: { accounts: readonly DemoAccount[] }
  observer?: RequestObserver
  /** Served at /metrics to who has the token; without it there is no such route. */
  metrics?: Metrics & { token: string }
}

/** Puts the HTTP server together. It does not listen yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { app, drain, build } = options
  const isTrusted = trustedProxies(options.trustProxy)
  const server: FastifyInstance = Fastify(serverOptions(options, isTrusted))
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler(answerError)
  server.removeContentTypeParser('text/plain')
  server.server.on('checkExpectation', answerExpectation)
  boundConnections(server)
  rememberClients(server)
  markResponses(server)
  drain.attach(server)
  observeRequests(server, options.observer ?? NO_OBSERVER)
  scopeRequests(server)
  actForOperators(server)
  limitBodyTime(server, options.bodyTimeLimits)
  warnOfProxy(server, isTrusted)
  refuseNul(server)

  await setSecurityHeaders(server)
  shedLoad(server, options.mostUnderWay)
  const clientOf = createClientOf(options.trustProxy)
  limitRates(server, clientOf)
  const { uploadDir, maxUploadBytes = MAX_UPLOAD_BYTES } = options
  const serve = serveOn(server, app, { uploadDir, maxUploadBytes, clientOf })
  servePublic(serve, app, drain, build)
  serveAdminSession(serve, app)
  serveAdminClaims(serve, app)
  serveState(serve, app, drain)
  serveLists(serve, app)
  serveLedger(serve, app)
  serveDenyList(serve, app)
  serveSecondSecret(serve, app)
  serveBulkSender(serve, app)
  serveStandaloneSender(serve, app)
  if (options.metrics) serveMetrics(server, options.metrics)
  if (options.demo) await server.register(demoRoutes(options.demo.accounts))
  await serveSafeApp(server, app.settings)
  await serveWebPages(server, {
    ...options,
    demo: options.demo !== undefined,
  })
  return server
}

function serverOptions(
  { logger, trustProxy }: ServerOptions,
  isTrusted: IsTrustedProxy,
): FastifyServerOptions {
  return {
    loggerInstance: logger.child({}, { serializers: { req: describeRequest } }),
    logController: new OneLineLogController(withoutSearch(logger)),
    // An id sent by a client could be anything, also the id of another request.
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustProxy !== false && isTrusted,
    bodyLimit: MAX_JSON_BYTES,
    // The framework's own answer has another shape: see drain.ts.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id)
      answerError(error, request, reply)
    },
  }
}

function markResponses(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    if (isApiPath(request.url)) reply.header('Cache-Control', 'no-store')
    // By then a request without a body is read to its end: what the next hooks answer is not an answer in the middle of it.
    queueMicrotask(done)
  })
}
