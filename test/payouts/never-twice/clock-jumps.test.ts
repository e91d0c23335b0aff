import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { expectSettled, expectWords } from '../../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { watchWords } from '../../harness/watch-words.ts'

const SHIFT_CLOCK = fileURLToPath(new URL('../../harness/shift-clock.ts', import.meta.url))
const MINUTE_MS = 60_000
const THIRTY_DAYS_MS = 30 * 24 * 3_600_000

let bed: ServerBed
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
