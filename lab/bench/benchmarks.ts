import type { Benchmark } from './benchmark.ts'

/** The benchmarks by name, in the order in which they are run. Each is loaded when it is run. */
export const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  claims: async () => (await import('./claims.ts')).claims,
  lookups: async () => (await import('./lookups.ts')).lookups,
  start: async () => (await import('./start.ts')).start,
  growth: async () => (await import('./growth.ts')).growth,
  crowd: async () => (await import('./crowd.ts')).crowd,
  overview: async () => (await import('./overview.ts')).overviewBenchmark('overview', 'sqlite'),
  'overview-postgres': async () =>
    (await import('./overview.ts')).overviewBenchmark('overview-postgres', 'postgres'),
  packing: async () => (await import('./payout/packing.ts')).packing,
  payout: async () => (await import('./payout/payout.ts')).payout,
  estimate: async () => (await import('./payout/estimate.ts')).estimate,
  page: async () => (await import('./page.ts')).page,
  'import-csv': async () => (await import('./files/import-lists.ts')).importOf('csv'),
  'import-json': async () => (await import('./files/import-lists.ts')).importOf('json'),
  'import-xlsx': async () => (await import('./files/import-lists.ts')).importOf('xlsx'),
  export: async () => (await import('./files/export-claims.ts')).exportClaims,
}
