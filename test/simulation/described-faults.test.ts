import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULT_KINDS } from '#lab/simulation/fault-injector.ts'

const DECISION = 'docs/decisions/021-what-the-simulation-takes-for-granted.md'

test('every fault of the simulation is described, and no other', () => {
  const [, faults = ''] = readFileSync(DECISION, 'utf8').split('## Faults\n')
  const rows = faults.split('\n').slice(3)
  const described = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, kind]) => kind))
  expect(described.toSorted()).toEqual(FAULT_KINDS.toSorted())
})
