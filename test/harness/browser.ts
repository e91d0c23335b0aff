import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

interface BrowserOptions {
  /** Writes scripts that neither our fonts nor the package's have with the machine's: pages then look different elsewhere. */
  systemFonts?: boolean
}

/** Starts Chromium as its package carries it, without the flags by which that package loosens the browser's security. */
export async function launchBrowser({ systemFonts = false }: BrowserOptions = {}): Promise<Browser> {
  const folder = await unpackChromium()
  const fonts = join(folder, systemFonts ? 'all-fonts.conf' : 'fonts.conf')
  writeIfOther(fonts, fontsIn(join(folder, 'fonts'), systemFonts ? '/etc/fonts/fonts.conf' : ''))
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    chromiumSandbox: false,
    args: ['--font-render-hinting=none'],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
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
  try {
    renameSync(aside, folder)
  } catch {
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

/** The file names its own folder, which may have been moved. Several browsers that start at once read it. */
function writeIfOther(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, content)
  renameSync(aside, path)
}

/** A browser that finds no font at all does not start, and one that finds none of its own draws no text. */
function fontsIn(folder: string, besides = ''): string {
  const include = besides && `<include ignore_missing="yes">${besides}</include>`
  return `<?xml version="1.0"?><fontconfig>${include}<dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`
}
