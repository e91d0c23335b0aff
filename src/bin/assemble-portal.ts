import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createServer, type Metrics, type ServerOptions } from '#api/create-server.ts'
import { Drain } from '#api/drain.ts'
import {
  currentRequestId,
  outsideRequest,
  type RequestObserver,
  withoutSearch,
} from '#api/observe-requests.ts'
import { readBearerText } from '#api/require-admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import { createListTrees } from '#app/allocations/list-trees.ts'
import { loadAllocationsAtStart } from '#app/allocations/reload-allocations.ts'
import type { AppContext } from '#app/app-context.ts'
import { portalProblems } from '#app/check-ready.ts'
import { createClaimControlsInForce } from '#app/claims/claim-controls.ts'
import { createBoundedDestinationLookup, createDestinationLookup } from '#app/claims/destination-lookup.ts'
import { createClaimWriter } from '#app/claims/submit-claim.ts'
import { createRepeatLookup } from '#app/distributions/repeated-rows.ts'
import { createPaymentAuthorization } from '#app/payouts/payment-authorization.ts'
import { createSecondSecret } from '#app/second-secret/second-secret.ts'
import { openSenderKey } from '#app/senders/configured-sender.ts'
import { announceServer, assertOwnKey, assertStandaloneIdle } from '#app/server-start.ts'
import { createSignInQueue } from '#app/sessions/sign-in-queue.ts'
import { BUILD } from '#config/build.ts'
import type { Config, MetricsTerms, Observability } from '#config/read-config.ts'
import {
  createAllocationSeal,
  createReceiptSigner,
  createRecordSeal,
  createSecretBox,
  isSameText,
  keyFingerprint,
} from '#config/seals.ts'
import { createOneAtATime } from '#domain/concurrency.ts'
import { joinObservers, type Observe } from '#domain/portal-event.ts'
import { nodeOrigin } from '#domain/sender.ts'
import { StoreUnavailableError } from '#domain/store-unavailable-error.ts'
import { createAccountCheck } from '#evm/account-check.ts'
import { createAccountLookup } from '#evm/account-lookup.ts'
import { createContractSurveys } from '#evm/contract-survey.ts'
import { startSignerCheck } from '#evm/signer-check.ts'
import { AlertWatch } from '#observe/alerts/alert-watch.ts'
import type { ObservedPortal } from '#observe/alerts/find-conditions.ts'
import { logEvents } from '#observe/log-events.ts'
import { METRICS_TYPE } from '#observe/metrics/metric.ts'
import { startMetricsServer } from '#observe/metrics/metrics-server.ts'
import { PortalMetrics } from '#observe/metrics/portal-metrics.ts'
import { systemClock } from '#payout/clock.ts'
import { createPayouts } from '#payout/payouts.ts'
import { createRecipientCache } from '#payout/send/look-up-recipients.ts'
import { PANEL_BALANCES, WalletBalances } from '#payout/wallet-balances.ts'
import { connectRpc } from '#solana/connect-rpc.ts'
import { openStore } from '#store/store.ts'

export interface AssembledPortal {
  app: AppContext
  /** The HTTP server, ready to listen. */
  server: FastifyInstance
  /** Begins a stop: the server is not ready any more, but serves on, and leaves its wallets to others. */
  announceStop(): void
  /** Finishes the work under way and releases all resources. */
  close(): Promise<void>
}

export interface AssemblyOptions
  extends Pick<ServerOptions, 'demo' | 'maxUploadBytes' | 'bodyTimeLimits' | 'mostUnderWay'> {
  logger: Logger
  /** The folder that `npm run build` writes the page to. */
  distDir?: string
  /** Told when the database was bound to another SECRETS_KEY meanwhile: this server must end. */
  onOtherKey?(): void
}

