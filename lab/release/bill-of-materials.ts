import { execFileSync } from 'node:child_process'

/** Returns what a folder's lock file installs on a server, as CycloneDX JSON. npm refuses where a package has another version than one asks for. */
export function billOfMaterials(folder: string): string {
  const options = ['--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '--omit=optional']
  return execFileSync('npm', ['sbom', ...options], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
}
