import { expect, test } from 'vitest'
import { type Measured, shareOfTarget } from './measured.ts'
import { renderChart } from './render-chart.ts'
import { renderFigures, renderTable } from './render-table.ts'

const spread = { median: 1_400, min: 1_300, max: 1_500 }
const MEASURED: Measured[] = [
  {
    on: '2026-01-02',
    machine: '2 × CPU',
    reports: [
      {
        name: 'claims',
        about: 'signed claims & more',
        rounds: 3,
        figures: { Ferry: { 'claims/s': spread } },
        targets: [
          { figure: 'claims/s', beside: 'obvious', atLeast: 25, reached: 12.5, isMet: false },
          {
            figure: 'p99 ms',
            beside: 'obvious',
            besideFigure: 'p50 ms',
            atMost: 1,
            reached: 0.4,
            isMet: true,
          },
          { figure: 'errors', of: 'three servers', atMost: 0, reached: 0, isMet: true },
        ],
      },
    ],
  },
]

test('a table has a line for each target', () => {
  expect(renderTable(MEASURED).split('\n').slice(2)).toEqual([
    "| `claims` | claims/s ÷ obvious's | 12.5 | at least 25 | no |",
    "| `claims` | p99 ms ÷ obvious's p50 ms | 0.4 | at most 1 | yes |",
    '| `claims` | three servers: errors | 0 | at most 0 | yes |',
  ])
})

test('the figures have their benchmark, day and machine', () => {
  const text = renderFigures(MEASURED)
  expect(text).toContain('Signed claims & more. 3 rounds, 2026-01-02, 2 × CPU.')
  expect(text).toContain('| Ferry | 1,400 claims/s (1,300–1,500) |')
})

test('a bar is as long as the share of its target, and escaped', () => {
  expect(MEASURED[0]?.reports[0]?.targets.map(shareOfTarget)).toEqual([0.5, 2.5, 1])
  const chart = renderChart(MEASURED)
  expect(chart.match(/class="met"/g)).toHaveLength(1)
  expect(chart.match(/class="missed"/g)).toHaveLength(1)
  expect(chart).toContain('width="92.5"')
})
