import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
  type FastifyServerOptions,
} from 'fastify'
import { z } from 'zod'
import type { Build } from '#config/build.ts'
import type { TrustProxy } from '#config/environment.ts'
import { isSameText } from '#config/seals.ts'
import { PortalError } from '#domain/portal-error.ts'
import { answerClientError, answerError, answerExpectation } from './answer-error.ts'
import {
  createClientOf,
  type IsTrustedProxy,
  rememberClients,
  trustedProxies,
  warnOfProxy,
} from './client-of.ts'
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
import {
  describeRequest,
  NO_OBSERVER,
  OneLineLogController,
  observeRequests,
  type RequestObserver,
  scopeRequests,
  withoutSearch,
} from './observe-requests.ts'
import { actForOperators, readBearerToken } from './require-admin.ts'
import { serveAdminClaims, serveDenyList, serveLedger, serveLists } from './routes/admin-routes.ts'
import { servePublic } from './routes/public-routes.ts'
import { serveBulkSender, serveStandaloneSender } from './routes/sender-routes.ts'
import { serveAdminSession, serveSecondSecret } from './routes/session-routes.ts'
import { isApiPath, setSecurityHeaders } from './security-headers.ts'
import { serveOn } from './serve.ts'
import { serveState } from './state-streams.ts'
import { serveSafeApp, serveWebPages, type WebPagesOptions } from './web-pages.ts'

const MAX_JSON_BYTES = 64 * 1024
const MAX_UPLOAD_BYTES = 1024 ** 3

export interface ServerOptions extends WebPagesOptions {
  drain: Drain
  logger: FastifyBaseLogger
  build: Build
  trustProxy: TrustProxy
  maxUploadBytes?: number
  /** The folder that uploads are received in. */
  uploadDir: string
  bodyTimeLimits?: BodyTimeLimits | undefined
  mostUnderWay?: MostUnderWay | undefined
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
  await serveSafeApp(server, app.settings)
  await serveWebPages(server, options)
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

/** The metrics as a scrape reads them. */
export interface Metrics {
  contentType: string
  read(): Promise<string>
}

/** Serves the metrics to who has the token. */
function serveMetrics(
  server: FastifyInstance,
  { token, contentType, read }: Metrics & { token: string },
): void {
  server.get('/metrics', async (request, reply) => {
    if (!isSameText(readBearerToken(request) ?? '', token)) throw new PortalError('unauthorized')
    return reply
      .header('Cache-Control', 'no-store')
      .type(contentType)
      .send(await read())
  })
}

/** Parses a part of a request by its schema. */
const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const { data, error } = schema.safeParse(input)
    if (!error) return { value: data }
    return {
      error: error.issues.map(({ code, path, message }) => ({
        keyword: code,
        instancePath: `/${path.join('/')}`,
        schemaPath: '',
        params: {},
        message,
      })),
    }
  }

/** Writes a reply as JSON. Throws ZodError where it is not what its endpoint declares. */
const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (reply) =>
    JSON.stringify(z.encode(schema, reply))
