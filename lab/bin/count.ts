import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readOptions } from '#bin/read-options.ts'
import { REPOSITORY } from '#lab/mutation/copy-sources.ts'
import { countPaths } from '#lab/structure/count-paths.ts'
import { countSources, declaredTypes, SMALL_LINES, sharedNames } from '#lab/structure/structure.ts'

const values = readOptions(
  { name: 'npm run count', does: 'Counts files and lines by module.' },
  { json: { type: 'string' } },
)

const sources = globSync('{src,tools,lab,test}/**/*.{ts,tsx}', { cwd: REPOSITORY })
  .sort()
  .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }))
const structure = countSources(sources)
const shared = sharedNames(declaredTypes(REPOSITORY, ['tsconfig.json', 'src/web/tsconfig.json']))
const paths = await countPaths(pathToFileURL(REPOSITORY).href.replace(/\/?$/, '/'))

const { modules, product, tools, labAndTests, small } = structure
const row = (name: string, ...figures: (number | string)[]) =>
  console.log(name.padEnd(28) + figures.map((figure) => String(figure).padStart(11)).join(''))

row('', 'lines', 'files', 'test files')
for (const [name, { lines, files, testFiles }] of Object.entries(modules))
  row(`src/${name}`, lines, files, testFiles)
row('product', product.lines, product.files)
row('tools', tools.lines, tools.files)
row('lab and tests', labAndTests.lines, labAndTests.files)
row(`files under ${SMALL_LINES} lines`, '', small.length)
row('names of several types', '', shared.length)
for (const [path, files] of Object.entries(paths)) row(path, '', files.length)

if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ ...structure, sharedNames: shared, paths }, null, 2)}\n`)
}
