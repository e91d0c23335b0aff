import { existsSync } from 'node:fs'

/** Adds the variables of an `.env` file, where there is one, to the environment. Variables that are set already stay. */
export function loadEnvFile(path = '.env'): void {
  if (existsSync(path)) process.loadEnvFile(path)
}
