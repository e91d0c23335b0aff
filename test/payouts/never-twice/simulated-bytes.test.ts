import { afterEach, expect, test } from 'vitest'
import { landedWithMemo } from '../../harness/chain-state.ts'
import { expectSettled, expectWords } from '../../harness/paying-portal.ts'
import { prepareServerBed, type ServerBed } from '../../harness/server-bed.ts'
import { watchWords } from '../../harness/watch-words.ts'

let bed: ServerBed
afterEach(() => bed.close())

test('a node that broadcasts simulated bytes pays nobody', { timeout: 120_000 }, async () => {
  bed = await prepareServerBed({ claimants: 40 })
  bed.localnet.faults.use({ seed: 1, rules: [{ kind: 'relaySimulated', probability: 1 }] })
  await bed.claimAll()
  expect((await bed.configure()).status).toBe(200)
  const words = watchWords(bed)
  await bed.untilPaid()

  const { relaySimulated, relayedTransactions } = bed.localnet.faults.status().counts
  expect(relaySimulated).toBeGreaterThan(0)
  expect(relayedTransactions).toBeUndefined()
  const journaled = bed.rows<{ signature: string }>('select signature from attempt')
  const landed = landedWithMemo(bed.localnet, bed.sourceTokenAccount)
  const known = new Set(journaled.map(({ signature }) => signature))
  expect(landed.filter(({ signature }) => !known.has(signature))).toEqual([])
  await expectSettled(bed)
  await expectWords(words)
})
