import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))

/** One row of the table of modules in ARCHITECTURE.md. */
interface Module {
  /** A folder, from the root of the repository. */
  folder: string
  /** The names of those that it may import besides itself; null for any. */
  mayImport: ReadonlySet<string> | null
}

interface Import {
  file: string
  /** As it is written. */
  specifier: string
  /** The imported file, from the root of the repository. */
  target: string
}

const MODULES = readModules(readFileSync(join(REPOSITORY, 'ARCHITECTURE.md'), 'utf8'))
const FILES = globSync('{src,tools,lab,test}/**/*.{ts,tsx}', { cwd: REPOSITORY })
const IMPORTS = FILES.flatMap(readImports)

/** Reads the rows: the first cell names folders, and the last one the modules that they may import. */
function readModules(text: string): Module[] {
  const rows = text.matchAll(/^\| (`(?:src|tools|lab|test)[^|]*) \|[^|]*\| ([^|]*) \|$/gm)
  return [...rows].flatMap(([, folders = '', allowed = '']) =>
    [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => ({
      folder,
      mayImport: readAllowed(allowed),
    })),
  )
}

function readAllowed(cell: string): ReadonlySet<string> | null {
  if (cell === 'anything') return null
  return new Set(cell === 'nothing of ours' ? [] : cell.split(', '))
}

function moduleOf(path: string): Module | undefined {
  const containing = MODULES.filter(({ folder }) => path.startsWith(`${folder}/`))
  return containing.sort((one, other) => other.folder.length - one.folder.length)[0]
}

/** "payout" for src/payout, "web/ui" for src/web/ui, "lab/demo" for lab/demo. */
function nameOf({ folder }: Module): string {
  return folder.replace(/^src\//, '')
}

function readImports(file: string): Import[] {
  const text = readFileSync(join(REPOSITORY, file), 'utf8')
  const found = text.matchAll(
    /(?:^import|\bfrom|\bimport\() ?'([^']+)'|new URL\('(\.[^']+\.ts)', import\.meta/gm,
  )
  return [...found]
    .map(([, specifier, url]) => specifier ?? url ?? '')
    .filter((specifier) => /^[.#]/.test(specifier))
    .map((specifier) => ({ file, specifier, target: resolve(file, specifier) }))
}

function resolve(file: string, specifier: string): string {
  if (/^#(?:tools|lab)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return join(dirname(file), specifier)
}

function isFreeToImport(file: string): boolean {
  return file.startsWith('test/') || file.endsWith('.test.ts')
}

describe('the table of modules in ARCHITECTURE.md', () => {
  test('has every folder of sources', () => {
    expect(FILES.filter((file) => !moduleOf(file))).toEqual([])
  })

  test('names no folder and no import that does not exist', () => {
    const names = new Set(MODULES.map(nameOf))
    expect(MODULES.filter(({ folder }) => !FILES.some((file) => file.startsWith(`${folder}/`)))).toEqual([])
    const named = MODULES.flatMap(({ mayImport }) => [...(mayImport ?? [])])
    expect(named.filter((name) => !names.has(name))).toEqual([])
  })

  test('allows every import', () => {
    const refused = IMPORTS.filter(({ file, target }) => {
      const from = moduleOf(file)
      const to = moduleOf(target)
      if (isFreeToImport(file) || !from || from === to || from.mayImport === null) return false
      return !to || !from.mayImport.has(nameOf(to))
    })
    expect(refused.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })
})

/** What has been is told of by its own names. */
const DOCUMENTS = globSync('{*.md,docs/**/*.md,examples/**/*.md}', { cwd: REPOSITORY }).filter(
  (path) => path !== 'CHANGELOG.md' && !path.includes('node_modules'),
)

/** A file of the product may be named from its module on. */
const BEFORE_NAMES = ['', 'src/', 'src/web/']

test.each(DOCUMENTS)('%s names no file that does not exist', (document) => {
  const text = readFileSync(join(REPOSITORY, document), 'utf8')
  const isThere = (path: string) => existsSync(join(REPOSITORY, path))
  const files = text.matchAll(
    /`((?:src|tools|lab|test|docs|examples)\/[\w./-]+\.\w+|(?:[\w-]+\/)+[\w.-]+\.tsx?)`/g,
  )
  const named = [...files].map(([, path = '']) => path)
  expect(named.filter((path) => !BEFORE_NAMES.some((before) => isThere(before + path)))).toEqual([])
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => join(dirname(document), path))
  expect(linked.filter((path) => !isThere(path))).toEqual([])
})

describe('an import', () => {
  test('begins with ./ where the file lies below, in the same module, and with # elsewhere', () => {
    const misspelt = IMPORTS.filter(({ file, specifier, target }) => {
      if (file.startsWith('test/') || specifier.startsWith('../')) return false
      const isBelow = moduleOf(file) === moduleOf(target) && target.startsWith(`${dirname(file)}/`)
      return specifier.startsWith('./') !== isBelow
    })
    expect(misspelt.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })

  test('does not climb within src, but where a test takes what test/ has', () => {
    const climbing = IMPORTS.filter(
      ({ file, specifier, target }) =>
        file.startsWith('src/') &&
        specifier.startsWith('../') &&
        target.includes('/') &&
        !(isFreeToImport(file) && target.startsWith('test/')),
    )
    expect(climbing.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
  })
})
