import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readPortalSettings } from '#config/portal-settings-file.ts'

/** Reads portal settings from a file that holds them, in a folder with further files by name. */
export function readSettings(
  content: object,
  files: Record<string, string> = {},
): ReturnType<typeof readPortalSettings> {
  const folder = mkdtempSync(join(tmpdir(), 'ferry-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const path = join(folder, 'portal.json')
  writeFileSync(path, JSON.stringify(content))
  return readPortalSettings(path)
}
