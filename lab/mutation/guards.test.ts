import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MUTANTS } from '#lab/simulation/mutants.ts'
import { REPOSITORY } from './copy-sources.ts'
import { GUARDS } from './guards.ts'
import { countGuard } from './remove-guard.ts'

const ALL = [...GUARDS, ...MUTANTS]

describe('the list of guards', () => {
  test.each(ALL)('$file: "$name": its text occurs once', (mutant) => {
    expect(countGuard(REPOSITORY, mutant)).toBe(1)
    expect(mutant.without).not.toBe(mutant.guard)
  })

  test('names each guard once', () => {
    const names = ALL.map(({ file, name }) => `${file}: ${name}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('names tests that are there', () => {
    const files = new Set(GUARDS.flatMap(({ tests }) => tests))
    expect([...files].filter((file) => !existsSync(join(REPOSITORY, file)))).toEqual([])
    expect(GUARDS.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})
