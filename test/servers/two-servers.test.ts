import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { Environment } from '#lab/environment/environment.ts'
import { startPostgres } from '#lab/environment/start-postgres.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { untilPaid } from '#lab/rehearsal/pay-all.ts'
import { prepareRehearsalEnvironment, startServer } from '#lab/rehearsal/rehearsal-environment.ts'
import {
  claimAndConfigure,
  compareMigration,
  prepareSmallMigration,
  signedIn,
} from '#lab/rehearsal/small-migration.ts'
import type { Database } from '#store/database/database.ts'
import { openDatabase } from '#store/database/open-database.ts'
import { expectSettled } from '../harness/paying-portal.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

const CLAIMANTS = 45

/** A lease lasts five seconds, and its end is seen within five more; a busy machine takes longer. */
const TAKEN_OVER_WITHIN_MS = 20_000
const TAKE_OVER = { timeout: 90_000 }

interface TwoServers {
  environment: Environment
  /** Of the database that both use. */
  location: string
  env(server: number): Record<string, string>
}

/**
 * Runs two servers on one database; the first is stopped once it has signed, and goes on after the second took over. Returns the
 * number of owners of the wallet's lease under which transactions were journaled.
 */
async function payWithTwoServers({ environment, location, env }: TwoServers): Promise<number> {
  const migration = await prepareSmallMigration(environment, CLAIMANTS)
  const start = (server: number) => startServer(environment, { ...migration, port: 0, env: env(server) })
  const first = await start(1)
  const second = await start(2)
  // Opened before a server is stopped: it may have the lock that opening takes.
  const store = await openDatabase(location)
  try {
    await (await claimAndConfigure(first, environment, migration)).send(endpoints.bulkSender.start)
    await expect.poll(async () => (await readFences(store)).signed, TAKE_OVER).toBe(1)
    await stopUntilTakenOver(first.process, store)
    const client = await signedIn(second, migration)
    await untilPaid(client, CLAIMANTS, 200_000)
    expect(await compareMigration(client, environment, migration)).toEqual({
      unpaid: 0,
      paidTwice: 0,
      wrongAmount: 0,
      disagreements: 0,
    })
    return (await readFences(store)).signed
  } finally {
    first.process.kill('SIGCONT')
    await first.stop()
    await second.stop()
    await store.close()
  }
}

/**
 * Stops a server until another has taken its wallet over. One that was stopped within a transaction has a lock of the database, and
 * nobody takes anything over: it goes on for a moment, and is stopped again.
 */
async function stopUntilTakenOver(server: ChildProcess, store: Database): Promise<void> {
  const deadlineMs = Date.now() + TAKE_OVER.timeout
  const isTakenOver = async () => (await readFences(store)).newest > 1
  do {
    server.kill('SIGSTOP')
    const untilMs = Date.now() + TAKEN_OVER_WITHIN_MS
    while (!(await isTakenOver()) && Date.now() < untilMs) await delay(100)
    server.kill('SIGCONT')
    if (await isTakenOver()) return
    await delay(20)
  } while (Date.now() < deadlineMs)
  throw new Error('Nobody took the wallet over')
}

/** Reads the newest fencing token of a lease, and the number of those under which transactions were journaled. */
async function readFences({ db }: Database): Promise<{ newest: number; signed: number }> {
  const leases = await db.selectFrom('lease').select('fence').execute()
  const signed = await db.selectFrom('attempt').select('fence').distinct().execute()
  return { newest: Math.max(...leases.map(({ fence }) => fence)), signed: signed.length }
}

test('two servers on one PostgreSQL: the stopped one loses the wallet, and nothing is paid twice', {
  timeout: 300_000,
}, async () => {
  const postgres = await startPostgres()
  const environment = await prepareRehearsalEnvironment(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const databaseUrl = await postgres.createDatabase()
    const secretsKey = randomBytes(32).toString('base64')
    const env = (server: number) => ({
      DATABASE_URL: databaseUrl,
      SECRETS_KEY: secretsKey,
      DATA_DIR: join(environment.folder, `server-${server}`),
    })
    expect(await payWithTwoServers({ environment, location: databaseUrl, env })).toBeGreaterThan(1)
  } finally {
    await environment.close()
    await postgres.stop()
  }
})

test('two servers on one SQLite file: the same', { timeout: 300_000 }, async () => {
  const environment = await prepareRehearsalEnvironment(['--slot-ms', '100', '--finalized-after-slots', '10'])
  try {
    const location = join(environment.folder, 'data', 'ferry.sqlite')
    expect(await payWithTwoServers({ environment, location, env: () => ({}) })).toBeGreaterThan(1)
  } finally {
    await environment.close()
  }
})

