import type { Logger } from 'pino'
import { withoutSearch } from '#api/create-logger.ts'
import type { Metrics } from '#api/metrics-route.ts'
import type { RequestObserver } from '#api/observe-requests.ts'
import { currentRequestId } from '#api/observe-requests.ts'
import { readBearerText } from '#api/require-admin.ts'
import { endpoints } from '#api-schema/endpoints.ts'
import type { MetricsTerms, Observability } from '#config/observability.ts'
import { isSameText } from '#config/seals.ts'
import { joinObservers, type Observe } from '#domain/portal-event.ts'
import { nodeOrigin } from '#domain/sender.ts'
import { AlertWatch } from '#observe/alerts/alert-watch.ts'
import { logEvents } from '#observe/log-events.ts'
import { METRICS_TYPE } from '#observe/metrics/format-metrics.ts'
import { startMetricsServer } from '#observe/metrics/metrics-server.ts'
import { PortalMetrics } from '#observe/metrics/portal-metrics.ts'
import type { ObservedPortal } from '#observe/observed-portal.ts'

const { submitClaim, allocation, claim } = endpoints.public
const ROUTES = { submitClaim: submitClaim.path, allocation: allocation.path, claim: claim.path }

/** A portal as it is seen from outside: its log, its metrics, and who is alerted. */
export interface PortalObservation {
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
export function observePortal({ metrics: terms, alerts }: Observability, logger: Logger): PortalObservation {
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
