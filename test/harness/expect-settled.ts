import { expect } from 'vitest'
import { endpoints } from '#api-schema/endpoints.ts'
import type { ServerBed } from './server-bed.ts'
import type { WordsWatch } from './watch-words.ts'

/**
 * The limit for a run without a message: a faulty node is to be named within 20 s, and the machine may be
 * busy.
 */
const LONGEST_SILENCE_MS = 30_000

/**
 * Expects that everyone was paid once and exactly, that the records call everyone sent, and that the
 * comparison with the chain agrees.
 */
export async function expectSettled(bed: ServerBed): Promise<void> {
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

/** Expects that every message is a sentence for a person, not an internal error. */
export function expectSentences(messages: readonly string[]): void {
  for (const message of messages) {
    expect(message).not.toMatch(/[{}$<>]|undefined|\b[A-Z][a-z]+Error\b|Symbol\(|\[object/)
    expect(message).toMatch(/^[A-Z0-9].* .*/)
  }
}

/** Ends the watch, and expects that nothing waited without a message, and that all messages are sentences. */
export async function expectWords(words: WordsWatch): Promise<void> {
  await words.stop()
  expect(words.longestSilenceMs()).toBeLessThan(LONGEST_SILENCE_MS)
  expectSentences(words.messages)
}
