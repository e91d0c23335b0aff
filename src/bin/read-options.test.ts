import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOptions } from './read-options.ts'

const OPTIONS = {
  seeds: { type: 'string', default: '10' },
  json: { type: 'string', choices: ['a.json', 'b.json'] },
  mutants: { type: 'boolean', default: false },
} as const

const COMMAND = { name: 'npm run try', does: 'Tries it.' }

const said: string[] = []
beforeEach(() => {
  said.length = 0
  vi.spyOn(console, 'error').mockImplementation((text) => said.push(text))
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`status ${status}`)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('what is given counts, and else the defaults', () => {
  expect({ ...readOptions(COMMAND, OPTIONS, ['--seeds', '3', '--mutants']) }).toEqual({
    seeds: '3',
    mutants: true,
  })
  expect({ ...readOptions(COMMAND, OPTIONS, []) }).toEqual({ seeds: '10', mutants: false })
})

test.each([
  ['an option that there is not', ['--sedes', '3'], "Unknown option '--sedes'."],
  ['a missing value', ['--json'], "Option '--json <value>' argument missing."],
  ['words without an option', ['3'], "Unexpected argument '3'."],
  ['what is not among the choices', ['--json', 'c.json'], "--json takes a.json, b.json: not 'c.json'."],
  ['what is no number', ['--seeds', '1e3'], "--seeds takes a whole number, not '1e3'."],
])('%s ends the command with the options there are', (_what, args, sentence) => {
  expect(() => readOptions(COMMAND, OPTIONS, args)).toThrow('status 2')
  expect(said).toEqual([
    `${sentence} The options of this command: --seeds <value> (10), --json <value>, --mutants.`,
  ])
})
