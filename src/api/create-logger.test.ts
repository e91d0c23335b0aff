import { expect, test } from 'vitest'
import { createLogger, withoutSearch } from './observe-requests.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('info', { write: (line) => lines.push(line) }))
  expect(lines).toHaveLength(1)
  return lines.join()
}

test.each(['authorization', 'password', 'privateKey', 'signature', 'token'])('cuts out %s', (name) => {
  const fields = { [name]: 'a secret', kept: 'a fact' }
  for (const logObject of [fields, { body: fields }, { req: { headers: fields } }]) {
    const line = logged((logger) => logger.info(logObject, 'a line'))
    expect(line).not.toContain('a secret')
    expect(line).toContain('"[redacted]"')
    expect(line).toContain('a fact')
    expect(line).toContain('a line')
  }
})

test('cuts it out of what a child logger carries', () => {
  expect(logged((logger) => logger.child({ req: { token: 'a secret' } }).warn('a line'))).not.toContain(
    'a secret',
  )
})

test('leaves out what is below its level', () => {
  const lines: string[] = []
  createLogger('warn', { write: (line) => lines.push(line) }).info('a line')
  expect(lines).toEqual([])
})

test('writes without a search what it writes otherwise', () => {
  const fields = { event: 'claim_accepted', claimId: 'FY-1' }
  const [searched, unsearched] = [
    logged((logger) => logger.info(fields, 'a claim was accepted')),
    logged((logger) => withoutSearch(logger).info(fields, 'a claim was accepted')),
  ].map((line) => ({ ...JSON.parse(line), time: 0 }))
  expect(unsearched).toEqual(searched)
})

test('writes nothing without a search that is below its level', () => {
  const lines: string[] = []
  const logger = createLogger('error', { write: (line) => lines.push(line) })
  withoutSearch(logger).warn({ event: 'claim_rejected' }, 'a claim was rejected')
  expect(lines).toEqual([])
})