/** Composes the server, loads the allocations where there are none yet, and resumes unfinished runs. */
export async function assemblePortal(config: Config, options: AssemblyOptions): Promise<AssembledPortal> {
  const { logger } = options
  await using parts = new AsyncDisposableStack()

  const observation = observePortal(config.observability, logger)
  const seals = createRecordSeal(config.secretsKey)
  const secrets = createSecretBox(config.secretsKey)
  const store = await openStore(config.databaseLocation, {
    ...config.database,
    seals,
    secrets,
    caps: config.caps,
    observe: observation.observe,
    onWait: (err) => logger.warn({ why: err.message, err: err.cause }, 'the start waits for the database'),
  })
  parts.defer(() => store.close())
  const fingerprint = keyFingerprint(config.secretsKey)
  // Before the key is looked at: from here on it is not exchanged.
  const announced = await announceServer(store, {
    fingerprint,
    onOtherKey() {
      logger.fatal('the database was bound to another SECRETS_KEY while this server was away')
      options.onOtherKey?.()
    },
    onError: (err) => logger.error({ err }, 'this server could not say that it runs'),
  })
  parts.defer(() => announced.close())
  await assertOwnKey(store, fingerprint, secrets)
  if (!config.hasStandaloneSender) await assertStandaloneIdle(store)
  const receiptSigner = createReceiptSigner(config.secretsKey)
  await store.receiptKeys.begin(receiptSigner.publicKey, Date.now())
  const trouble = await store.identity.findTrouble(Date.now())
  if (trouble)
    logger.error({ why: trouble.message, err: trouble.cause }, 'the database can not be written to')

  const signers = await startSignerCheck((err) => logger.error({ err }, 'the signature worker ended'))
  parts.defer(() => signers.close())
  logSigners(logger, signers.engine)

  const accounts = createAccountCheck({
    signers,
    rpcUrls: config.evmRpcUrls,
    onTrouble: (err) => logger.error({ err }, 'contract wallets can not be checked'),
  })
  void accounts.probe()

  const recipients = createRecipientCache(systemClock)
  const payouts = createPayouts({
    store,
    connect: (url, role) =>
      connectRpc(url, {
        role,
        ...(config.solanaVerifyRpcUrl !== null && { retries: 1 }),
        ...observation.rpcObserver(url),
      }),
    secondNodeUrl: config.solanaVerifyRpcUrl,
    openKey: (sender) => openSenderKey(secrets, sender),
    authorization: createPaymentAuthorization({ store, signers, seals }),
    recipients,
    observe: observation.observe,
    onError: (err, runId) => {
      if (err instanceof StoreUnavailableError)
        logger.warn({ why: err.message, runId }, 'payouts wait for the database')
      else logger.error({ err, runId }, 'a run was interrupted')
    },
  })
  parts.defer(() => payouts.close())

  const destinations = createDestinationLookup({
    senders: store.senders,
    defaultRpcUrl: config.solanaRpcUrl,
    connect: (url, terms) => connectRpc(url, { ...terms, ...observation.rpcObserver(url) }),
  })

  const allocationSeals = createAllocationSeal(config.secretsKey)
  const onListChanged = (why: string) => logger.error({ why }, 'the holder list was changed outside of Ferry')

  const app: AppContext = {
    settings: config.settings,
    store,
    signers,
    accounts,
    accountLookup: createAccountLookup({ rpcUrls: config.evmRpcUrls }),
    beginSurvey: createContractSurveys(config.evmRpcUrls),
    claimControls: createClaimControlsInForce(config.settings, store.claimControls, systemClock),
    claimWriter: createClaimWriter(store.claims),
    adminPassword: config.adminPassword,
    sessionTerms: config.sessionTerms,
    signInQueue: createSignInQueue(),
    // A run outlasts the request that starts it.
    payouts: { ...payouts, launch: (run) => outsideRequest(() => payouts.launch(run)) },
    balances: new WalletBalances({ store, payouts }, PANEL_BALANCES),
    recipients,
    repeats: createRepeatLookup(store),
    destinations,
    boundedDestinations: createBoundedDestinationLookup(destinations),
    secrets,
    hasVerifyNode: config.solanaVerifyRpcUrl !== null,
    caps: config.caps,
    hasStandaloneSender: config.hasStandaloneSender,
    secondSecret: createSecondSecret({
      store,
      seals,
      secrets,
      twoPeople: config.twoPeople,
      now: () => app.now(),
    }),
    seals,
    allocationSeals,
    receiptSigner,
    receiptKeys: await store.receiptKeys.list(),
    listTrees: createListTrees({ store, allocationSeals, onListChanged }),
    onListChanged,
    solanaRpcUrl: config.solanaRpcUrl,
    allocationsFile: config.allocationsFile,
    allocationsAnswer: config.allocationsAnswer,
    imports: createOneAtATime(),
    now: Date.now,
  }
  const loaded = await loadAllocationsAtStart(app)
  if (loaded) {
    const { odd, ...facts } = loaded
    logger.info(facts, 'the allocations were loaded')
    if (odd.length > 0) logger.warn({ odd }, 'something about the loaded allocations is odd')
  }

  const drain = new Drain()
  const server = await createServer({
    app,
    drain,
    logger,
    build: BUILD,
    distDir: options.distDir ?? fileURLToPath(new URL('../../dist', import.meta.url)),
    adminFlag: config.adminFlag,
    trustProxy: config.trustProxy,
    maxUploadBytes: options.maxUploadBytes,
    uploadDir: join(config.dataDir, 'tmp'),
    bodyTimeLimits: options.bodyTimeLimits,
    mostUnderWay: options.mostUnderWay,
    demo: options.demo,
    observer: observation.requests,
    metrics: observation.metrics,
  })
  parts.defer(() => server.close())
  await server.ready()
  await payouts.resume()
  parts.defer(() => observation.close())
  await observation.begin({ store, payouts, problems: () => portalProblems(app), build: BUILD })

  const assembled = parts.move()
  return {
    app,
    server,
    announceStop() {
      drain.announce()
      void payouts.close()
    },
    close: () => assembled.disposeAsync(),
  }
}

