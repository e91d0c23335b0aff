import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { expectSettled, expectWords } from '../../harness/paying-portal.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { watchWords } from '../../harness/watch-words.ts'

let bed: ServerBed

const SHIFT_CLOCK = fileURLToPath(new URL('../../harness/shift-clock.ts', import.meta.url))
const MINUTE_MS = 60_000
const THIRTY_DAYS_MS = 30 * 24 * 3_600_000
afterEach(() => bed.close())

const successful = async () => (await bed.status()).progress?.successful ?? 0

test.each([
  { name: 'back by a minute', shifts: [-MINUTE_MS] },
  { name: 'ahead by thirty days', shifts: [THIRTY_DAYS_MS] },
  { name: 'ahead by thirty days, and back', shifts: [THIRTY_DAYS_MS, 0] },
])(
  'the server’s clock goes $name in the middle of a run, which goes on',
  { timeout: 180_000 },
  async ({ shifts }) => {
    const env = { NODE_OPTIONS: `--import ${SHIFT_CLOCK}`, CLOCK_SHIFTS_MS: shifts.join(' ') }
    bed = await prepareServerBed({ claimants: 60, env })
    await bed.claimAll()
    expect((await bed.configure({ batchSize: 3 })).status).toBe(200)
    const words = watchWords(bed)
    await bed.do(endpoints.bulkSender.start)
    for (const [index] of shifts.entries()) {
      await expect.poll(successful, { timeout: 30_000 }).toBeGreaterThan(index * 9)
      bed.signal('SIGUSR2')
      // The session may have expired by the new clock.
      await bed.signIn()
      const then = await successful()
      await expect.poll(successful, { timeout: 30_000 }).toBeGreaterThan(then)
    }
    expect((await bed.status()).progress?.estimatedTimeRemaining).toBeGreaterThanOrEqual(0)
    await bed.untilPaid()
    await expectSettled(bed)
    await expectWords(words)
  },
)

/** The server is killed in the middle of a run, with the wallet leased. */
async function payUntilKilled(claimants: number): Promise<void> {
  bed = await prepareServerBed({ claimants })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  await bed.do(endpoints.bulkSender.start)
  await expect
    .poll(async () => (await bed.status()).progress?.successful, { timeout: 30_000 })
    .toBeGreaterThan(0)
  await bed.kill()
}

test('a lease by a clock that is an hour ahead is waited for, with a message, and taken over', {
  timeout: 150_000,
}, async () => {
  await payUntilKilled(40)
  bed.alter('update lease set expires_at_ms = expires_at_ms + 3600000')
  await bed.start()

  const words = watchWords(bed)
  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
  expect(words.messages).toContainEqual(expect.stringMatching(/server/))
})

test('a run waits for a lease for as long as another server renews it', {
  timeout: 150_000,
}, async () => {
  await payUntilKilled(20)
  const paidBefore = (await bed.dues()).filter(({ onChain }) => onChain > 0n).length
  const renew = () =>
    bed.alter(`update lease set owner = 'a server elsewhere', expires_at_ms = ${Date.now() + 3_600_000}`)
  renew()
  const renewing = setInterval(renew, 1_000)
  await bed.start()
  const words = watchWords(bed)
  await new Promise((resolve) => setTimeout(resolve, 25_000))
  clearInterval(renewing)
  const inFlightAtMost = 5
  const paidMeanwhile = (await bed.dues()).filter(({ onChain }) => onChain > 0n).length
  expect(paidMeanwhile).toBeLessThanOrEqual(paidBefore + inFlightAtMost)

  await bed.untilPaid()
  await expectSettled(bed)
  await expectWords(words)
})
