import type { Guard } from '#lab/mutation/mutant.ts'

const ALERTS = { tests: ['test/observe/alerts.test.ts'] }
const TOLD = { tests: ['src/observe/observed-store.test.ts'] }

/** What is told outside, and what becomes of it when that fails. */
export const OBSERVE_GUARDS: readonly Guard[] = [
  {
    ...TOLD,
    name: 'takes a failed observer for a failed commit',
    file: 'observe/observed-store.ts',
    guard: 'const observe = joinObservers([observer], onFault)',
    without: 'const observe = observer',
  },
  {
    ...TOLD,
    name: "tells a node's key",
    file: 'observe/node-origin.ts',
    guard: "URL.parse(url)?.origin ?? 'an invalid URL'",
    without: 'url',
  },
  {
    name: 'shows metrics to everybody',
    file: 'api/metrics-route.ts',
    guard: "if (!isSameText(readBearerToken(request) ?? '', token)) throw new PortalError('unauthorized')",
    without: '',
    tests: ['test/observe/metrics.test.ts'],
  },
  {
    ...ALERTS,
    name: 'carries an alert wherever a webhook sends it',
    file: 'observe/alerts/post-alert.ts',
    guard: "redirect: 'manual'",
    without: "redirect: 'follow'",
  },
  {
    ...ALERTS,
    name: 'has every server tell',
    file: 'observe/alerts/alert-watch.ts',
    guard:
      'if (fence !== null) await this.#leases.renewDuring(LEASE, fence, () => this.#lookAround(hasStore))',
    without: 'await this.#lookAround(hasStore)',
  },
  {
    ...ALERTS,
    name: 'tells again after each start',
    file: 'observe/alerts/told-conditions.ts',
    guard: 'this.#told ??= await this.#store.begun()',
    without: 'this.#told ??= new Set()',
  },
]
