import type { Address } from '@solana/kit'
import { getCreateAssociatedTokenIdempotentInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import { landedWithMemo, tokenAccountOf } from '../../harness/chain-state.ts'
import { expectSettled, expectWords } from '../../harness/paying-portal.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { memoInstruction } from '../../harness/test-wallet.ts'
import { makeStranger, sendAside, tokenTransfer } from '../../harness/wallet-moves.ts'
import { watchWords } from '../../harness/watch-words.ts'

const TOKEN_BASE_UNITS = 1_000_000_000n

let bed: ServerBed
afterEach(() => bed.close())

const reconciled = async () => (await bed.call(endpoints.bulkSender.reconcile)).body

/** Forges a payment of ours as a stranger can: a memo, one token to a recipient, one base unit to our account. */
async function forge(memo: string, recipient: Address): Promise<void> {
  const { mint, issuer: payer } = bed.environment
  const { signer, tokenAccount } = await makeStranger(bed, 2n * TOKEN_BASE_UNITS)
  const ata = await tokenAccountOf(recipient, mint)
  await sendAside(bed, payer, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata,
      owner: recipient,
      mint,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    }),
  ])
  await sendAside(bed, signer, [
    memoInstruction(memo),
    tokenTransfer(bed, signer, tokenAccount, ata, TOKEN_BASE_UNITS),
    tokenTransfer(bed, signer, tokenAccount, bed.sourceTokenAccount, 1n),
  ])
}

test('a stranger’s forged memo changes neither the payments nor the comparison', {
  timeout: 120_000,
}, async () => {
  bed = await prepareServerBed({ claimants: 20 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  const [claimant] = bed.migration.holders
  const recipient = claimant?.solanaAddress as Address
  await forge('ferry:AAAAAAAAAAAAAAAAAAAAAA', recipient)
  const words = watchWords(bed)
  await bed.do(endpoints.bulkSender.start)
  await expect
    .poll(() => landedWithMemo(bed.localnet, bed.sourceTokenAccount).length, { timeout: 30_000 })
    .toBeGreaterThan(1)
  await forge('ferry:BBBBBBBBBBBBBBBBBBBBBB', recipient)
  await bed.untilPaid()

  const [{ owed = 0n, onChain = 0n } = {}, ...others] = await bed.dues()
  expect(onChain).toBe(owed + 2n * TOKEN_BASE_UNITS)
  expect(others.filter((due) => due.onChain !== due.owed)).toEqual([])
  await expect.poll(reconciled).toMatchObject({ agrees: true, differences: [] })
  await bed.kill()
  await bed.start()
  expect(await bed.call(endpoints.public.ready)).toMatchObject({ status: 200 })
  await expectWords(words)
})

test('a stranger’s dust into our account during a run delays nothing', { timeout: 120_000 }, async () => {
  bed = await prepareServerBed({ claimants: 40 })
  await bed.claimAll()
  expect((await bed.configure({ batchSize: 5 })).status).toBe(200)
  const { signer, tokenAccount } = await makeStranger(bed, TOKEN_BASE_UNITS)
  // Some transactions are lost, so that the balance is needed as evidence.
  bed.localnet.faults.use({ seed: 5, rules: [{ kind: 'swallow', probability: 0.3 }] })
  const words = watchWords(bed)
  await bed.do(endpoints.bulkSender.start)
  let isDusting = true
  const dusting = (async () => {
    for (let dust = 1n; isDusting; dust += 1n) {
      await sendAside(bed, signer, [tokenTransfer(bed, signer, tokenAccount, bed.sourceTokenAccount, dust)])
    }
  })()
  try {
    await bed.untilPaid()
  } finally {
    isDusting = false
    await dusting
  }
  await expectSettled(bed)
  await expectWords(words)
})