function logSigners(logger: Logger, engine: string): void {
  if (engine === 'secp256k1-native') logger.info({ engine }, 'signatures are checked natively')
  else logger.warn({ engine }, 'no native binding for signatures fits this machine: a slower one is used')
}

const { submitClaim, allocation, claim } = endpoints.public
const ROUTES = { submitClaim: submitClaim.path, allocation: allocation.path, claim: claim.path }

/** A portal as it is seen from outside: its log, its metrics, and who is alerted. */
interface PortalObservation {
  observe: Observe
  requests: RequestObserver
  /** Counts the requests to a node. */
  rpcObserver(url: string): { onAsked?: (method: string, isAnswered: boolean) => void }
  /** For the portal's own port; undefined where the metrics have a port of their own, or are off. */
  metrics: (Metrics & { token: string }) | undefined
  /** Serves the metrics and looks at the conditions of a portal from now on. */
  begin(portal: ObservedPortal): Promise<void>
  close(): Promise<void>
}

/** Puts together who is told of a portal's events. Metrics that nobody can read are not counted. */
function observePortal({ metrics: terms, alerts }: Observability, logger: Logger): PortalObservation {
  const isCounted = terms.port !== null || terms.token !== null
  const metrics = isCounted ? new PortalMetrics(ROUTES) : null
  const onFault = (err: unknown) => logger.error({ err }, 'an observer failed')
  const observers: Observe[] = [logEvents(withoutSearch(logger), currentRequestId)]
  if (metrics) observers.push((event) => metrics.count(event))
  const observe = joinObservers(observers, onFault)
  const parts = new AsyncDisposableStack()

  return {
    observe,
    requests: { observe, served: (request) => metrics?.countRequest(request) },
    rpcObserver: (url) =>
      metrics
        ? { onAsked: (method, isAnswered) => metrics.countRpc(nodeOrigin(url), method, isAnswered) }
        : {},
    metrics: metrics ? onOwnPort(terms, metrics) : undefined,

    async begin(portal) {
      if (metrics) {
        metrics.show(portal)
        parts.defer(() => metrics.close())
        await serveApart(terms, metrics, parts)
      }
      if (alerts) {
        const watch = new AlertWatch(portal, alerts, { observe })
        parts.defer(() => watch.close())
        watch.start()
      }
    },

    close: () => parts.disposeAsync(),
  }
}

function onOwnPort({ port, token }: MetricsTerms, metrics: PortalMetrics): PortalObservation['metrics'] {
  if (port !== null || token === null) return undefined
  return { token, contentType: METRICS_TYPE, read: () => metrics.read() }
}

async function serveApart(
  { host, port, token }: MetricsTerms,
  metrics: PortalMetrics,
  parts: AsyncDisposableStack,
): Promise<void> {
  if (port === null) return
  const isAllowed = (authorization: string | undefined) =>
    token === null || isSameText(readBearerText(authorization) ?? '', token)
  const server = await startMetricsServer({ host, port }, isAllowed, () => metrics.read())
  parts.defer(() => server.close())
}
