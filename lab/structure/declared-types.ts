import { relative, resolve } from 'node:path'
import {
  isClassDeclaration,
  isInterfaceDeclaration,
  isTypeAliasDeclaration,
  type Statement,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { isProduct, isTool } from './structure.ts'

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
