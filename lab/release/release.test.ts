import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILD } from '#config/build.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { REPOSITORY, readStages, releaseNotes } from './build-image.ts'

const read = (name: string) => readFileSync(join(REPOSITORY, name), 'utf8')

test('the image that is made by default is the last stage, and its server runs as its own user', () => {
  const stages = readStages(read('Dockerfile'))
  expect(stages.map(({ name }) => name)).toEqual(['page', 'demo', 'dependencies', 'ferry'])
  for (const { name, steps } of stages.filter(({ name }) => name === 'demo' || name === 'ferry'))
    expect(steps.at(-1), name).toMatchObject({ instruction: 'CMD', byServer: true })
})

test('the version that package.json names has its part of the changelog', () => {
  expect(releaseNotes(read('CHANGELOG.md'), BUILD.version)).toMatch(/^### To do when upgrading\n/)
})

test('notes are one version, whole; a version without any is refused with words', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- c\n\n## 1.1.0 — 2026-01-02\n\n### Added\n\n- b\n\n## 1.0.0 — 2026-01-01\n\n- a\n'
  expect(releaseNotes(changelog, '1.1.0')).toBe('### Added\n\n- b\n')
  expect(releaseNotes(changelog, '1.0.0')).toBe('- a\n')
  expect(() => releaseNotes(changelog, '1.2.0')).toThrow('no section "## 1.2.0 — <date>"')
})

test('what the lock file installs can be listed: no package has another version than one asks for', () => {
  const { components } = JSON.parse(billOfMaterials(REPOSITORY))
  const names = components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'viem']))
  expect(names).not.toContain('vitest')
})
