import type { Benchmark } from './benchmark.ts'

/** The benchmarks by name, in the order in which they are run. Each is loaded when it is run. */
export const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  claims: async () => (await import('./claims.ts')).claims,
  lookups: async () => (await import('./lookups.ts')).lookups,
  start: async () => (await import('./start.ts')).start,
  growth: async () => (await import('./growth.ts')).growth,
  crowd: async () => (await import('./crowd.ts')).crowd,
  overview: async () => (await import('./overview.ts')).overviewOn('sqlite'),
  'overview-postgres': async () => (await import('./overview.ts')).overviewOn('postgres'),
  packing: async () => (await import('./payout/payout.ts')).packing,
  payout: async () => (await import('./payout/payout.ts')).payout,
  estimate: async () => (await import('./payout/estimate.ts')).estimate,
  page: async () => (await import('./page.ts')).page,
  'import-csv': async () => (await import('./import.ts')).importOf('csv'),
  'import-json': async () => (await import('./import.ts')).importOf('json'),
  'import-xlsx': async () => (await import('./import.ts')).importOf('xlsx'),
}
