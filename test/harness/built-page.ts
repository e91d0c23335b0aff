import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache')

/** Longer than any run of the tests, which may still read its page. */
const KEPT_MS = 3_600_000

const SOURCES = [
  'vite.config.ts',
  'package-lock.json',
  'src/bin/verify-page.ts',
  'src/{web,api-schema,domain,proofs}/**/*.*',
]

/**
 * The page as `npm run build` makes it, in a folder of its own: it is built once for each state of its sources, and
 * nothing that is built elsewhere meanwhile changes it.
 */
export async function builtPage(): Promise<string> {
  const folder = join(CACHE, `page-${hashSources()}`)
  if (existsSync(folder)) return folder
  removeOldPages()
  mkdirSync(CACHE, { recursive: true })
  const aside = mkdtempSync(`${CACHE}/aside-`)
  // A process of its own: the tests' NODE_ENV would build React for development.
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', aside, '--emptyOutDir'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    renameSync(aside, folder)
  } catch {
    // Another test file has built it already.
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const name of globSync(SOURCES, { cwd: ROOT }).sort())
    hash.update(name).update(readFileSync(join(ROOT, name)))
  return hash.digest('hex').slice(0, 16)
}

function removeOldPages(): void {
  for (const folder of globSync(`${CACHE}/page-*`)) {
    if (statSync(folder).mtimeMs < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true })
  }
}
