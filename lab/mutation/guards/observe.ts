import type { Guard } from '#lab/mutation/mutant.ts'

const ALERTS = { tests: ['test/observe/alerts.test.ts'] }
const TOLD = { tests: ['src/store/observed-store.test.ts'] }

/** What is told outside, and what becomes of it when that fails. */
export const OBSERVE_GUARDS: readonly Guard[] = [
  {
    ...TOLD,
    name: 'takes a failed observer for a failed commit',
    file: 'store/store.ts',
    guard: 'const observe = joinObservers([observer], () => {})',
    without: 'const observe = observer',
  },
  {
    ...TOLD,
    name: "tells a node's key",
    file: 'domain/sender.ts',
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
]
