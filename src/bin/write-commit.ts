import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { COMMIT_FILE, UNKNOWN_COMMIT } from '#config/build.ts'

/** The last step of a build but one: an image has no git, and FERRY_COMMIT instead. */
if (import.meta.main) {
  writeFileSync(COMMIT_FILE, findCommit(fileURLToPath(new URL('../..', import.meta.url)), process.env))
}

/** Finds the commit of the sources in a folder, with `-dirty` where they were changed since. */
export function findCommit(folder: string, { FERRY_COMMIT = '' }: NodeJS.ProcessEnv): string {
  if (FERRY_COMMIT.trim() !== '') return FERRY_COMMIT.trim()
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    // Not the commit of a repository that the folder only lies in.
    if (git('rev-parse', '--show-prefix') !== '') return UNKNOWN_COMMIT
    return git('describe', '--always', '--dirty', '--exclude=*', '--abbrev=12')
  } catch {
    return UNKNOWN_COMMIT
  }
}
