import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    // Starting PostgreSQL is most of what the tests beside the code take: `npm run test:unit` does without.
    env: { TEST_POSTGRES: mode === 'unit' ? 'off' : 'on' },
    include: ['src/**/*.test.ts', 'lab/**/*.test.ts', 'test/**/*.test.ts'],
    // Each file in a process of its own: native bindings, worker threads and signal handlers are part of what is tested.
    pool: 'forks',
    // Much of it waits, for finality or for a page: three at a time even on two cores.
    maxWorkers: 3,
    testTimeout: 20_000,
    // What a page or a server comes to say takes as long as the machine is busy.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
  },
}))
