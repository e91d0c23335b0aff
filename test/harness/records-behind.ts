import { expect } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ServerBed } from './server-bed.ts'

/**
 * Expects that readiness reports it, and that Start or the run fails with a message; nobody is paid
 * meanwhile.
 */
async function expectBehind(bed: ServerBed): Promise<void> {
  await expect
    .poll(() => bed.call(endpoints.public.ready), { timeout: 60_000, interval: 500 })
    .toMatchObject({ status: 503 })
  await expect.poll(async () => (await bed.status()).running, { timeout: 60_000, interval: 500 }).toBe(false)
  expect(await bed.call(endpoints.bulkSender.start)).toMatchObject({
    status: 409,
    body: { code: 'records_behind_chain', error: expect.stringMatching(/^The chain shows \d+ payments?/) },
  })
}

/**
 * Takes over from the chain, as an operator does, where the server reports that its records are behind, and
 * expects that nobody was paid again.
 */
export async function takeOverWhenBehind(
  bed: ServerBed,
): Promise<{ payments: number; amountUA: string; claims: number }> {
  await expectBehind(bed)
  expect(await bed.overpaid()).toEqual([])
  return bed.do(endpoints.bulkSender.takeOver)
}
