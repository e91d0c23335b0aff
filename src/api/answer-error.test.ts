import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#domain/portal-error.ts'
import { statusOf } from './answer-error.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Sources that raise no code: the catalogue itself, and the page, which only shows codes. */
const NO_SOURCES = /^src\/(domain\/error-catalogue|api\/error-status|web\/)/

/** Tests that do not count: browser tests show sentences without provoking their errors, and this file names no code. */
const NO_TESTS = /^(test\/browser\/|src\/web\/|src\/api\/error-status)/

const files = globSync('{src,test}/**/*.ts', { cwd: REPOSITORY })
const textOf = (paths: string[]) =>
  paths.map((path) => readFileSync(join(REPOSITORY, path), 'utf8')).join('\n')
const isTest = (path: string) => path.endsWith('.test.ts')

const raised = textOf(
  files.filter((path) => path.startsWith('src/') && !isTest(path) && !NO_SOURCES.test(path)),
)
const tested = textOf(files.filter((path) => isTest(path) && !NO_TESTS.test(path)))

/** Only searches the texts of tests: it does not prove that a test that names a code really sees it answered. */
test.each(ERROR_CODES.filter((code) => raised.includes(`'${code}'`)))(
  'the code %s is named by a test',
  (code) => {
    expect(tested.includes(`'${code}'`)).toBe(true)
  },
)

test('what is scanned is there', () => {
  expect(raised.length).toBeGreaterThan(100_000)
  expect(tested.length).toBeGreaterThan(100_000)
  expect(raised).toContain("'sol_is_program'")
})

/** The page and those who call the API tell errors apart by these. */
test.each<[ErrorCode, number]>([
  ['invalid_request', 400],
  ['invalid_password', 401],
  ['claims_closed', 403],
  ['claims_paused', 403],
  ['no_claim', 404],
  ['already_claimed', 409],
  ['payload_too_large', 413],
  ['not_an_xlsx', 415],
  ['too_many_logins', 429],
  ['internal', 500],
  ['rpc_unreachable', 503],
])('%s is answered with status %i', (code, status) => {
  expect(statusOf(code)).toBe(status)
})
