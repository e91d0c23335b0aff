import { CommandRefusedError } from '#domain/command-refused-error.ts'

/** Returns the changelog's section of a version, without its heading. Throws CommandRefusedError where there is none. */
export function releaseNotes(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((each) => each.startsWith(`${version} — `))
  if (section) return `${section.slice(section.indexOf('\n')).trim()}\n`
  throw new CommandRefusedError(
    `CHANGELOG.md has no section "## ${version} — <date>": "Unreleased" becomes it, see CONTRIBUTING.md, "How a release is made".`,
  )
}
