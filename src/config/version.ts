import { readFileSync } from 'node:fs'

/** Ferry's version, from package.json. */
export const VERSION = readVersion()

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