describe('canary kills', () => {
  /** A server that is killed around its canary: whoever goes on waits for the same canary. */

  const CLAIMANTS = 16
  const CANARY = 5
  const LONG = { timeout: 180_000 }
  const POLL = { timeout: 60_000, interval: 50 }

  type Rules = NonNullable<FaultPlanInput['rules']>

  /** Nothing can be signed without a simulation. */
  const UNSIGNED: Rules = [
    { kind: 'serverError', status: 503, methods: ['simulateTransaction'], probability: 1 },
  ]
  /** What landed is not heard of. */
  const UNHEARD: Rules = [{ kind: 'statusNull', probability: 1 }]
  /** What is sent never reaches the cluster. */
  const LOST: Rules = [{ kind: 'swallow', probability: 1 }]

  interface Signed {
    id: string
    state: string
    payments: number
    journaledAtMs: number
    resolvedAtMs: number | null
    slot: number | null
  }

  /** A run with a canary that was just started, under faults. */
  interface CanaryScene {
    bed: ServerBed
    faults(rules: Rules): void
    /** The transactions that paid or may, in the order in which they were signed. */
    signed(): Signed[]
    inState(...states: string[]): Signed[]
    killAndStart(): Promise<void>
  }

  async function atCanary(rules: Rules, story: (scene: CanaryScene) => Promise<void>): Promise<void> {
    const bed = await prepareServerBed({ claimants: CLAIMANTS })
    try {
      await bed.claimAll()
      expect(await bed.configure()).toMatchObject({ status: 200 })
      const scene = sceneOf(bed)
      scene.faults(rules)
      await bed.do(endpoints.bulkSender.start, { body: { canary: CANARY } })
      await story(scene)
      await expectCanaryFirst(scene)
    } finally {
      await bed.close()
    }
  }

  function sceneOf(bed: ServerBed): CanaryScene {
    const signed = () =>
      bed.rows<Signed>(
        `select attempt.id, attempt.state, count(*) as payments, journaled_at_ms as journaledAtMs,
        resolved_at_ms as resolvedAtMs, slot
       from attempt join attempt_transfer on attempt_transfer.attempt_id = attempt.id
       group by attempt.id order by journaled_at_ms, attempt.id`,
      )
    return {
      bed,
      signed,
      inState: (...states) => signed().filter(({ state }) => states.includes(state)),
      faults: (rules) => bed.localnet.faults.use({ seed: 1, rules }),
      async killAndStart() {
        await bed.kill()
        await bed.start()
      },
    }
  }

  const paymentsIn = (attempts: readonly Signed[]) =>
    attempts.reduce((sum, { payments }) => sum + payments, 0)

  /** Everyone is paid once by the records and the chain, and no other payment was signed before the canary was final. */
  async function expectCanaryFirst({ bed, inState }: CanaryScene): Promise<void> {
    await expect.poll(async () => (await bed.status()).state, POLL).toBe('completed')
    await expectSettled(bed)
    const paid = inState('paid')
    expect(paymentsIn(paid)).toBe(CLAIMANTS)
    const canary = paid.filter((_, index) => paymentsIn(paid.slice(0, index)) < CANARY)
    expect(paymentsIn(canary)).toBe(CANARY)
    const finalAtMs = Math.max(...canary.map(({ resolvedAtMs }) => resolvedAtMs ?? Number.POSITIVE_INFINITY))
    const canarySlot = Math.max(...canary.map(({ slot }) => slot ?? 0))
    for (const { journaledAtMs, slot } of paid.slice(canary.length)) {
      expect(journaledAtMs).toBeGreaterThanOrEqual(finalAtMs)
      expect(slot).toBeGreaterThan(canarySlot)
    }
    const [run] = (await bed.do(endpoints.bulkSender.runs)).runs
    expect(run).toMatchObject({ paid: CLAIMANTS, failed: 0, held: 0, limits: { canary: CANARY } })
  }

  describe('a server that is killed', () => {
    test('before the canary is signed: the canary goes first after the restart', LONG, () =>
      atCanary(UNSIGNED, async ({ bed, faults, signed, killAndStart }) => {
        await expect.poll(async () => (await bed.status()).state, POLL).toBe('waiting')
        expect(signed()).toEqual([])
        await killAndStart()
        faults([])
      }),
    )

    test('while the canary is under way: nothing else is sent until it is final', LONG, () =>
      atCanary(UNHEARD, async ({ bed, faults, signed, inState, killAndStart }) => {
        await expect.poll(() => inState('broadcast', 'confirmed').length, POLL).toBeGreaterThan(0)
        const canary = signed().map(({ id }) => id)
        await killAndStart()
        // It first waits until what was signed before can no longer land; then it would sign.
        for (const state of ['waiting', 'running'])
          await expect.poll(async () => (await bed.status()).state, POLL).toBe(state)
        // The canary landed long ago, and the records can not know it.
        expect((await bed.dues()).filter(({ onChain }) => onChain > 0n)).toHaveLength(CANARY)
        expect(signed().map(({ id }) => id)).toEqual(canary)
        faults([])
      }),
    )

    test('while the canary is lost on the way: the same five are signed anew, alone', LONG, () =>
      atCanary(LOST, async (scene) => {
        const { bed, faults, inState } = scene
        await expect.poll(() => inState('broadcast').length, POLL).toBeGreaterThan(0)
        await bed.kill()
        bed.tick(200)
        faults([])
        await bed.start()
        await expect.poll(() => inState('expired').map(({ payments }) => payments), POLL).toEqual([CANARY])
      }),
    )

    test('between the final canary and the rest: the rest is sent once', LONG, () =>
      atCanary(UNHEARD, async ({ faults, signed, inState, killAndStart }) => {
        await expect.poll(() => inState('broadcast', 'confirmed').length, POLL).toBeGreaterThan(0)
        faults(UNSIGNED)
        await expect.poll(() => paymentsIn(inState('paid')), POLL).toBe(CANARY)
        expect(signed()).toHaveLength(inState('paid').length)
        await killAndStart()
        faults([])
      }),
    )
  })
})
