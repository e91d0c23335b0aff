import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY } from '#lab/mutation/copy-sources.ts'
import { calledFiles, countSources, declaredTypes, sharedNames } from './structure.ts'

const linesOf = (count: number) => 'x\n'.repeat(count)

test('tests, tools and lab are counted apart from the product, and small files are named', () => {
  const structure = countSources([
    { path: 'src/store/claims/claims.ts', text: linesOf(25) },
    { path: 'src/store/oldest.ts', text: linesOf(24) },
    { path: 'src/store/claims.test.ts', text: linesOf(7) },
    { path: 'src/web/ui/Card.test.tsx', text: linesOf(5) },
    { path: 'src/web/ui/Card.tsx', text: linesOf(40) },
    { path: 'tools/claim/portal.ts', text: linesOf(6) },
    { path: 'tools/claim/portal.test.ts', text: linesOf(1) },
    { path: 'lab/bin/demo.ts', text: linesOf(3) },
    { path: 'test/store/copy.test.ts', text: linesOf(2) },
  ])
  expect(structure).toEqual({
    modules: {
      store: { files: 2, lines: 49, testFiles: 1 },
      web: { files: 1, lines: 40, testFiles: 1 },
    },
    product: { files: 3, lines: 89 },
    tools: { files: 1, lines: 6 },
    labAndTests: { files: 5, lines: 18 },
    small: ['src/store/oldest.ts'],
  })
})

test('a name is shared where two files declare it, not where one exports it again or keeps it to itself', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ferry-structure-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  await mkdir(join(root, 'src'))
  const files = {
    'tsconfig.json': '{ "include": ["src"], "compilerOptions": { "types": [] } }',
    'src/one.ts':
      'export interface Hold { id: string }\nexport class Run {}\nexport type Own = 1\nexport const Hold = 1\n',
    'src/two.ts': "export type Hold = string\nexport type { Run } from './one'\ntype Own = 2\n",
    'src/two.test.ts': 'export type Own = 3\n',
    'src/three.ts': 'export class Hold {}\n',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)

  expect(sharedNames(declaredTypes(root, ['tsconfig.json']))).toEqual([
    { name: 'Hold', paths: ['src/one.ts', 'src/three.ts', 'src/two.ts'] },
  ])
})

test('no exported type name of product and tools has two meanings', { timeout: 120_000 }, () => {
  expect(sharedNames(declaredTypes(REPOSITORY, ['tsconfig.json', 'src/web/tsconfig.json']))).toEqual([])
})

test('a file is called where one of its functions was, not where it was only loaded', () => {
  const ran = (functionName: string, startOffset: number, count: number) => ({
    functionName,
    isBlockCoverage: false,
    ranges: [{ startOffset, endOffset: startOffset + 9, count }],
  })
  const script = (path: string, ...functions: ReturnType<typeof ran>[]) => ({
    scriptId: path,
    url: `file:///ferry/${path}`,
    functions,
  })
  const coverage = [
    script('src/store/claims/claims.ts', ran('', 0, 1), ran('claimStore', 20, 2)),
    script('src/domain/amounts.ts', ran('', 0, 0), ran('', 30, 1)),
    script('src/domain/loaded.ts', ran('', 0, 1), ran('unused', 20, 0)),
    script('src/domain/amounts.test.ts', ran('check', 20, 1)),
    script('lab/bin/count.ts', ran('row', 20, 1)),
    script('node_modules/src/other.ts', ran('other', 20, 1)),
  ]
  expect(calledFiles(coverage, 'file:///ferry/')).toEqual([
    'src/domain/amounts.ts',
    'src/store/claims/claims.ts',
  ])
})
