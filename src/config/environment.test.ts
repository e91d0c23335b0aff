import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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
