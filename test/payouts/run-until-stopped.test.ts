import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { Run } from '#domain/run.ts'
import { systemClock } from '#payout/clock.ts'
import { RunStoppedError, runUntilStopped } from '#payout/run-until-stopped.ts'
import { openStore } from '#store/store.ts'
import { sampleRun } from '../harness/sample-rows.ts'

const never = new AbortController().signal

/** Works without an end of its own, and checks its signal between two steps. */
async function endlessWork(signal: AbortSignal): Promise<never> {
  for (;;) {
    signal.throwIfAborted()
    await systemClock.sleep(20, never)
  }
}

async function withRun(use: (run: Run, store: Awaited<ReturnType<typeof openStore>>) => Promise<void>) {
  const store = await openStore(':memory:')
  const run = await store.runs.create(sampleRun())
  if (!run) throw new Error('A run is under way')
  await use(run, store)
  await store.close()
}

test('work ends soon after its run is stopped', () =>
  withRun(async (run, { runs }) => {
    const working = runUntilStopped(runs, systemClock, run.id, never, endlessWork)
    await runs.askToStop(run.id)
    await expect(working).rejects.toThrow(RunStoppedError)
  }))

test('work that is done is done', () =>
  withRun(async (run, { runs }) => {
    expect(await runUntilStopped(runs, systemClock, run.id, never, async () => 7)).toBe(7)
  }))

test('nothing listens on its behalf once it is done: who listens keeps what it was about', () =>
  withRun(async (run, { runs }) => {
    let signals: AbortSignal[] = []
    await runUntilStopped(runs, systemClock, run.id, never, async (signal) => {
      signals = [signal]
    })
    expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([])
  }))

test('work ends with the process', () =>
  withRun(async (run, { runs }) => {
    const closing = new AbortController()
    const working = runUntilStopped(runs, systemClock, run.id, closing.signal, endlessWork)
    closing.abort(new Error('closing'))
    await expect(working).rejects.toThrow('closing')
  }))
