import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** A font as its package carries it, and what the pages use of it. */
interface Font {
  family: string
  /** Its package, in @fontsource-variable. */
  name: string
  keepFeatures: readonly string[]
  /** Divides the characters of one of the package's files into those of ours. */
  divide(subset: string, characters: number[]): number[][]
}

/** The pages' weights are regular, medium and semibold. */
const VARIATION_AXES = { wght: { min: 400, max: 600, default: 400 } }

/** What shapes text of any language. */
const SHAPING = ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'rvrn']

/** Addresses, amounts in any of the page's languages, messages, and what stands between them. */
const MONO_EXTRAS = [...'\u00a0·×–—‘’“”•…\u2009\u202f→−≈≤≥']

const FONTS: readonly Font[] = [
  {
    family: 'Inter Variable',
    name: 'inter',
    keepFeatures: [...SHAPING, 'tnum'],
    divide: (subset, characters) => (subset === 'latin-ext' ? apart(characters, isEuropean) : [characters]),
  },
  {
    family: 'JetBrains Mono Variable',
    name: 'jetbrains-mono',
    keepFeatures: [...SHAPING, 'zero'],
    divide: (subset, characters) => (subset === 'latin' ? [characters.filter(isInMono)] : []),
  },
]

/**
 * Makes the fonts of the pages, each file for a range of characters, with `fonts.css` that names them: a browser fetches what
 * a page uses. Returns the folder, which is made once for each state of its sources.
 */
export async function subsetFonts(): Promise<string> {
  const folder = join(MODULES, '.cache', `fonts-${await hashSources()}`)
  if (existsSync(folder)) return folder
  await mkdir(join(MODULES, '.cache'), { recursive: true })
  const aside = await mkdtemp(`${folder}-`)
  const sheets = await Promise.all(FONTS.map((font) => makeFont(font, aside)))
  await writeFile(join(aside, 'fonts.css'), sheets.join('\n'))
  // Another build may have been quicker.
  await rename(aside, folder).catch(() => rm(aside, { recursive: true, force: true }))
  return folder
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(fileURLToPath(import.meta.url)))
  for (const name of [...FONTS.map(({ name }) => `@fontsource-variable/${name}`), 'subset-font'])
    hash.update(await readFile(join(MODULES, name, 'package.json')))
  return hash.digest('hex').slice(0, 16)
}

/** Writes the files of a font, and returns their style sheet. */
async function makeFont({ family, name, keepFeatures, divide }: Font, folder: string): Promise<string> {
  const source = join(MODULES, '@fontsource-variable', name)
  const faces = readFaces(await readFile(join(source, 'wght.css'), 'utf8'))
  const made = faces.flatMap(({ subset, file, characters }) =>
    divide(subset, characters).map(async (part, index) => {
      const text = String.fromCodePoint(...part)
      const options = { targetFormat: 'woff2', keepFeatures, variationAxes: VARIATION_AXES } as const
      const made = await subsetFont(await readFile(join(source, file)), text, options)
      const as = `${name}-${subset}${index || ''}.woff2`
      await writeFile(join(folder, as), made)
      return `@font-face{font-family:"${family}";font-display:swap;font-weight:400 600;src:url(./${as}) format("woff2");unicode-range:${rangesOf(part)}}`
    }),
  )
  return (await Promise.all(made)).join('\n')
}

/** Reads the files that a package's style sheet names, and the characters that each is for. */
function readFaces(css: string) {
  const faces = css.matchAll(/\/\* \S+?-((?:latin|cyrillic|greek|vietnamese)\S*?)-wght-normal \*\/(.*?)\}/gs)
  return [...faces].map(([, subset = '', face = '']) => {
    const [, file = ''] = /url\(\.\/([^)]+)\)/.exec(face) ?? []
    const [, ranges = ''] = /unicode-range: ([^;]+);/.exec(face) ?? []
    return { subset, file, characters: ranges.split(',').flatMap(charactersOf) }
  })
}

/** U+0301, or U+0400-045F. */
function charactersOf(range: string): number[] {
  const [first = 0, last = first] = range
    .trim()
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function rangesOf(characters: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const code of characters) {
    const last = ranges.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',')
}

function apart(characters: number[], isFirst: (code: number) => boolean): number[][] {
  return [characters.filter(isFirst), characters.filter((code) => !isFirst(code))]
}

/** Of Turkish, Polish, Czech, Romanian and their neighbours: few among the letters of all languages in Latin script. */
function isEuropean(code: number): boolean {
  return code <= 0x17f || (code >= 0x218 && code <= 0x21b) || code === 0x20ba
}

function isInMono(code: number): boolean {
  return (code >= 0x20 && code <= 0x7e) || MONO_EXTRAS.includes(String.fromCodePoint(code))
}
