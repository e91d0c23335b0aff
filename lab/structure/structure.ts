import type { Profiler } from 'node:inspector'
import { relative, resolve } from 'node:path'
import {
  isClassDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** A file by its path from the root of the repository. */
export interface Source {
  path: string
  text: string
}

export interface Size {
  files: number
  lines: number
}

interface Structure {
  /** The modules of the product without their tests, and the number of their test files. */
  modules: Record<string, Size & { testFiles: number }>
  product: Size
  /** Commands beside the product, without their tests. */
  tools: Size
  /** Of lab, test, and the tests beside product and tools. */
  labAndTests: Size
  /** Files of the product under SMALL_LINES. */
  small: string[]
}

/** A file under so many lines is rather a step than something that is looked for. */
export const SMALL_LINES = 25

export function countSources(sources: readonly Source[]): Structure {
  const structure: Structure = {
    modules: {},
    product: { files: 0, lines: 0 },
    tools: { files: 0, lines: 0 },
    labAndTests: { files: 0, lines: 0 },
    small: [],
  }
  for (const { path, text } of sources) {
    const lines = text.split('\n').length - 1
    const [root, name = ''] = path.split('/')
    const module = structure.modules[name] ?? { files: 0, lines: 0, testFiles: 0 }
    if (root === 'src') structure.modules[name] = module
    if (isTool(path)) {
      add(structure.tools, lines)
      continue
    }
    if (!isProduct(path)) {
      add(structure.labAndTests, lines)
      if (root === 'src') module.testFiles++
      continue
    }
    add(structure.product, lines)
    add(module, lines)
    if (lines < SMALL_LINES) structure.small.push(path)
  }
  return structure
}

/** Tells a file of the product from its tests and from what is beside it. */
function isProduct(path: string): boolean {
  return path.startsWith('src/') && !isTest(path)
}

/** Tells a file of the commands beside the product from their tests. */
function isTool(path: string): boolean {
  return path.startsWith('tools/') && !isTest(path)
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function add(size: Size, lines: number): void {
  size.files++
  size.lines += lines
}

/** Returns the names that more than one file declares, each with its files. */
export function sharedNames(declarations: readonly { name: string; path: string }[]) {
  const shared = Map.groupBy(declarations, ({ name }) => name)
  return [...shared]
    .map(([name, found]) => ({ name, paths: [...new Set(found.map(({ path }) => path))].sort() }))
    .filter(({ paths }) => paths.length > 1)
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Lists the files of the product of which a function was called. That a module was evaluated is no call. */
export function calledFiles(coverage: readonly Profiler.ScriptCoverage[], rootUrl: string): string[] {
  return coverage
    .filter(({ url, functions }) => url.startsWith(rootUrl) && functions.some(wasCalled))
    .map(({ url }) => url.slice(rootUrl.length))
    .filter(isProduct)
    .sort()
}

function wasCalled({ functionName, ranges: [range] }: Profiler.FunctionCoverage): boolean {
  const isModule = functionName === '' && range?.startOffset === 0
  return !isModule && range !== undefined && range.count > 0
}

/** Lists the exported interfaces, types and classes that the files of product and tools declare. A re-export declares none. */
export function declaredTypes(root: string, configs: readonly string[]): { name: string; path: string }[] {
  const api = new API({ cwd: root })
  try {
    const snapshot = api.updateSnapshot({ openProjects: configs.map((config) => resolve(root, config)) })
    return snapshot.getProjects().flatMap(({ program }) =>
      program
        .getSourceFileNames()
        .map((file) => ({ file, path: relative(root, file) }))
        .filter(({ path }) => isProduct(path) || isTool(path))
        .flatMap(({ file, path }) =>
          (program.getSourceFile(file)?.statements ?? [])
            .flatMap(exportedType)
            .map((name) => ({ name, path })),
        ),
    )
  } finally {
    api.close()
  }
}

function exportedType(statement: Statement): string[] {
  const isType =
    isInterfaceDeclaration(statement) || isTypeAliasDeclaration(statement) || isClassDeclaration(statement)
  if (!isType || !statement.modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword)) return []
  return statement.name ? [statement.name.text] : []
}
