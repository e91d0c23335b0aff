import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { unknownSignature } from '../../harness/sample-rows.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { memoInstruction } from '../../harness/test-wallet.ts'
import { sendAside } from '../../harness/wallet-moves.ts'

let bed: ServerBed
afterEach(() => bed.close())

test('marked sent before a sender was configured, then reset: can not claim and be paid again', {
  timeout: 60_000,
}, async () => {
  bed = await prepareServerBed({ claimants: 4 })
  await bed.claimAll()
  const { claims } = await bed.do(endpoints.admin.claims)
  const proofless = await sendAside(bed, bed.environment.issuer, [memoInstruction('paid with another tool')])
  const transactions = [proofless, unknownSignature(), unknownSignature()]
  for (const [index, tx] of transactions.entries()) {
    const mark = { id: claims[index]?.id, tx }
    const answer = await bed.call(endpoints.admin.markSent, { body: mark })
    if (answer.status !== 200) await bed.do(endpoints.admin.markSent, { body: { ...mark, force: true } })
  }
  await bed.do(endpoints.admin.resetClaims)

  const marked = new Set<string>(
    claims.slice(0, transactions.length).map(({ evmAddr }: { evmAddr: string }) => evmAddr.toLowerCase()),
  )
  for (const holder of bed.migration.holders) {
    const answer = await bed.claim(holder)
    expect(answer).toMatchObject(
      marked.has(holder.address.toLowerCase())
        ? { status: 409, body: { code: 'already_paid' } }
        : { status: 200 },
    )
  }
  expect((await bed.configure()).status).toBe(200)
  await bed.untilPaid()
  expect((await bed.dues()).filter(({ onChain }) => onChain > 0n)).toHaveLength(1)
  expect(await bed.overpaid()).toEqual([])
})
