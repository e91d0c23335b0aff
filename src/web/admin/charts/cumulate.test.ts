import { expect, test } from 'vitest'
import { cumulate } from './cumulate.ts'

test('each point is the total by then, from zero on', () => {
  const points = [
    { at: 0, submitted: 2, sent: 0 },
    { at: 3600, submitted: 0, sent: 1 },
    { at: 7200, submitted: 3, sent: 1 },
  ]
  expect(cumulate({ bucketSeconds: 3600, points })).toEqual([
    { at: 0, submitted: 0, sent: 0 },
    { at: 3600, submitted: 2, sent: 0 },
    { at: 7200, submitted: 2, sent: 1 },
    { at: 10_800, submitted: 5, sent: 2 },
  ])
})

test('no buckets give no points', () => {
  expect(cumulate({ bucketSeconds: 3600, points: [] })).toEqual([])
})
