import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const VARIABLES = [...read('src/config/environment.ts').matchAll(/^ {2}([A-Z_]+): /gm)].map(
  ([, name = '']) => name,
)

test('the table of variables has every one, and no other', () => {
  const cells = [...read('docs/operations/configuration.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)]
  const named = cells.flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(VARIABLES.toSorted())
})

test('.env.example has every one that a server reads', () => {
  const example = read('.env.example')
  expect(VARIABLES.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([
    'NEW_SECRETS_KEY',
  ])
})

test('caps name mints and tokens, and nothing else', () => {
  const mint = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
  expect(readEnvironment({ MAX_PAID_PER_DAY: `{"${mint}":"2500.5"}` })).toMatchObject({
    MAX_PAID_PER_DAY: new Map([[mint, '2500.5']]),
    MAX_PAID_PER_RUN: new Map(),
  })
  for (const wrong of ['2500', '[]', `{"${mint}":2500}`, `{"${mint}":"2,500"}`, '{"DEMO":"1"}', '{'])
    expect(() => readEnvironment({ MAX_PAID_PER_RUN: wrong })).toThrow('MAX_PAID_PER_RUN')
})

test('the standalone sender is on unless it is switched off, in one word', () => {
  expect(readEnvironment({}).STANDALONE_SENDER).toBe('on')
  expect(readEnvironment({ STANDALONE_SENDER: 'off' }).STANDALONE_SENDER).toBe('off')
  for (const wrong of ['false', '0', 'OFF', 'no'])
    expect(() => readEnvironment({ STANDALONE_SENDER: wrong })).toThrow(
      'STANDALONE_SENDER: must be on or off',
    )
})
