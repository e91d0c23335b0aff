import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DISTRIBUTION_SHAPES } from './distribution-shapes.ts'
import { LIST_SHAPES } from './list-shapes.ts'
import { AFTER_ONE_CLICK } from './one-click.ts'

test('the document counts the ways as they are here', () => {
  const document = readFileSync('docs/operations/list-formats.md', 'utf8')
  const count = (shapes: readonly { way: string }[], way: string) =>
    shapes.filter((shape) => shape.way === way).length
  const row = (words: string, way: string) =>
    `| ${words} | ${count(LIST_SHAPES, way)} | ${count(DISTRIBUTION_SHAPES, way)} |`
  const { right, words, choice, wrong } = AFTER_ONE_CLICK
  for (const line of [
    row('read right, with no question', 'right'),
    `${row('asked about', 'asked')} ${right} right, ${words} after typed words, ${choice} after a choice, ${wrong} wrong |`,
    row('refused in words', 'refused'),
    row('held against the supply', 'supply'),
    '| read wrong, with no question | 0 | 0 |',
  ])
    expect(document).toContain(line)
})
