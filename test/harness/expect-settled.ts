import { expect } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { FindingBed } from './finding-bed.ts'
import type { WordsWatch } from './watch-words.ts'

/** A node that hangs or lies is to be named within 20 s; the machine may be busy. */
const LONGEST_SILENCE_MS = 30_000

/** Nobody was paid twice, wrong or not at all; the records call everyone sent; and the comparison with the chain agrees. */
export async function expectSettled(bed: FindingBed): Promise<void> {
  bed.localnet.faults.use({ seed: 0 })
  expect((await bed.dues()).filter(({ owed, onChain }) => onChain !== owed)).toEqual([])
  for (const { address } of bed.migration.holders) {
    expect(await bed.do(endpoints.public.claim, { params: { eth: address } })).toMatchObject({
      status: 'sent',
    })
  }
  await expect
    .poll(async () => (await bed.call(endpoints.bulkSender.reconcile)).body, { timeout: 20_000 })
    .toMatchObject({ agrees: true })
}

/** Whatever a person was shown is a sentence, not the inside of a program. */
export function expectSentences(messages: readonly string[]): void {
  for (const message of messages) {
    expect(message).not.toMatch(/[{}$<>]|undefined|\b[A-Z][a-z]+Error\b|Symbol\(|\[object/)
    expect(message).toMatch(/^[A-Z0-9].* .*/)
  }
}

/** Ends the watch: nothing waited without words, and the words were meant for people. */
export async function expectWords(words: WordsWatch): Promise<void> {
  await words.stop()
  expect(words.longestSilenceMs()).toBeLessThan(LONGEST_SILENCE_MS)
  expectSentences(words.messages)
}
