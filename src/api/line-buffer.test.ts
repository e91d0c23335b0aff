import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { LineBuffer } from './line-buffer.ts'

function bufferedLog() {
  const write = vi.fn<(text: string) => void>()
  const buffer = new LineBuffer({ write })
  return { log: pino({ base: null, timestamp: false }, buffer), buffer, write }
}

const written = (write: ReturnType<typeof bufferedLog>['write']) => write.mock.calls.map(([text]) => text)

test('the lines of one turn are written at once, in order', async () => {
  const { log, write } = bufferedLog()
  log.info('one')
  log.info('two')
  expect(write).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(write).toHaveBeenCalled())
  expect(written(write)).toEqual(['{"level":30,"msg":"one"}\n{"level":30,"msg":"two"}\n'])
})

test('a warning is written before anything else happens, and what came before it first', () => {
  const { log, write } = bufferedLog()
  log.info('one')
  log.warn('two')
  expect(written(write)).toEqual(['{"level":30,"msg":"one"}\n{"level":40,"msg":"two"}\n'])
})

test('a flush writes what waits, once', async () => {
  const { log, buffer, write } = bufferedLog()
  log.info('one')
  buffer.flush()
  buffer.flush()
  await new Promise(setImmediate)
  expect(written(write)).toEqual(['{"level":30,"msg":"one"}\n'])
})
