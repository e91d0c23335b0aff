import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Starts Chromium as its package carries it, without the flags by which that package loosens the browser's security. */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpackChromium()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    chromiumSandbox: false,
    args: ['--font-render-hinting=none'],
    env: { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  })
}

/**
 * The package unpacks itself into the folder for temporary files and uses whatever is there already: test
 * files that start at once would run an incomplete browser. So it is unpacked elsewhere, and moved there by
 * one rename.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(MODULES, '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(MODULES, '.cache'), { recursive: true })
  const aside = mkdtempSync(`${folder}-`)
  // In a process of its own: the folder for temporary files is the whole process's, and others are at work in this one.
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: MODULES,
    env: { ...process.env, TMPDIR: aside },
  })
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
