import { readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The most JavaScript that the first view of the claim page may load, in bytes as Brotli sends them. */
export const FIRST_VIEW_BUDGET_BYTES = 95_000

interface ScriptSize {
  name: string
  /** As Brotli sends it. */
  bytes: number
}

/** Lists the scripts that the built claim page loads before it shows anything: those it names, and their imports. */
export function firstViewScripts(distDir: string): ScriptSize[] {
  const page = readFileSync(join(distDir, 'index.html'), 'utf8')
  const found = new Set<string>()
  const waiting = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const code = readFileSync(join(distDir, name), 'utf8')
    for (const [, path = ''] of code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)) {
      waiting.push(posix.join(posix.dirname(name), path))
    }
  }
  return [...found].map((name) => ({ name, bytes: statSync(join(distDir, `${name}.br`)).size }))
}
