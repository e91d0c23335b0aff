import { writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { formatDecimalUnits } from '#domain/amounts.ts'
import { MINT_DECIMALS } from '#lab/environment/environment.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { type FindingBed, prepareFindingBed } from '../harness/finding-bed.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'

let bed: FindingBed
afterEach(() => bed.close())

const sentUA = async () => (await bed.do(endpoints.admin.stats)).totalAmountSent

async function chainUA(): Promise<string> {
  const sum = (await bed.dues()).reduce((total, { onChain }) => total + onChain, 0n)
  return formatDecimalUnits(sum, MINT_DECIMALS)
}

test('the sum sent is what was recorded, to the base unit; unproved marks are not part of it', {
  timeout: 120_000,
}, async () => {
  bed = await prepareFindingBed({ claimants: 12 })
  const { holders, allocationsFile } = bed.migration
  // Three more decimals than the token's: the rest can not be paid.
  const rows = holders.map(({ address }, index) => `${address},${index + 1}.000000001999`)
  writeFileSync(allocationsFile, ['address,amountUA', ...rows].join('\n'))
  await bed.do(endpoints.admin.reloadAllocations)
  await bed.claimAll()
  expect((await bed.configure()).status).toBe(200)
  const { claims } = await bed.do(endpoints.admin.claims)
  const [marked] = claims
  await bed.do(endpoints.admin.markSent, { body: { id: marked?.id, tx: unknownSignature(), force: true } })
  expect(await sentUA()).toBe('0')

  await bed.untilPaid()
  expect(await sentUA()).toBe(await chainUA())
  const dues = await bed.dues()
  expect(dues.filter(({ onChain }) => onChain === 0n)).toHaveLength(1)
  expect(dues.filter(({ owed, onChain }) => onChain !== 0n && onChain !== owed)).toEqual([])
})

test('of a plain run, the sum sent is the sum on the chain', { timeout: 120_000 }, async () => {
  bed = await prepareFindingBed({ claimants: 30 })
  await bed.claimAll()
  expect((await bed.configure()).status).toBe(200)
  await bed.untilPaid()
  await expectSettled(bed)
  expect(await sentUA()).toBe(await chainUA())
  expect(await sentUA()).toBe(bed.owedUA)
})
