import { describe, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { FaultPlanInput } from '#lab/localnet/faults/fault-plan.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'

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

const paymentsIn = (attempts: readonly Signed[]) => attempts.reduce((sum, { payments }) => sum + payments, 0)

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
