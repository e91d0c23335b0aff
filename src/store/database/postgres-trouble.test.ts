import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresTrouble } from './open-postgres.ts'

function ofState(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('test', 1, 'error')
  error.code = code
  return error
}

test.each([
  ['57P01', 'away'],
  ['08006', 'away'],
  ['53300', 'busy'],
  ['53100', 'full'],
  ['55P03', 'busy'],
  ['57014', 'late'],
  ['25006', 'read_only'],
  ['28P01', 'refused'],
  ['3D000', 'refused'],
  ['XX001', 'damaged'],
])('SQLSTATE %s: %s', (code, trouble) => {
  expect(postgresTrouble(ofState(code))?.trouble).toBe(trouble)
})

test.each(['23505', '40P01', '42P01', '22003', 'P0001'])(
  'SQLSTATE %s is the statement, not the database',
  (code) => {
    expect(postgresTrouble(ofState(code))).toBeNull()
  },
)

test.each([
  ['Connection terminated unexpectedly', 'away'],
  ['Query read timeout', 'late'],
  ['timeout exceeded when trying to connect', 'busy'],
  ['The server does not support SSL connections', 'insecure'],
])('the driver says "%s": %s', (message, trouble) => {
  expect(postgresTrouble(new Error(message))?.trouble).toBe(trouble)
})

test('an error of ours is none of the database', () => {
  expect(postgresTrouble(new TypeError('x is not a function'))).toBeNull()
})
