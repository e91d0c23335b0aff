import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { freshSolanaAddress } from '#lab/environment/fresh-solana-address.ts'
import { tokenAccountOf } from '../harness/chain-state.ts'
import { expectSettled } from '../harness/expect-settled.ts'
import { prepareServerBed, type ServerBed } from '../harness/server-bed.ts'
import { unknownSignature } from '../harness/unknown-signature.ts'
import { sendAside, tokenTransfer } from '../harness/wallet-moves.ts'

let bed: ServerBed
afterEach(() => bed.close())

const reconciled = async () => (await bed.call(endpoints.bulkSender.reconcile)).body

/** Sends tokens back to the treasury, by the sending wallet's own key. */
async function moveToTreasury(): Promise<string> {
  const { wallet, mint } = bed.environment
  const treasury = freshSolanaAddress()
  const ata = await tokenAccountOf(treasury, mint)
  return sendAside(bed, wallet, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: wallet,
      ata,
      owner: treasury,
      mint,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    }),
    tokenTransfer(bed, wallet, bed.sourceTokenAccount, ata, 5_000_000_000n),
  ])
}

test('a legitimate transfer out of the wallet is listed separately, and acknowledged with a note', {
  timeout: 180_000,
}, async () => {
  bed = await prepareServerBed({ claimants: 20 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  await bed.untilPaid()
  const signature = await moveToTreasury()
  await expect.poll(reconciled, { timeout: 20_000 }).toMatchObject({ agrees: false })

  const acknowledge = (body: object) => bed.call(endpoints.bulkSender.acknowledge, { body })
  expect(await acknowledge({ signature: unknownSignature(), note: 'another one' })).toMatchObject({
    status: 404,
    body: { code: 'unknown_outflow' },
  })
  expect(await acknowledge({ signature, note: 'back to the treasury' })).toMatchObject({ status: 200 })
  await expectSettled(bed)
})

test('such a transfer in the middle of a run blocks no payment permanently', {
  timeout: 180_000,
}, async () => {
  bed = await prepareServerBed({ claimants: 40 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  // Some transactions are lost, so that the balance is needed as evidence.
  bed.localnet.faults.use({ seed: 5, rules: [{ kind: 'swallow', probability: 0.3 }] })
  await bed.do(endpoints.bulkSender.start)
  await expect
    .poll(async () => (await bed.status()).progress?.successful, { timeout: 30_000 })
    .toBeGreaterThan(0)
  const signature = await moveToTreasury()
  await bed.untilPaid()
  expect((await bed.dues()).filter(({ owed, onChain }) => onChain !== owed)).toEqual([])
  expect(
    await bed.call(endpoints.bulkSender.acknowledge, { body: { signature, note: 'back to the treasury' } }),
  ).toMatchObject({ status: 200 })
  await expectSettled(bed)
})
