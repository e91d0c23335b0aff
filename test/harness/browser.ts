import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Starts Chromium as its package carries it, without the flags by which that package loosens the browser's security. */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpackChromium()
  return playwright.launch({
    executablePath: join(folder, 'chromium'),
    chromiumSandbox: false,
    args: ['--font-render-hinting=none'],
    env: { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  })
}

/**
 * The package unpacks itself into the folder for temporary files and takes whatever lies there for finished: test files
 * that start at once would run half a browser. So it is unpacked aside, and put in its place by one rename.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(MODULES, '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(MODULES, '.cache'), { recursive: true })
  const aside = mkdtempSync(`${folder}-`)
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = aside
  try {
    await chromium.executablePath()
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
  writeFileSync(join(aside, 'fonts.conf'), fontsIn(join(folder, 'fonts')))
  try {
    renameSync(aside, folder)
  } catch {
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

/** A browser that finds no font at all does not start. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`
}
