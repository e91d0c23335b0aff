import { readFileSync } from 'node:fs'

/** The build that runs: its version, and the commit that `npm run build` was run on. */
export interface Build {
  version: string
  /** `unknown` where nothing was built, or neither git nor FERRY_COMMIT knew. */
  commit: string
}

/** Where `npm run build` leaves the commit, beside the page. */
export const COMMIT_FILE = new URL('../../dist/commit', import.meta.url)

export const UNKNOWN_COMMIT = 'unknown'

export const BUILD: Build = { version: readVersion(), commit: readCommit(COMMIT_FILE) }

/** From package.json. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}

export function readCommit(file: URL): string {
  try {
    return readFileSync(file, 'utf8').trim() || UNKNOWN_COMMIT
  } catch {
    return UNKNOWN_COMMIT
  }
}
