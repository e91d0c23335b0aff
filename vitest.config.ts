import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that leave nothing behind in their process: one runs many files of them, and loads what they share once. */
const SHARING = '{src,tools,test/api,test/lists}/**/*.test.ts'

/** `npm test`: what shows within minutes whether a change broke something. The rest is in `npm run test:all`. */
const QUICK = ['lab/**/*.test.ts', 'test/*.test.ts']

/** Tests of the lab. The localnet's wait for finality, and who changes the localnet runs them. */
const NOT_QUICK = ['lab/localnet/**']

export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick'
  return {
    test: {
      // Starting PostgreSQL is most of what the quick tests would take.
      env: { TEST_POSTGRES: isQuick ? 'off' : 'on' },
      projects: [
        { extends: true, test: { name: 'sharing', include: [SHARING], isolate: false } },
        {
          extends: true,
          test: {
            name: 'apart',
            include: isQuick ? QUICK : ['{lab,test}/**/*.test.ts'],
            exclude: [...configDefaults.exclude, ...(isQuick ? NOT_QUICK : ['test/{api,lists}/**'])],
          },
        },
      ],
      // Else each file in a process of its own: native bindings, worker threads and signal handlers are part of what is tested.
      pool: 'forks',
      // Much of it waits, for finality or for a page: more at a time than there are cores.
      maxWorkers: isQuick ? 5 : 3,
      // What a page or a server comes to say takes as long as the machine is busy: these bound only what never comes.
      testTimeout: 90_000,
      expect: { poll: { timeout: 30_000 } },
      hookTimeout: 90_000,
    },
  }
})
